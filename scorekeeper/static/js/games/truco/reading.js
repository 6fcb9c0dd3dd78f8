// Why a hand is refused: each check in its order.

import { fieldUnknown } from "../core.js";
import { refusalOf, unfinished } from "./faults.js";
import { afterEvent, playAt } from "./machine.js";
import { kindOf, winnerAt } from "./match.js";
import { betProblems } from "./reading_bets.js";
import { endRefused, eventRefused, refused, valueRefused } from "./refusals.js";
import { movedBy, partsOf } from "./sidebets.js";
import { added, EVENT_FIELDS, isMissing, isSide } from "./values.js";

const HOWS = ["played", "ran", "declined", "nobody"];

const FIELDS_OF_EVENT = {
  call: ["t", "by", "to"],
  accept: ["t", "by"],
  run: ["t", "by"],
  fold: ["t", "by"],
  decide: ["t", "by", "play"],
  round: ["t", "winner"],
};

/** What is wrong with a hand by its result. */
export function quickProblems(data, rules, before) {
  const found = betProblems(data, rules, before);
  const moved = movedBy(found.length ? [] : partsOf(data, rules, before));
  if (winnerAt(added(before.score, moved), rules.target) !== null) return [refused("hand_after_game_over")];
  return [...found, ...resultProblems(data, rules, before)];
}

function resultProblems(data, rules, before) {
  const { how, winner } = data;
  if (!HOWS.includes(how)) return [refused("unknown_how")];
  if (how === "nobody") return [...nobodyProblems(winner, rules), ...valueProblems(data, rules, before)];
  const found = isSide(winner) ? [] : [refused("unknown_side", { field: "winner" })];
  const [kind, decider] = kindOf(before.score, rules.special_at);
  if (how === "ran" && kind !== "normal") {
    return [...found, refused(kind === "special" ? "raise_in_hand_of_ten" : "raise_in_iron_hand")];
  }
  if (how === "declined" && decider === null) return [...found, refused("decision_not_allowed")];
  if (how === "declined" && winner === decider) {
    found.push(refused("decision_by_wrong_side", { values: { side: decider }, seats: before.seats }));
  }
  return [...found, ...valueProblems(data, rules, before)];
}

function nobodyProblems(winner, rules) {
  if (!nobodyMayWin(rules)) return [refused("hand_must_have_winner")];
  return isMissing(winner) ? [] : [refused("nobody_has_winner")];
}

/** Whether a hand can end without a winner. */
export const nobodyMayWin = (rules) => ["nobody", "raiser_loses"].includes(rules.all_tied);

function valueProblems(data, rules, before) {
  const [kind] = kindOf(before.score, rules.special_at);
  const allowed = valuesOf(data.how, kind, rules);
  if (isMissing(data.value)) {
    return data.how !== "nobody" && allowed.length !== 1 ? [refused("value_required")] : [];
  }
  if (allowed.includes(data.value)) return [];
  return [valueRefused(data.how === "declined" ? "declined" : kind, allowed, rules.special_at)];
}

/** What a hand that ended so may be worth. */
export function valuesOf(how, kind, rules) {
  if (how === "declined") return [rules.special_pass];
  if (kind === "special") return [rules.special_play];
  if (kind === "iron") return [rules.ladder[0]];
  return how === "ran" ? rules.ladder.slice(0, -1) : rules.ladder;
}

/** What is wrong with a hand as it was told. */
export function fullProblems(data, rules, before) {
  const found = betProblems(data, rules, before);
  const events = data.events === undefined ? [] : data.events;
  if (!Array.isArray(events)) return [...found, refused("events_required")];
  const moved = movedBy(found.length ? [] : partsOf(data, rules, before));
  const play = playAt(before, rules, moved);
  if (winnerAt(play.score, rules.target) === null) return [...found, ...eventsProblems(events, play, before.seats)];
  return events.length ? [...found, refused("event_after_game_over", { field: "events.0" })] : found;
}

function eventsProblems(events, before, seats) {
  let play = before;
  for (const [at, event] of events.entries()) {
    const fault = refusalOf(play, event);
    if (fault) return [eventRefused(fault, at, seats)];
    play = afterEvent(play, event);
  }
  const ending = unfinished(play);
  return ending ? [endRefused(ending, seats)] : events.flatMap(eventFields);
}

function eventFields(event, at) {
  const strange = Object.keys(event).filter(
    (name) => !FIELDS_OF_EVENT[event.t].includes(name) && (event[name] !== null || !EVENT_FIELDS.includes(name)),
  );
  return strange.map((name) => fieldUnknown(`events.${at}.${name}`));
}
