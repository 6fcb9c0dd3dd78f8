// Truco as the server scores it (games/truco), for a phone without a connection: the same words, problems and points.
// tests/agreement holds the two together. The parts in truco/ are called like those of the server.

export { board } from "./truco/board.js";
export { active, progress, sides, start, weights } from "./truco/match.js";
export { judge } from "./truco/scoring.js";
export { asks, screen } from "./truco/screen.js";

/** The version of the rules this follows. */
export const version = "1";
