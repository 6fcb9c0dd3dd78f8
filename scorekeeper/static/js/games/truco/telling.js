// The sentences a scorer says aloud.

import { gettext_noop, notice, text } from "../core.js";
import { handName, sideName } from "./naming.js";

const PLAYED = {
  rounds: text(gettext_noop("Played")),
  run: text(gettext_noop("Run from the raise")),
  declined: text(gettext_noop("Declined")),
  all_tied: text(gettext_noop("All rounds drawn")),
  fold: text(gettext_noop("Cards thrown in")),
  side_bet: text(gettext_noop("The game was over before the first round")),
};

const PLAYED_CLOSE = {
  rounds: gettext_noop("{hand}, played"),
  declined: gettext_noop("{hand}, declined"),
  all_tied: gettext_noop("{hand}, all rounds drawn"),
  fold: gettext_noop("{hand}, cards thrown in"),
  side_bet: gettext_noop("{hand}, not played"),
};

export const PARTS = { envido: text(gettext_noop("Envido")), flor: text(gettext_noop("Flor")) };
const POINTS = gettext_noop("{how}: {points} to {side}");
const NOBODY = gettext_noop("{how}: nobody scores");
const THEN = gettext_noop("{before}. {after}");
const SCORE = gettext_noop("{said}, {a}–{b}");
const GAME = gettext_noop("{said}, {a}–{b}, and the game to {side}");
const MATCH = gettext_noop("{said}, {a}–{b}, and the match to {side} by {games_a}–{games_b} games");
export const PENALTY = text(gettext_noop("Penalty"));
export const FORFEIT = gettext_noop("Game given up by {side}");

export const DEALER_OUT_OF_TURN = notice(
  "dealer_out_of_turn",
  text(gettext_noop("Somebody else should have dealt this hand.")),
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
  return told.reduce((before, next) => text(THEN, { before, after: next }));
}

/** What was said, and where the game or the match stands by it. */
export function withScore(said, seats, { state, score, game }) {
  const values = { said, a: score[0], b: score[1] };
  if (game === null) return text(SCORE, values);
  values.side = sideName(seats, game);
  if (state.winner === null) return text(GAME, values);
  return text(MATCH, { ...values, games_a: state.games[0], games_b: state.games[1] });
}
