// A hand as a machine of events: what stands after each.

import { kindOf } from "./match.js";
import { added, DRAW, indexOf, OTHER, SIDES, WHOLE_GAME } from "./values.js";

const ROUNDS = 3;

/** What a hand is judged against: the score, the side that dealt, the seats. */
export function beforeAt(table, dealer) {
  return { score: table.state.score, dealer: SIDES[table.seats.indexOf(dealer) % 2], seats: table.seats };
}

/** The hand before its first event; what bets beside it were worth is moved already. */
export function playAt(before, rules, moved = [0, 0]) {
  const [kind, decider] = kindOf(before.score, rules.special_at);
  const open = { step: 0, pending: null, raiser: null, playing: null, rounds: [], end: null };
  return { rules, score: added(before.score, moved), kind, decider, dealer: before.dealer, ...open };
}

/** The last step of the ladder. */
export const top = (rules) => rules.ladder.length - 1;

/** Whether a side must first say if the hand is played. */
export const isUndecided = (play) => play.kind === "special" && play.playing === null;

/** The step a raise would ask for: raising over a raise accepts that first. */
export const nextStep = (play) => play.step + 1 + (play.pending === null ? 0 : 1);

/** A figure of a ladder in points for a side: "game" is what it still needs. */
export function figureFor(figure, side, score, target) {
  return figure === WHOLE_GAME ? Math.max(1, target - score[indexOf(side)]) : figure;
}

function worth(play, step, side) {
  const figure = play.rules.ladder[Math.min(step, top(play.rules))];
  return figureFor(figure, side, play.score, play.rules.target);
}

/** What the hand is worth to a side as things stand. */
export function valueOf(play, side) {
  if (play.kind === "special") return play.rules.special_play;
  const base = worth(play, play.step, side);
  return play.kind === "iron" ? Math.max(base, play.rules.target - play.score[indexOf(side)]) : base;
}

/** Whether a step of the ladder would bring a side to its target. */
export function winsGame(play, side, step) {
  return play.score[indexOf(side)] + worth(play, step, side) >= play.rules.target;
}

const AFTER = {
  round: (play, event) => afterRound({ ...play, rounds: [...play.rounds, event.winner] }),
  call: (play, event) => ({ ...play, step: nextStep(play) - 1, pending: event.by, raiser: event.by }),
  accept: (play) => ({ ...play, step: play.step + 1, pending: null }),
  decide: (play, event) => (event.play ? { ...play, playing: true } : declinedBy(play, event)),
  run: (play, event) => lost(play, event),
  fold: (play, event) => lost(play, event),
};

/** The hand after an event that was not refused. */
export const afterEvent = (play, event) => AFTER[event.t](play, event);

function declinedBy(play, event) {
  return { ...play, playing: false, end: { winner: OTHER[event.by], by: "declined", value: play.rules.special_pass } };
}

function lost(play, event) {
  const winner = OTHER[event.by];
  return { ...play, end: { winner, by: event.t, value: valueOf(play, winner) } };
}

function afterRound(play) {
  const first = winnerOf(play.rounds);
  if (first === null && play.rounds.length < ROUNDS) return play;
  const winner = first ?? tiedWinner(play);
  const value = winner === null ? 0 : valueOf(play, winner);
  return { ...play, end: { winner, by: first === null ? "all_tied" : "rounds", value } };
}

/** Two rounds won decide; else one drawn round does, unless both have a round and the third is still to come. */
function winnerOf(rounds) {
  const won = rounds.filter((winner) => winner !== DRAW);
  if (!won.length || (won.length === 1 && rounds.length === 1)) return null;
  const twice = SIDES.find((side) => won.filter((winner) => winner === side).length === 2);
  return twice ?? (won.length < rounds.length ? won[0] : null);
}

function tiedWinner(play) {
  if (play.rules.all_tied === "dealer_side") return play.dealer;
  if (play.rules.all_tied === "mano_side") return OTHER[play.dealer];
  return play.rules.all_tied === "raiser_loses" && play.raiser !== null ? OTHER[play.raiser] : null;
}
