// What stands above an entry, as on paper: both sides with their points as a figure and as strokes, who deals and leads.

import { pgettext, range, seatAfter, seatName, text } from "../core.js";
import { sides } from "./match.js";
import { HALVES_ABOVE } from "./sidebets.js";

const STROKES = 5; // a square with its diagonal
const MOST_TALLIED = 60; // more than that nobody counts in strokes
const TO_GO = pgettext("truco", "{missing} to go");
const TURN = pgettext("truco", "{dealer} deals, {leads} leads");

/**
 * The game before this entry.
 * @returns {{sides: {seats: number[], points: number, under: object, tallies: number[][][]}[], turn: object}} `tallies`
 * are rows of squares, each with the strokes made and those there are
 */
export function board({ target }, { seats, dealer, state }) {
  return {
    sides: sides(seats).map((own, at) => {
      const points = Math.min(state.score[at], target);
      return { seats: own, points: state.score[at], under: text(TO_GO, { missing: target - points }), tallies: tallies(points, target) };
    }),
    turn: text(TURN, { dealer: seatName(dealer), leads: seatName(seatAfter(seats, dealer)) }),
  };
}

function tallies(points, target) {
  if (target > MOST_TALLIED) return [];
  const first = target <= HALVES_ABOVE ? target : target - Math.floor(target / 2);
  const rows = [[0, first], [first, target - first]].filter(([, size]) => size);
  return rows.map(([before, size]) => squares(Math.max(0, Math.min(size, points - before)), size));
}

const squares = (made, size) =>
  range(Math.ceil(size / STROKES)).map((place) => {
    const left = (count) => Math.max(0, Math.min(STROKES, count - place * STROKES));
    return [left(made), left(size)];
  });
