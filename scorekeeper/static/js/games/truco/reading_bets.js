// Why an envido or a flor is refused: each check in its order.

import { isBetween, isObject, problem, text } from "../core.js";
import { CALLS, extraFields, refused } from "./refusals.js";
import { better, florEnd } from "./sidebets.js";
import { ENVIDO_CALLS, ENVIDO_FIELDS, FLOR_FIELDS, isMissing, isSide, SIDES } from "./values.js";

const MOST_ENVIDOS = 2;

/** What is wrong with the bets of a hand. */
export function betProblems(data, rules, before) {
  const hasFlor = !isMissing(data.flor);
  const hasEnvido = !isMissing(data.envido);
  return [
    ...(hasFlor ? florProblems(data.flor, rules) : []),
    ...(hasFlor && hasEnvido ? [refused("envido_and_flor_both_scored")] : []),
    ...(hasEnvido ? envidoProblems(data.envido, rules, before) : []),
  ];
}

function florProblems(flor, rules) {
  if (!rules.flor) return [refused("flor_not_in_ruleset")];
  if (!isObject(flor)) return [refused("flor_bad_sequence", { field: "flor" })];
  return [
    ...(isSide(flor.by) ? [] : [refused("unknown_side", { field: "flor.by" })]),
    ...florResultProblems(flor),
    ...extraFields(flor, FLOR_FIELDS, "flor."),
  ];
}

function florResultProblems(flor) {
  const end = florEnd(flor.seq);
  if (end === undefined) return [refused("flor_bad_sequence")];
  const isTold = end[1] !== null;
  if (isMissing(flor.winner)) return isTold ? [] : [refused("flor_no_result")];
  if (!isSide(flor.winner)) return [refused("unknown_side", { field: "flor.winner" })];
  return isTold ? [refused("flor_has_result")] : [];
}

function envidoProblems(envido, rules, before) {
  if (!rules.envido) return [refused("envido_not_in_ruleset")];
  if (!isObject(envido) || !Array.isArray(envido.calls) || !envido.calls.length) return [refused("envido_no_call")];
  return [
    ...(mayBeOpen(envido) || isSide(envido.by) ? [] : [refused("unknown_side", { field: "envido.by" })]),
    ...callsProblems(envido.calls),
    ...answerProblems(envido, before),
    ...extraFields(envido, ENVIDO_FIELDS, "envido."),
  ];
}

/** Who called first matters only where the envido was refused. */
const mayBeOpen = ({ by, answer }) => isMissing(by) && answer !== "decline";

function callsProblems(calls) {
  const first = new Map();
  calls.forEach((call, at) => {
    const found = callProblem(call, calls.slice(0, at));
    if (found && !first.has(found.code)) first.set(found.code, found);
  });
  return Object.keys(CALLS).flatMap((code) => first.get(code) ?? []);
}

/** Why this cannot be called after these calls, or null. */
export function callProblem(call, before) {
  const code = callFault(call, before);
  return code === null ? null : problem(code, `envido.calls.${before.length}`, text(CALLS[code]));
}

function callFault(call, before) {
  if (!ENVIDO_CALLS.includes(call)) return "envido_unknown_call";
  if (before.includes("falta")) return "envido_after_falta";
  const times = before.filter((other) => other === call).length;
  return call !== "falta" && (before.includes("real") || times >= MOST_ENVIDOS) ? "envido_bad_order" : null;
}

function answerProblems(envido, before) {
  if (envido.answer === "accept") return envidoResultProblems(envido, before);
  if (envido.answer !== "decline") return [refused("envido_unanswered")];
  return isMissing(envido.points) && isMissing(envido.winner) ? [] : [refused("envido_declined_has_result")];
}

function envidoResultProblems({ points, winner }, before) {
  if (!isMissing(winner) && !isSide(winner)) return [refused("unknown_side", { field: "envido.winner" })];
  if (isMissing(points)) return isMissing(winner) ? [refused("envido_no_result")] : [];
  if (!isObject(points) || !SIDES.every((side) => isEnvido(points[side]))) return [refused("envido_bad_points")];
  const best = better(points, before);
  if (!isMissing(winner) && winner !== best) {
    return [refused("envido_winner_contradicts_points", { values: { side: best }, seats: before.seats })];
  }
  return extraFields(points, SIDES, "envido.points.");
}

const isEnvido = (points) => isBetween(points, 0, 7) || isBetween(points, 20, 33);
