// Reading a deal: each check of the rules, in its order.

import { get, isBetween, isWhole, kindProblem, listed, unknownFields } from "../core.js";
import { cardProblems } from "./cards.js";
import { FIELDS } from "./hand.js";
import { badCardsLeft, those, unknownPlayer } from "./refusals.js";
import { endOf } from "./state.js";
import { isSuit, RESULTS } from "./values.js";

const isRepeated = (values) => new Set(values).size < values.length;
export const isAt = (seats, seat) => isWhole(seat) && seats.includes(seat);

export function problems(data, rules, table) {
  const wrong = kindProblem(["deal"], data);
  if (wrong) return [wrong];
  const { seats, state } = table;
  const end = endOf(state, rules);
  const left = seatLeft(data, seats);
  const trump = left === null ? null : trumpOf(data, seats, left);
  return [
    ...those([end, end], [!rules.players.includes(seats.length), "bad_player_count"]),
    ...trumpProblems(data, seats),
    ...strangerProblems(data, seats, "dealer"),
    ...finishedProblems(data, seats),
    ...loserProblems(data, seats),
    ...cardsLeftProblems(data, rules),
    ...cardProblems(data, rules.deck, trump),
    ...unknownFields(data, FIELDS),
  ];
}

const strangerProblems = (data, seats, field) =>
  those([get(data, field) !== null && !isAt(seats, data[field]), unknownPlayer(field)]);

function trumpOf(data, seats, seat) {
  const suit = listed(data, "trumps")[seats.indexOf(seat)];
  return isSuit(suit) ? suit : null;
}

function trumpProblems(data, seats) {
  const trumps = listed(data, "trumps");
  const own = trumps.slice(0, seats.length);
  const said = trumps.filter((suit) => suit !== null);
  const suits = said.filter(isSuit);
  return those(
    [own.length < seats.length || own.includes(null), "trump_missing"],
    [trumps.length > seats.length, unknownPlayer("trumps")],
    [suits.length < said.length, "unknown_suit"],
    [isRepeated(suits), "trump_taken"],
  );
}

function orderProblems(data, seats) {
  const given = listed(data, "finished");
  const said = given.filter((seat) => seat !== null);
  const known = said.filter((seat) => isAt(seats, seat));
  return those(
    [!Array.isArray(get(data, "finished")) || given.includes(null), "finished_required"],
    [known.length < said.length, unknownPlayer("finished")],
    [isRepeated(known), "finished_twice"],
  );
}

const notFinished = (data, seats) => seats.filter((seat) => !listed(data, "finished").includes(seat));

/** The seat that is left, if it is clear. */
function seatLeft(data, seats) {
  const left = notFinished(data, seats);
  return left.length === 1 && !orderProblems(data, seats).length ? left[0] : null;
}

function finishedProblems(data, seats) {
  const found = orderProblems(data, seats);
  const left = notFinished(data, seats).length;
  return [
    ...found,
    ...those(
      [!RESULTS.includes(get(data, "result")), "unknown_result"],
      [!found.length && left > 1, "deal_unfinished"],
      [!found.length && left === 0, "nobody_left"],
    ),
  ];
}

function loserProblems(data, seats) {
  const loser = get(data, "loser");
  if (loser === null) return [];
  return [
    ...strangerProblems(data, seats, "loser"),
    ...those(
      [get(data, "result") === "draw", "draw_has_loser"],
      [isAt(seats, loser) && listed(data, "finished").includes(loser), "loser_finished"],
    ),
  ];
}

function cardsLeftProblems(data, { mode, deck }) {
  const [cards, result] = [get(data, "cards_left"), get(data, "result")];
  if (cards === null) return those([mode === "cards_left" && result === "loss", "cards_left_required"]);
  if (!isBetween(cards, 1, deck - 1)) return [badCardsLeft(deck)];
  return those([result === "draw" && cards !== 1, "draw_needs_one_card"]);
}
