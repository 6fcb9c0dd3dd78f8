// Skat as the server scores it (games/skat), for a browser without a connection: the same problems, lines and words.
// tests/agreement holds the two together. The parts in skat/ are called like those of the server.

export { eachAlone as sides } from "./core.js";
export { choices } from "./skat/choices.js";
export { judge } from "./skat/scoring.js";
export { screen } from "./skat/screen.js";
export { weights } from "./skat/series.js";
export { active, progress, start } from "./skat/state.js";

/** The version of the rules this follows. */
export const version = "1";
