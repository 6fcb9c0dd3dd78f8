// What a hand moves: the lines of the ledger, the sentence, the state after it.

import { filled, get, notice, seatAfter, seatName, text } from "../core.js";
import { mustLay } from "./cards.js";
import { settle } from "./payments.js";
import { problemsOf } from "./problems.js";
import { entryOf } from "./reading.js";
import { readCards } from "./reading_cards.js";
import { countsOf } from "./reading_counts.js";
import { DEALER_OUT_OF_TURN, HELD_SPREAD, saidOf } from "./telling.js";
import { RECORDS, withoutGaps } from "./values.js";

/** What a result counts for its winners, beside the hand. */
const FEATS = { initial_tonk: "tonks", tonk_out: "tonks", drop_win: "drops_won" };

/**
 * What a hand brings, or why it is refused.
 * @param {object} data a record as it was entered
 * @param {object} rules the rules of the sitting
 * @param {{seats: number[], number: number, dealer: number, state: object}} table where the sitting stands
 */
export function judge(data, rules, table) {
  const problems = problemsOf(data, rules, table);
  if (problems.length) return { problems };
  const record = recordOf(data);
  const dealer = record.dealer ?? table.dealer;
  const hand = endedOf(record, rules, table.seats, dealer);
  const settled = settle(hand, rules);
  return {
    record,
    lines: settled.redeal ? [] : linesOf(hand, settled),
    state: settled.redeal ? table.state : { hands: table.state.hands + 1 },
    dealer: seatAfter(table.seats, dealer),
    over: false,
    said: saidOf(hand, settled),
    warnings: [
      ...(dealer === table.dealer ? [] : [DEALER_OUT_OF_TURN]),
      ...heldSpreads(record, rules, table.seats),
    ],
  };
}

function recordOf(data) {
  const record = filled(RECORDS[data.kind], data);
  if (Array.isArray(record.by)) record.by = withoutGaps(record.by);
  if (record.hands !== null) record.hands = record.hands.map((cards) => (cards === null ? null : readCards(cards)));
  if (get(record, "spreads") !== null) record.spreads = record.spreads.map(readCards);
  return record;
}

function endedOf(record, rules, seats, dealer) {
  const entry = entryOf(record, rules, seats);
  const { kind, by } = entry;
  return { kind, seats, dealer, by, outBy: get(record, "out_by"), counts: countsOf(entry) };
}

function heldSpreads(record, rules, seats) {
  if (!rules.must_lay_spreads || record.hands === null) return [];
  const holders = seats.filter((_, place) => record.hands[place] && mustLay(record.hands[place]));
  return holders.map((seat) => notice("held_spread", text(HELD_SPREAD, { seat: seatName(seat) })));
}

function linesOf(ended, settled) {
  const feat = FEATS[settled.result];
  return [
    ...settled.payments.flatMap((paid) => [[paid.payer, "net", -paid.amount], [paid.payee, "net", paid.amount]]),
    ...settled.winners.flatMap((seat) => (feat ? [[seat, "won", 1], [seat, feat, 1]] : [[seat, "won", 1]])),
    ...(settled.result === "catch" ? [[ended.by[0], "caught", 1]] : []),
    ...ended.seats.map((seat) => [seat, "hands", 1]),
  ];
}
