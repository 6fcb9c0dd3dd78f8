// What a hand moves: the lines, the sentence, the state after it.

import { pgettext, seatAfter, seatName, text } from "../core.js";
import { recordOf } from "./hand.js";
import { problems } from "./problems.js";
import { lowestScores, ramschSaid, ramschScores } from "./ramsch.js";
import { charges } from "./series.js";
import { activeSeats, stateAfter } from "./state.js";
import { chargesSaid, DEALER_OUT_OF_TURN, saidOf, scoresSaid, warningsOf } from "./telling.js";
import { worthOf } from "./worth.js";

const DEALER_BONUS = 30;

/** One hand at a table: why it is refused, or what it moves. */
export function judge(data, rules, table) {
  const found = problems(data, rules, table);
  return found.length ? { problems: found } : scored(recordOf(data), rules, table);
}

function scored(record, rules, table) {
  const dealer = record.dealer ?? table.dealer;
  const told = TELL[record.kind](record, rules, table, dealer);
  const warnings = [...(dealer === table.dealer ? [] : [DEALER_OUT_OF_TURN]), ...(told.warnings ?? [])];
  if (told.isAgain) {
    return { record, lines: [], state: table.state, dealer, over: false, said: told.said, warnings };
  }
  const isCharged = rules.system === "bierlachs" && record.kind !== "passed";
  const minus = isCharged ? charges(told.lines, activeSeats(table, dealer)) : new Map();
  const state = stateAfter(table, rules, record.bock_rounds ?? 0, minus);
  return {
    record,
    lines: [...told.lines, ...[...minus].map(([seat, amount]) => [seat, "minus", amount])],
    state,
    dealer: seatAfter(table.seats, dealer),
    over: state.over,
    said: minus.size ? chargesSaid(told.said, minus) : told.said,
    warnings,
  };
}

const handLines = (seats) => seats.map((seat) => [seat, "hands", 1]);

const TELL = { played: tellGame, passed: tellPassed, ramsch: tellRamsch };

function tellGame(hand, rules, { seats }) {
  const worth = worthOf(hand, rules);
  const others = worth.won ? [] : seats.filter((seat) => seat !== hand.declarer);
  return {
    lines: [
      [hand.declarer, "points", worth.score],
      [hand.declarer, worth.won ? "won" : "lost", 1],
      ...others.map((seat) => [seat, `others_lost_${seats.length}`, 1]),
      ...handLines(seats),
    ],
    said: saidOf(hand, worth),
    warnings: warningsOf(hand, worth),
  };
}

function tellPassed(_hand, rules, { seats }, dealer) {
  if (rules.passed === "redeal_same_dealer") {
    return { isAgain: true, said: text(pgettext("skat", "Passed: the same dealer deals again")) };
  }
  const lines = [[dealer, "passed", 1], ...handLines(seats)];
  if (rules.passed !== "dealer_bonus_30") return { lines, said: text(pgettext("skat", "Passed")) };
  const said = text(pgettext("skat", "Passed: {score} to {seat}"), { score: DEALER_BONUS, seat: seatName(dealer) });
  return { lines: [[dealer, "points", DEALER_BONUS], ...lines], said };
}

function tellRamsch(hand, rules, table, dealer) {
  const seats = activeSeats(table, dealer);
  const isLowestWins = rules.passed === "lowest_ramsch_null";
  const scores = isLowestWins ? lowestScores(hand) : ramschScores(hand, rules, seats);
  const moved = seats.map((seat, place) => [seat, scores[place]]).filter(([, score]) => score);
  return {
    lines: [
      ...moved.map(([seat, score]) => [seat, "points", score]),
      ...(isLowestWins ? moved.map(([seat]) => [seat, "won", 1]) : []),
      ...handLines(table.seats),
    ],
    said: scoresSaid(ramschSaid(hand, isLowestWins), new Map(moved)),
  };
}
