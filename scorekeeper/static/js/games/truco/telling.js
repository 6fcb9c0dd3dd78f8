// The sentences a scorer says aloud.

import { AND_THEN, notice, pgettext, text } from "../core.js";
import { handName, sideName } from "./naming.js";

const PLAYED = {
  rounds: text(pgettext("truco", "Played")),
  run: text(pgettext("truco", "Run from the raise")),
  declined: text(pgettext("truco", "Declined")),
  all_tied: text(pgettext("truco", "All rounds drawn")),
  fold: text(pgettext("truco", "Cards thrown in")),
  side_bet: text(pgettext("truco", "The game was over before the first round")),
};

const PLAYED_CLOSE = {
  rounds: pgettext("truco", "{hand}, played"),
  declined: pgettext("truco", "{hand}, declined"),
  all_tied: pgettext("truco", "{hand}, all rounds drawn"),
  fold: pgettext("truco", "{hand}, cards thrown in"),
  side_bet: pgettext("truco", "{hand}, not played"),
};

export const PARTS = { envido: text(pgettext("truco", "Envido")), flor: text(pgettext("truco", "Flor")) };
const POINTS = pgettext("truco", "{how}: {points} to {side}");
const NOBODY = pgettext("truco", "{how}: nobody scores");
const SCORE = pgettext("truco", "{said}, {a}–{b}");
const GAME = pgettext("truco", "{said}, {a}–{b}, and the game to {side}");
const MATCH = pgettext("truco", "{said}, {a}–{b}, and the match to {side} by {games_a}–{games_b} games");
export const PENALTY = text(pgettext("truco", "Penalty"));
export const FORFEIT = pgettext("truco", "Game given up by {side}");

export const DEALER_OUT_OF_TURN = notice(
  "dealer_out_of_turn",
  text(pgettext("truco", "Somebody else should have dealt this hand.")),
);

/** "Penalty: 2 to Ana and Bia". */
export const pointsTo = (how, points, side, seats) => text(POINTS, { how, points, side: sideName(seats, side) });

/** "Played: 4 to Ana and Bia". */
export function saidOf({ parts, end, kind }, rules, seats) {
  const hand = handName(kind, rules.special_at);
  const how = kind === "normal" ? PLAYED[end.by] : text(PLAYED_CLOSE[end.by], { hand });
  const told = parts.map((part) => pointsTo(PARTS[part.part], part.points, part.winner, seats));
  if (end.winner !== null) told.push(pointsTo(how, end.value, end.winner, seats));
  else told.push(end.by === "side_bet" ? how : text(NOBODY, { how }));
  return told.reduce((before, next) => text(AND_THEN, { before, after: next }));
}

/** What was said, and where the game or the match stands by it. */
export function withScore(said, seats, { state, score, game }) {
  const values = { said, a: score[0], b: score[1] };
  if (game === null) return text(SCORE, values);
  values.side = sideName(seats, game);
  if (state.winner === null) return text(GAME, values);
  return text(MATCH, { ...values, games_a: state.games[0], games_b: state.games[1] });
}
