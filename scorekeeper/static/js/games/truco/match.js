// Where a match stands: the game, its score, and what the next hand is.

import { added, forSide, indexOf, OTHER } from "./values.js";

/** The seats of side A and of side B: they sit alternately. */
export const sides = (seats) => [seats.filter((_, at) => at % 2 === 0), seats.filter((_, at) => at % 2 === 1)];

/** Everybody plays every hand. */
export const active = (table) => table.seats;

/** A match is counted in games. */
export const weights = (_rules) => ({ games_won: 1 });

/** Hands played so far; nobody knows how many a match will have. */
export const progress = (state, _rules, _seats) => [state.hands, null];

/** The state before the first hand. */
export function start(rules, _size) {
  const begins = [rules.start_a, rules.start_b];
  const tentos = display(begins, rules.target);
  return opened({ score: begins, games: [0, 0], tentos, number: 1, hands: 0 }, rules);
}

function opened(state, rules) {
  const [hand_kind, decider] = kindOf(state.score, rules.special_at);
  return { ...state, hand_kind, decider, winner: null };
}

/** What the next hand is at this score, and which side decides about it. */
export function kindOf(score, specialAt) {
  if (specialAt === null || Math.max(...score) < specialAt) return ["normal", null];
  if (Math.min(...score) >= specialAt) return ["iron", null];
  return ["special", score[0] >= specialAt ? "A" : "B"];
}

const display = (score, target) => score.map((points) => Math.min(points, target));

/** The side that has won a game with this score. */
export function winnerAt(score, target) {
  if (Math.max(...score) < target) return null;
  return score[0] >= target ? "A" : "B";
}

/** What an entry brings the match: what it moves to each side, whether it is a hand, who gave the game up. */
export function courseOf(state, rules, { points, hand = false, forfeit = null }) {
  const score = added(state.score, points);
  const game = forfeit === null ? winnerAt(score, rules.target) : OTHER[forfeit];
  const before = display(state.score, rules.target);
  const gained = display(score, rules.target).map((now, at) => now - before[at]);
  const soFar = { ...state, score, tentos: added(state.tentos, gained), hands: state.hands + (hand ? 1 : 0) };
  const after = game === null ? opened(soFar, rules) : afterGame(soFar, game, rules);
  return { state: after, score, game, gained };
}

function afterGame(state, game, rules) {
  const games = added(state.games, forSide(game, 1));
  if (games[indexOf(game)] >= Math.floor(rules.best_of / 2) + 1) {
    return { ...state, games, hand_kind: null, decider: null, winner: game };
  }
  const score = [rules.start_a, rules.start_b];
  const tentos = added(state.tentos, display(score, rules.target));
  return opened({ ...state, score, games, tentos, number: state.number + 1 }, rules);
}
