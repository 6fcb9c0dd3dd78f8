// What an entry moves: the lines of the ledger, the sentence, the state after it.

import { filled as filledFrom, seatAfter, text } from "../core.js";
import { afterEvent, beforeAt, figureFor, playAt, valueOf } from "./machine.js";
import { courseOf, kindOf, sides } from "./match.js";
import { sideName } from "./naming.js";
import { problemsOf } from "./problems.js";
import { forgone, movedBy, partsOf } from "./sidebets.js";
import { DEALER_OUT_OF_TURN, FORFEIT, PENALTY, pointsTo, saidOf, withScore } from "./telling.js";
import {
  added,
  ENVIDO_FIELDS,
  EVENT_FIELDS,
  FIELDS,
  FLOR_FIELDS,
  forSide,
  indexOf,
  isMissing,
  OTHER,
  SIDES,
} from "./values.js";

const ENDS = { played: "rounds", ran: "run", declined: "declined", nobody: "all_tied" };

function settledQuick(hand, rules, before) {
  const [kind, decider] = kindOf(before.score, rules.special_at);
  const by = ENDS[hand.how];
  const parts = partsOf(hand, rules, before);
  const moved = movedBy(parts);
  if (hand.winner === null) return { kind, decider, end: { winner: null, by, value: 0 }, points: moved, parts };
  const value = quickValue(hand, kind, playAt(before, rules, moved));
  return { kind, decider, end: { winner: hand.winner, by, value }, points: added(moved, forSide(hand.winner, value)), parts };
}

function quickValue(hand, kind, play) {
  const { rules } = play;
  if (hand.how === "declined") return rules.special_pass;
  if (kind === "normal" && hand.value !== null) return figureFor(hand.value, hand.winner, play.score, rules.target);
  return valueOf(play, hand.winner);
}

function settledFull(hand, rules, before) {
  const played = (moved) => hand.events.reduce(afterEvent, playAt(before, rules, moved));
  const bets = partsOf(hand, rules, before);
  const parts = bets.length ? bets : forgone(played([0, 0]));
  const moved = movedBy(parts);
  const play = played(moved);
  const end = play.end ?? { winner: null, by: "side_bet", value: 0 };
  const points = end.winner === null ? moved : added(moved, forSide(end.winner, end.value));
  return { kind: play.kind, decider: play.decider, end, points, parts };
}

const filled = (data, fields) => filledFrom(Object.fromEntries(fields.map((name) => [name, null])), data);

/** The bets of a hand as a record has them. */
const betsOf = ({ envido, flor }) => ({
  envido: isMissing(envido) ? null : filled(envido, ENVIDO_FIELDS),
  flor: isMissing(flor) ? null : { ...filled(flor, FLOR_FIELDS), seq: flor.seq ?? [] },
});

const RECORD = {
  quick: (data) => ({ ...filled(data, FIELDS.quick), ...betsOf(data) }),
  penalty: (data) => filled(data, FIELDS.penalty),
  forfeit: (data) => filled(data, FIELDS.forfeit),
  full: (data) => ({
    ...filled(data, FIELDS.full),
    events: (data.events ?? []).map((event) => filled(event, EVENT_FIELDS)),
    ...betsOf(data),
  }),
};

function outcomeOfHand(record, rules, table) {
  const dealer = record.dealer ?? table.dealer;
  const before = beforeAt(table, dealer);
  const settled = record.kind === "quick" ? settledQuick(record, rules, before) : settledFull(record, rules, before);
  const course = courseOf(table.state, rules, { points: settled.points, hand: true });
  return {
    lines: [...handLines(settled, table.seats), ...courseLines(course, table.seats)],
    said: withScore(saidOf(settled, rules, table.seats), table.seats, course),
    warnings: dealer === table.dealer ? [] : [DEALER_OUT_OF_TURN],
    dealer: seatAfter(table.seats, dealer),
    state: course.state,
  };
}

function outcomeOfPenalty(record, rules, table) {
  const { seats } = table;
  const course = courseOf(table.state, rules, { points: forSide(record.to, record.points) });
  const lines = [...linesOf(seats, record.to, "points", record.points), ...courseLines(course, seats)];
  const said = withScore(pointsTo(PENALTY, record.points, record.to, seats), seats, course);
  return { lines, said, warnings: [], dealer: table.dealer, state: course.state };
}

function outcomeOfForfeit(record, rules, table) {
  const { seats } = table;
  const course = courseOf(table.state, rules, { points: [0, 0], forfeit: record.side });
  const said = withScore(text(FORFEIT, { side: sideName(seats, record.side) }), seats, course);
  return { lines: courseLines(course, seats), said, warnings: [], dealer: table.dealer, state: course.state };
}

const OUTCOME = { quick: outcomeOfHand, full: outcomeOfHand, penalty: outcomeOfPenalty, forfeit: outcomeOfForfeit };
const linesOf = (seats, side, measure, amount) => sides(seats)[indexOf(side)].map((seat) => [seat, measure, amount]);

function handLines({ parts, end }, seats) {
  return [
    ...parts.flatMap((part) => linesOf(seats, part.winner, "points", part.points)),
    ...(end.winner === null ? [] : linesOf(seats, end.winner, "points", end.value)),
    ...(end.winner === null ? [] : linesOf(seats, end.winner, "hands_won", 1)),
    ...seats.map((seat) => [seat, "hands", 1]),
  ];
}

function courseLines({ gained, game, state }, seats) {
  const lines = SIDES.flatMap((side, at) => (gained[at] ? linesOf(seats, side, "tentos", gained[at]) : []));
  if (game !== null) {
    lines.push(...linesOf(seats, game, "games_won", 1), ...linesOf(seats, OTHER[game], "games_lost", 1));
  }
  if (state.winner !== null) {
    lines.push(...linesOf(seats, state.winner, "won", 1), ...linesOf(seats, OTHER[state.winner], "lost", 1));
  }
  return lines;
}

/**
 * What an entry brings, or why it is refused.
 * @param {object} data a record as it was entered
 * @param {object} rules the rules of the sitting
 * @param {{seats: number[], number: number, dealer: number, state: object}} table where the sitting stands
 */
export function judge(data, rules, table) {
  const problems = problemsOf(data, rules, table);
  if (problems.length) return { problems };
  const record = RECORD[data.kind](data);
  const outcome = OUTCOME[data.kind](record, rules, table);
  return { record, ...outcome, over: outcome.state.winner !== null };
}
