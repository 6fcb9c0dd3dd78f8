// Svoi Kozyri as the server scores it (games/svoi_kozyri), for a browser without a connection: the same problems, lines
// and words. tests/agreement holds the two together. The parts in svoi_kozyri/ are called like those of the server.

export { eachAlone as sides } from "./core.js";
export { judge } from "./svoi_kozyri/scoring.js";
export { asks, screen } from "./svoi_kozyri/screen.js";
export { weights } from "./svoi_kozyri/settling.js";
export { active, progress, start } from "./svoi_kozyri/state.js";

/** The version of the rules this follows. */
export const version = "1";
