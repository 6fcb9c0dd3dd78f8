// Where a hand stands in the middle of a log: values that no step changes; each step makes a new one.
//
// A player has a `seat`, a `banner`, a `palace` (null where nobody wrote it down), a `stack` from before the hand (null
// at a table without stacks), `soldiers` (how many), their `cards` where every card is named, what was `paid`, and is
// `out` or not. Places count from the dealer's left. `full` says that every face-up card is named; `buried` are the
// named cards among the discards. `passed` are the places that stayed or discarded since the last buy or battle.
// `lost` are the seats that lost a battle, in that order; two who tied stand together.

import { CARDS, DEALT_EACH, suitOf } from "./values.js";

/** A hand before the antes. */
export const openingOf = (rules, players, full) => ({
  rules,
  full,
  players,
  draw: CARDS.size - DEALT_EACH * players.length,
  discards: 0,
  buried: new Set(),
  turn: 0,
  passed: new Set(),
  ledger: [],
  battles: [],
  lost: [],
  end: null,
});

/** A player before the antes. */
export const playerOf = (seat, banner, palace, stack) => ({
  seat, banner, palace, stack, soldiers: 0, cards: [], paid: 0, out: false,
});

export const bannerSuit = (player) => suitOf(player.banner);

/** What is left of the stack; null where nobody counts. */
export const leftOf = (player) => (player.stack === null ? null : player.stack - player.paid);

export const isAllIn = (player) => leftOf(player) === 0;

/** So much of this amount can be paid. */
export const able = (player, amount) => Math.min(amount, leftOf(player) ?? amount);

/** All cards, as far as they are named. */
export const handOf = (player) => [player.banner, ...(player.palace ?? []), ...player.cards];

/** The places still in, from the dealer's left. */
export const remaining = (position) =>
  position.players.flatMap((player, place) => (player.out ? [] : [place]));

/** The place of a seat at this table, null if it is not there. */
export function placeOf(position, seat) {
  const place = position.players.findIndex((player) => player.seat === seat);
  return place < 0 ? null : place;
}

/** The position with one player changed. */
export function changed(position, place, changes) {
  const players = [...position.players];
  players[place] = { ...players[place], ...changes };
  return { ...position, players };
}

/** The position after money moved; nothing is written for nothing. */
export function paid(position, place, amount, reason) {
  if (!amount) return position;
  const player = position.players[place];
  const ledger = [...position.ledger, { seat: player.seat, amount, reason }];
  return changed({ ...position, ledger }, place, { paid: player.paid + amount });
}

/** The position with so many cards more among the discards, these of them named. */
export const buried = (position, count, cards) => ({
  ...position,
  discards: position.discards + count,
  buried: new Set([...position.buried, ...cards]),
});
