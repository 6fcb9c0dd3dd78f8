// Why an event is refused by the hand before it: [code, values of its sentence], or null.

import { isObject } from "../core.js";
import { isUndecided, nextStep, top, winsGame } from "./machine.js";
import { DRAW, isMissing, isSide, SIDES } from "./values.js";

/** Why this cannot be the next event. */
export function refusalOf(play, event) {
  if (!isObject(event) || typeof event.t !== "string" || !REFUSALS.has(event.t)) return ["unknown_event", {}];
  if (play.end !== null) return [event.t === "round" ? "round_after_hand_decided" : "event_after_hand_over", {}];
  if (event.t !== "round" && !isSide(event.by)) return ["unknown_side", {}];
  return REFUSALS.get(event.t)(play, event);
}

function roundRefused(play, event) {
  if (!isSide(event.winner) && event.winner !== DRAW) return ["unknown_round_winner", {}];
  if (isUndecided(play)) return ["hand_of_ten_undecided", { side: play.decider }];
  return play.pending === null ? null : ["round_while_raise_pending", { side: play.pending }];
}

function decisionRefused(play, event) {
  if (play.decider === null) return ["decision_not_allowed", {}];
  if (play.playing !== null) return ["decision_already_made", {}];
  if (event.by !== play.decider) return ["decision_by_wrong_side", { side: play.decider }];
  return typeof event.play === "boolean" ? null : ["decision_missing", {}];
}

function callRefused(play, event) {
  if (play.kind !== "normal") return [play.kind === "special" ? "raise_in_hand_of_ten" : "raise_in_iron_hand", {}];
  if (event.by === play.raiser) return ["raise_twice_in_a_row", { side: event.by }];
  const asked = nextStep(play);
  if (asked > top(play.rules)) return ["raise_above_top", { value: play.rules.ladder[top(play.rules)] }];
  return namedRefused(play, event.to, asked) ?? cappedRefused(play, event.by);
}

function namedRefused(play, to, asked) {
  const value = play.rules.ladder[asked];
  if (isMissing(to) || to === value) return null;
  return [play.rules.ladder.includes(to) ? "raise_skips_step" : "raise_not_in_ladder", { value }];
}

function cappedRefused(play, caller) {
  if (play.rules.raise_cap === "none") return null;
  const isAsked = play.pending !== null;
  const standing = play.step + (isAsked ? 1 : 0);
  const isEnough = play.rules.raise_cap === "own_win"
    ? isAsked && winsGame(play, caller, standing)
    : SIDES.every((side) => winsGame(play, side, standing));
  return isEnough ? ["raise_beyond_need", {}] : null;
}

function answerRefused(play, event, without) {
  if (play.pending === null) return [without, {}];
  return event.by === play.pending ? ["answer_own_raise", { side: play.pending }] : null;
}

function foldRefused(play) {
  if (isUndecided(play)) return ["hand_of_ten_undecided", { side: play.decider }];
  return play.rules.allow_fold ? null : ["fold_not_allowed", {}];
}

const REFUSALS = new Map([
  ["round", roundRefused],
  ["decide", decisionRefused],
  ["call", callRefused],
  ["accept", (play, event) => answerRefused(play, event, "accept_without_raise")],
  ["run", (play, event) => answerRefused(play, event, "run_without_raise")],
  ["fold", foldRefused],
]);

/** What is wrong with a hand that ends here. */
export function unfinished(play) {
  if (play.end !== null) return null;
  if (play.pending !== null) return ["raise_unanswered", { side: play.pending }];
  return isUndecided(play) ? ["hand_of_ten_undecided", { side: play.decider }] : ["hand_incomplete", {}];
}
