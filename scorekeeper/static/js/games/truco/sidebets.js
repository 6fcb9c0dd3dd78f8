// Envido and flor: what they are worth.

import { added, forSide, indexOf, isMissing, OTHER } from "./values.js";

export const HALVES_ABOVE = 15;
const ENVIDO_REFUSED = 1; // at least
const ENVIDO_VALUES = { envido: 2, real: 3 };

/** How the answers end a flor: [points or the name of a rule, to the caller; null: to whoever had the better one]. */
const FLOR_ENDS = new Map([
  ["", [3, true]],
  ["achico", [3, true]],
  ["quiero", ["flor_both", null]],
  ["contraflor no", [4, false]],
  ["contraflor quiero", [6, null]],
  ["resto no", [4, false]],
  ["resto quiero", ["falta", null]],
  ["contraflor resto no", [6, true]],
  ["contraflor resto quiero", ["falta", null]],
]);

/** How these answers end a flor; undefined if they do not. */
export function florEnd(seq = []) {
  const isWords = Array.isArray(seq) && seq.every((word) => typeof word === "string" && /^[a-z]+$/.test(word));
  return isWords ? FLOR_ENDS.get(seq.join(" ")) : undefined;
}

/** Equal points are those of the side that leads: not the one that dealt. */
export function better(points, before) {
  if (points.A === points.B) return OTHER[before.dealer];
  return points.A > points.B ? "A" : "B";
}

/** The bets beside a hand: which, who has it, for how many points. */
export function partsOf(data, rules, before) {
  if (!isMissing(data.flor)) return [settledFlor(data.flor, rules, before)];
  return isMissing(data.envido) ? [] : [settledEnvido(data.envido, rules, before)];
}

/**
 * What cards thrown in give the others beside the hand, where nobody has bet: an envido refused, as long as one could
 * still be called, which is until a round is over or a raise accepted.
 */
export function forgone({ rules, end, rounds, step }) {
  const couldBeCalled = rules.envido && !rounds.length && step === 0;
  if (!rules.fold_gives_envido || !couldBeCalled || end?.by !== "fold") return [];
  return [{ part: "envido", winner: end.winner, points: ENVIDO_REFUSED }];
}

function settledFlor(flor, rules, before) {
  const [points, toCaller] = florEnd(flor.seq);
  const winner = flor.winner ?? (toCaller ? flor.by : OTHER[flor.by]);
  if (points === "falta") return { part: "flor", winner, points: falta(winner, before.score, rules) };
  return { part: "flor", winner, points: points === "flor_both" ? rules.flor_both : points };
}

/** Refused, the last caller gets what was called before, one point at least. */
function settledEnvido(envido, rules, before) {
  const { calls, by } = envido;
  if (envido.answer === "decline") {
    const caller = calls.length % 2 ? by : OTHER[by];
    return { part: "envido", winner: caller, points: Math.max(ENVIDO_REFUSED, worthOfCalls(calls.slice(0, -1))) };
  }
  const winner = isMissing(envido.points) ? envido.winner : better(envido.points, before);
  const isFalta = calls[calls.length - 1] === "falta";
  return { part: "envido", winner, points: isFalta ? falta(winner, before.score, rules) : worthOfCalls(calls) };
}

const worthOfCalls = (calls) => calls.reduce((total, call) => total + ENVIDO_VALUES[call], 0);

function falta(winner, score, rules) {
  const leader = Math.max(...score);
  const half = Math.floor(rules.target / 2);
  const inFirstHalf = rules.target > HALVES_ABOVE && leader < half;
  if (inFirstHalf && rules.falta === "leader_half") return half - leader;
  if (inFirstHalf && rules.falta === "malas_half") return half - score[indexOf(winner)];
  return Math.max(1, rules.target - leader);
}

/** What bets beside a hand move, by side. */
export function movedBy(parts) {
  return parts.reduce((moved, part) => added(moved, forSide(part.winner, part.points)), [0, 0]);
}
