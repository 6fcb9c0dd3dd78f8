// The course of an evening: it goes on until somebody closes it, and the deal passes on.

import { eachAlone } from "../core.js";

/** The state before the first hand. */
export const start = (_rules, _size) => ({ hands: 0 });

/** Everybody at the table plays every hand. */
export const active = (table) => table.seats;

/** Everybody plays for themselves. */
export const sides = eachAlone;

/** An evening is counted in what everybody won and lost. */
export const weights = (_rules) => ({ net: 1 });

/** Hands played so far; an evening has no length. */
export const progress = (state, _rules, _seats) => [state.hands, null];
