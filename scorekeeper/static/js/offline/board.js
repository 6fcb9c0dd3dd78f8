// The board above the entry of a game of two sides: their points as a figure and in strokes, and who deals.

import { el } from "./dom.js";
import { nameOf, say } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const STROKES = ["M5 25V5", "M5 5H25", "M25 5V25", "M25 25H5", "M5 25 25 5"]; // a square and its diagonal

/** `board` as a port has it; `mark` is the dealer's, `pass` the way to pass the deal on. */
export const boardOf = ({ sides, turn }, { table, mark, pass }) => [
  el("div", { class: "halves" }, sides.map((side) => half(side, table))),
  el("div", { class: "turn" }, mark[0], el("span", {}, say(turn, table)), pass),
];

function half({ seats, points, under, tallies }, table) {
  const names = seats.map((seat) => nameOf(table, seat)).join(" & ");
  return el(
    "div",
    { class: "half", role: "group", "aria-label": names },
    el("div", { class: seats.length > 2 ? "of named of-three" : "of named" }, el("h2", {}, names)),
    el("p", { class: "pts" }, String(points)),
    tallies.map((squares) => el("span", { class: "tally", "aria-hidden": "true" }, squares.map(square))),
    el("p", { class: "label" }, say(under, table)),
  );
}

/** Strokes that are made, and faint those still to come. */
function square([made, there]) {
  const drawn = document.createElementNS(SVG, "svg");
  drawn.setAttribute("viewBox", "0 0 30 30");
  STROKES.slice(0, there).forEach((line, place) => {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", line);
    if (place >= made) path.setAttribute("class", "ghost");
    drawn.append(path);
  });
  return drawn;
}
