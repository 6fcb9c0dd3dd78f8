// What cannot be chosen now in a half-filled entry, and why: each choice is tried against the rules themselves.

import { get, pgettext, has, isEmpty, isObject, range, reasonOf, text } from "../core.js";
import { FLAGS, OUTCOME, recordOf } from "./hand.js";
import { problems } from "./problems.js";
import { ALL_TRICKS, CONTRACTS } from "./values.js";
import { reached, shapeOf } from "./worth.js";

/** In which order an entry is asked: only what is asked earlier makes a later answer impossible. */
const ORDER = [
  "kind", "dealer", "declarer", "bid", "contract", "matadors", "with", "hand", "schneider_announced",
  "schwarz_announced", "ouvert", "declarer_points", "declarer_tricks", "outcome", "kontra", "re", "bock",
];

const MISSING = ["matadors_missing", "with_without_missing", "result_missing", "tricks_required"];
const NOT_THE_RESULT = ["matadors_missing", "with_without_missing", "declarer_missing", "hand_after_end"];
export const COUNTED = text(pgettext("skat", "The card points and tricks decide this."));
const WITHOUT_IT_LOST = {
  schneider: text(pgettext("skat", "Schneider was announced: without it the game is lost.")),
  schwarz: text(pgettext("skat", "Schwarz was announced: without it the game is lost.")),
};

const SCHWARZ_IS_SCHNEIDER = text(pgettext("skat", "Schwarz always includes schneider."));
const OUTCOME_PARTS = Object.keys(OUTCOME);

/** {field: {value as text: reason}} of what is impossible now; `outcome.won` and the like are parts of the outcome. */
export function choices(draft, rules, table) {
  if (get(draft, "kind", "played") !== "played") return {};
  const entry = { ...draft, kind: "played" };
  const candidates = {
    declarer: table.seats,
    contract: CONTRACTS,
    matadors: range(11).map((place) => place + 1),
    with: [false, true],
    declarer_tricks: range(ALL_TRICKS + 1),
    ...Object.fromEntries(FLAGS.map((name) => [name, [false, true]])),
  };
  const fields = Object.entries(candidates).map(([field, values]) => {
    const before = askedBefore(entry, field);
    const trials = values.map((value) => [value, { ...before, [field]: value }]);
    return [field, impossible(before, trials, rules, table)];
  });
  const found = [...fields, ...outcomeChoices(entry, rules, table)];
  return Object.fromEntries(found.filter(([, reasons]) => !isEmpty(reasons)));
}

/** What is asked before this field, as far as it was answered. */
function askedBefore(draft, field) {
  const asked = ORDER.slice(0, ORDER.indexOf(field)).filter((name) => has(draft, name));
  return Object.fromEntries(asked.map((name) => [name, draft[name]]));
}

/** {value: reason} of the trials, pairs of a value and the entry with it, that the entry before forbids. */
function impossible(before, trials, rules, table) {
  const known = problems(before, rules, table);
  const tried = trials.map(([value, after]) => [value, reasonOf(problems(after, rules, table), known, MISSING)]);
  return Object.fromEntries(tried.filter(([, reason]) => reason));
}

function outcomeChoices(draft, rules, table) {
  const before = askedBefore(draft, "outcome");
  const counted = countedOutcome(before, problems(before, rules, table));
  if (counted) return OUTCOME_PARTS.map((part) => [`outcome.${part}`, { [!counted[part]]: COUNTED }]);
  const found = OUTCOME_PARTS.map((part) => {
    const trials = [false, true].map((value) => [value, { ...before, outcome: { won: false, [part]: value } }]);
    return [`outcome.${part}`, impossible(before, trials, rules, table)];
  });
  return found.some(([, reasons]) => !isEmpty(reasons)) ? found : impliedChoices(draft);
}

/** The outcome that follows from card points and tricks, if they tell it already. */
function countedOutcome(before, known) {
  if (!has(before, "declarer_points") && !has(before, "declarer_tricks")) return null;
  if (known.some(({ code }) => !NOT_THE_RESULT.includes(code))) return null;
  const hand = recordOf(before);
  return reached(hand, shapeOf(hand));
}

/** What a won announcement, and schwarz, imply. */
function impliedChoices(draft) {
  const given = isObject(get(draft, "outcome")) ? draft.outcome : {};
  const found = { won: {}, schneider: {}, schwarz: {} };
  for (const level of announcedLevels(draft)) {
    if (get(given, "won") === true) found[level].false = WITHOUT_IT_LOST[level];
    if (get(given, level) === false) found.won.true = WITHOUT_IT_LOST[level];
  }
  if (get(given, "schwarz") === true) found.schneider.false = SCHWARZ_IS_SCHNEIDER;
  return OUTCOME_PARTS.map((part) => [`outcome.${part}`, found[part]]);
}

function announcedLevels(draft) {
  const isSchwarz = get(draft, "schwarz_announced") === true ||
    (get(draft, "ouvert") === true && get(draft, "contract") !== "null");
  const isSchneider = get(draft, "schneider_announced") === true || isSchwarz;
  return [isSchneider && "schneider", isSchwarz && "schwarz"].filter(Boolean);
}
