// The course of a series: what was played, who has won how often, when it ends.

import { sortedPairs } from "../core.js";

/** The state before the first deal. */
export const start = (_rules, _size) => ({ deals: 0, wins: [], trumps: [] });

/** The seats that play the next deal: all, the dealer too. */
export const active = (table) => table.seats;

/** Deals played so far, and how many there are at most. */
export const progress = (state, rules, _seats) => [state.deals, rules.max_deals];

/** The code of the reason why no deal may follow; empty if one may. */
export function endOf(state, rules) {
  const most = Math.max(0, ...state.wins.map(([, count]) => count));
  if (rules.first_to !== null && most >= rules.first_to) return "series_already_over";
  return rules.max_deals !== null && state.deals >= rules.max_deals ? "too_many_deals" : "";
}

export function stateAfter(before, seats, trumps, winners) {
  const [wins, suits] = [new Map(before.wins), new Map(before.trumps)];
  for (const seat of winners) wins.set(seat, (wins.get(seat) ?? 0) + 1);
  seats.forEach((seat, place) => suits.set(seat, trumps[place]));
  return { deals: before.deals + 1, wins: sortedPairs(wins), trumps: sortedPairs(suits) };
}
