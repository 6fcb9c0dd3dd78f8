// Tonk as the server scores it (games/tonk), for a phone without a connection: the same words, problems and payments.
// tests/agreement holds the two together. The parts in tonk/ are called like those of the server.

export { judge } from "./tonk/scoring.js";
export { asks, pays, screen } from "./tonk/screen.js";
export { active, progress, sides, start, weights } from "./tonk/state.js";

/** The version of the rules this follows. */
export const version = "1";
