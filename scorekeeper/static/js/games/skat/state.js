// The course of a list: how many hands it has, when it ends, who plays.

import { floorDiv, sortedPairs } from "../core.js";

const TURNS = 12; // of rules from before they could say so

/** The state before the first hand. Bierlachs goes on until its limit is crossed. */
export function start(rules, size) {
  const length = rules.list_length === null && rules.system !== "bierlachs" ? (rules.turns ?? TURNS) * size : rules.list_length;
  return { hands: 0, size, length, bock_left: 0, minus: [], over: false };
}

/** The seats that play the next hand. */
export const active = (table) => activeSeats(table, table.dealer);

/** Hands counted so far, and how many the list will have at a table of these seats. */
export const progress = (state, rules, seats) => [state.hands, lengthAt(state, seats.length)];

export const activeSeats = ({ seats }, dealer) =>
  seats.length === 3 ? seats : seats.filter((seat) => seat !== dealer);

/** The length of the list; when players come or go, the rounds left are kept (rounded up). */
function lengthAt(state, size) {
  if (size === state.size || state.length === null) return state.length;
  return state.hands - floorDiv(state.hands - state.length, state.size) * size;
}

export function isOver(state, size) {
  const length = lengthAt(state, size);
  return state.over || (length !== null && state.hands >= length);
}

/** The state after one more counted hand that charges `minus`, a map of points by seat. */
export function stateAfter({ state, seats }, rules, bockRounds, minus) {
  const totals = new Map(state.minus);
  for (const [seat, amount] of minus) totals.set(seat, (totals.get(seat) ?? 0) + amount);
  const size = seats.length;
  const [hands, length] = [state.hands + 1, lengthAt(state, size)];
  const isCrossed = [...totals.values()].some((total) => total <= -rules.bierlachs_limit);
  return {
    hands,
    size,
    length,
    bock_left: Math.max(0, state.bock_left - 1) + bockRounds * size,
    minus: minus.size ? sortedPairs(totals) : state.minus,
    over: (length !== null && hands >= length) || isCrossed,
  };
}
