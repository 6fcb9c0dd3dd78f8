// The sentences a scorer says aloud.

import { allOf, pgettext, notice, seatName, text } from "../core.js";

export const DEALER_OUT_OF_TURN = notice(
  "dealer_out_of_turn", text(pgettext("svoi_kozyri", "Somebody else should have dealt this deal.")),
);

/** "Anna is out, Boris is left with 7 cards: 2 to Anna". */
export function saidOf({ winners, drawn, loser, points }, cards) {
  const order = [...winners, ...drawn, ...(loser === null ? [] : [loser])];
  const amounts = [...new Set(order.map((seat) => points.get(seat)))].filter(Boolean);
  return amounts.reduce((play, amount, index) => {
    const same = order.filter((seat) => points.get(seat) === amount);
    return text(pointsTemplate(same.length > 1, index > 0), { play, points: amount, seats: allOf(same) });
  }, playSaid(winners, drawn, loser, cards));
}

function pointsTemplate(isSeveral, isNext) {
  if (isSeveral) {
    return isNext ? pgettext("svoi_kozyri", "{play}, {points} each to {seats}") : pgettext("svoi_kozyri", "{play}: {points} each to {seats}");
  }
  return isNext ? pgettext("svoi_kozyri", "{play}, {points} to {seats}") : pgettext("svoi_kozyri", "{play}: {points} to {seats}");
}

function playSaid(winners, drawn, loser, cards) {
  const before = winners.length ? outSaid(winners) : null;
  if (loser !== null) return leftSaid(before, seatName(loser), cards);
  const seats = allOf(drawn);
  return before
    ? text(pgettext("svoi_kozyri", "{before}, {seats} draw"), { before, seats })
    : text(pgettext("svoi_kozyri", "{seats} draw"), { seats });
}

function leftSaid(before, seat, cards) {
  if (cards === null) return text(pgettext("svoi_kozyri", "{before}, {seat} is left"), { before, seat });
  if (cards === 1) return text(pgettext("svoi_kozyri", "{before}, {seat} is left with 1 card"), { before, seat });
  return text(pgettext("svoi_kozyri", "{before}, {seat} is left with {cards} cards"), { before, seat, cards });
}

const outSaid = (seats) =>
  text(seats.length > 1 ? pgettext("svoi_kozyri", "{seats} are out") : pgettext("svoi_kozyri", "{seats} is out"), { seats: allOf(seats) });
