// The sentences a scorer says aloud.

import { allOf, amount, pgettext, notice, seatName, sum, text } from "../core.js";
import { countAt } from "./payments.js";

const DEALT_ONE = pgettext("tonk", "{seats} was dealt {total}");
const DEALT_HIGHEST = pgettext("tonk", "{seats} was dealt {total}, the highest");
const DEALT_MORE = pgettext("tonk", "{seats} were each dealt a tonk");
const DRAWN = pgettext("tonk", "{seats} were each dealt a tonk: no payment, deal again");

const PLAYS = {
  tonk_out: pgettext("tonk", "{seats} tonked out"),
  discard_out: pgettext("tonk", "{seats} went out with the last discard"),
  drop_win: pgettext("tonk", "{seats} knocked with {total}, the lowest"),
  stock_low: pgettext("tonk", "The stock ran out, {seats} lowest with {total}"),
};

const CAUGHT = pgettext("tonk", "{dropper} knocked with {own}, caught by {seats} with {total}");
const DEAD = text(pgettext("tonk", "The stock ran out: no payment"));
const NOTHING = pgettext("tonk", "{play}: no payment");
const GETS = pgettext("tonk", "{play}: {amount} to {seat}");
const GETS_FROM_EACH = pgettext("tonk", "{play}: {each} from each, {amount} to {seat}");
const GETS_TOO = pgettext("tonk", "{play}, {amount} to {seat}");
const PAYS_TOO = pgettext("tonk", "{play}, {amount} from {seat}");
export const HELD_SPREAD = pgettext("tonk", "{seat} still held a spread; under the rules of this table it must be laid.");

export const DEALER_OUT_OF_TURN = notice(
  "dealer_out_of_turn",
  text(pgettext("tonk", "Somebody else should have dealt this hand.")),
);

/** "Anna knocked with 5, the lowest: 10 from each, 20 to Anna". */
export function saidOf(ended, settled) {
  if (settled.result === "dead") return DEAD;
  if (settled.redeal) return text(DRAWN, { seats: allOf(ended.by) });
  const play = playOf(ended, settled);
  const { payments } = settled;
  if (!payments.length) return text(NOTHING, { play });
  const isEqual = payments.every((paid) => paid.amount === payments[0].amount);
  const isToOne = settled.winners.length === 1 && isEqual && payments.length === ended.seats.length - 1;
  return isToOne ? toOne(play, payments) : toEach(play, payments, ended.seats);
}

function playOf(ended, { result, winners }) {
  const told = { seats: allOf(winners) };
  const total = ended.counts[ended.seats.indexOf(winners[0])];
  if (total !== null) told.total = total;
  if (result === "catch") {
    return text(CAUGHT, { dropper: seatName(ended.by[0]), own: countAt(ended, ended.by[0]), ...told });
  }
  if (result !== "initial_tonk") return text(PLAYS[result], told);
  if (winners.length > 1) return text(DEALT_MORE, told);
  return text(ended.by.length > 1 ? DEALT_HIGHEST : DEALT_ONE, told);
}

/** Everybody pays the same to one. */
function toOne(play, payments) {
  const [{ payee, amount: each }] = payments;
  const told = { play, amount: amount(each * payments.length), seat: seatName(payee) };
  return payments.length === 1 ? text(GETS, told) : text(GETS_FROM_EACH, { ...told, each: amount(each) });
}

/** What each gets in the end, then what each pays. */
function toEach(play, payments, seats) {
  const nets = seats.map((seat) => [seat, netOf(seat, payments)]);
  const gets = nets.filter(([, net]) => net > 0);
  const said = gets.reduce((before, [seat, net], nth) => {
    return text(nth ? GETS_TOO : GETS, { play: before, amount: amount(net), seat: seatName(seat) });
  }, play);
  const pays = nets.filter(([, net]) => net < 0);
  return pays.reduce((before, [seat, net]) => {
    return text(PAYS_TOO, { play: before, amount: amount(-net), seat: seatName(seat) });
  }, said);
}

function netOf(seat, payments) {
  return sum(payments.map((paid) => (paid.payee === seat ? paid.amount : 0) - (paid.payer === seat ? paid.amount : 0)));
}
