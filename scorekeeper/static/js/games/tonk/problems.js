// Why a hand is refused.

import { fieldUnknown, kindProblem } from "../core.js";
import { entryOf, whoProblems } from "./reading.js";
import { cardProblems } from "./reading_cards.js";
import { gameProblems, totalProblems } from "./reading_counts.js";
import { HOW, refusal } from "./refusals.js";
import { FIELDS, KINDS } from "./values.js";

const FEWEST_PLAYERS = 2;

/** Every reason to refuse this hand, in the order of the rules; empty if there is none. */
export function problemsOf(data, rules, table) {
  const wrongKind = kindProblem(KINDS, data);
  if (wrongKind) return [wrongKind.code === "kind_unknown" ? { ...wrongKind, message: HOW } : wrongKind];
  const size = table.seats.length;
  if (size < FEWEST_PLAYERS || size > rules.max_players) {
    return [refusal("players_range", null, { most: rules.max_players })];
  }
  const strange = Object.keys(data).filter((name) => !FIELDS.includes(name));
  return [...entryProblems(entryOf(data, rules, table.seats)), ...strange.map(fieldUnknown)];
}

function entryProblems(entry) {
  const found = whoProblems(entry);
  if (found.some(({ code }) => code === "totals_and_hands")) return found;
  const counted = [...cardProblems(entry), ...totalProblems(entry)];
  return [...found, ...(counted.length ? counted : gameProblems(entry))];
}
