// What a hand moves: the lines of the ledger, the sentence, the state after it.

import { amount as units, pgettext, notice, seatName, text } from "../core.js";
import { ofLog } from "./log.js";
import { settle } from "./pots.js";
import { listed, tiersBy } from "./reading.js";
import { dealt, fromLeftOf } from "./values.js";

const END_WORDS = {
  last_standing: pgettext("palace_poker", "Last one standing: {shares}"),
  same_suit: pgettext("palace_poker", "All banners are of one suit: {shares}"),
  tie_last_two: pgettext("palace_poker", "The last two tie: {shares}"),
  showdown: pgettext("palace_poker", "Showdown: {shares}"),
};
const SHARE = pgettext("palace_poker", "{amount} to {seat}");
const NEXT_SHARE = pgettext("palace_poker", "{before}, {amount} to {seat}");
const NOTHING = pgettext("palace_poker", "nothing was in the pot");
const NOBODY = pgettext("palace_poker", "nobody wins anything");
const BACK = pgettext("palace_poker", "{before}; {amount} back to {seat}");
const HOUSE = pgettext("palace_poker", "{before}; {amount} to the house");
const STAYS = pgettext("palace_poker", "{before}; {amount} stays in the pot for the next hand");
const DEALER_OUT_OF_TURN = notice(
  "dealer_out_of_turn",
  text(pgettext("palace_poker", "Somebody else should have dealt this hand.")),
);

/** The outcome of a hand without problems, whose fields are all there. */
export function scored(hand, rules, table) {
  const dealer = dealt(hand.dealer, table);
  const order = fromLeftOf(dealer, table.seats);
  const played = hand.kind === "log" ? ofLog(hand, rules, table) : ofQuick(hand, table, order);
  const { carry, hands } = table.state;
  const settled = settle({ ...played, paid: paidBy(order, played.ledger), carry }, rules);
  const ledger = [...played.ledger, ...backOf(order, settled)];
  return {
    lines: [...moneyLines(ledger, settled.pots), ...countLines(played, table.seats), ...battleLines(played.battles)],
    state: { hands: hands + 1, carry: settled.carryOut },
    dealer: order[0],
    over: false,
    said: saidOf(played.end, ledger, settled, carry),
    warnings: dealer === table.dealer ? [] : [DEALER_OUT_OF_TURN],
  };
}

/** What a quick hand comes to, in the form of a log that is over. */
function ofQuick(hand, table, order) {
  const { seats } = table;
  const own = (seat) => hand.contributions[seats.indexOf(seat)];
  const ledger = order.filter(own).map((seat) => ({ seat, amount: own(seat), reason: "contribution" }));
  const allIn = seats.filter((_, nth) => listed(hand.all_in)[nth]);
  return { end: hand.end, tiers: tiersBy(hand.ranking, seats), ledger, allIn, battles: [] };
}

function paidBy(order, ledger) {
  const paid = new Map(order.map((seat) => [seat, 0]));
  for (const { seat, amount } of ledger) paid.set(seat, paid.get(seat) + amount);
  return paid;
}

function backOf(order, { returned }) {
  const back = order.filter((seat) => returned.has(seat));
  return back.map((seat) => ({ seat, amount: -returned.get(seat), reason: "uncalled_returned" }));
}

/** What each seat paid and got, one line for each reason. */
function moneyLines(ledger, pots) {
  const moved = new Map();
  for (const { seat, amount, reason } of ledger) {
    const line = moved.get(`${seat} ${reason}`) ?? [seat, "net", 0];
    line[2] -= amount;
    moved.set(`${seat} ${reason}`, line);
  }
  const shares = pots.flatMap((pot) => pot.shares).filter(([, amount]) => amount);
  return [...moved.values(), ...shares.map(([seat, amount]) => [seat, "net", amount])];
}

function countLines({ tiers }, seats) {
  const winners = seats.filter((seat) => tiers[0].includes(seat));
  return [...seats.map((seat) => [seat, "hands", 1]), ...winners.map((seat) => [seat, "won", 1])];
}

/** Who won and lost a battle; a tie is neither. */
const battleLines = (battles) =>
  battles
    .filter(({ winner }) => winner !== null)
    .flatMap(({ attacker, defender, winner }) => [
      [winner, "battles_won", 1],
      [attacker + defender - winner, "battles_lost", 1],
    ]);

/** "Last one standing: 63 to Anna". */
function saidOf(end, ledger, { pots, rake, carryOut }, carry) {
  let told = sharesTold(pots) ?? text(ledger.length || carry ? NOBODY : NOTHING);
  if (END_WORDS[end]) told = text(END_WORDS[end], { shares: told });
  if (rake) told = text(HOUSE, { before: told, amount: units(rake) });
  for (const { seat, amount } of ledger.filter(({ reason }) => reason === "uncalled_returned")) {
    told = text(BACK, { before: told, amount: units(-amount), seat: seatName(seat) });
  }
  return carryOut ? text(STAYS, { before: told, amount: units(carryOut) }) : told;
}

/** Who gets how much, null where nobody gets anything. */
function sharesTold(pots) {
  const won = new Map();
  for (const [seat, amount] of pots.flatMap((pot) => pot.shares)) won.set(seat, (won.get(seat) ?? 0) + amount);
  let told = null;
  for (const [seat, amount] of [...won].filter(([, own]) => own)) {
    const share = { amount: units(amount), seat: seatName(seat) };
    told = told ? text(NEXT_SHARE, { before: told, ...share }) : text(SHARE, share);
  }
  return told;
}
