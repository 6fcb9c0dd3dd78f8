// The quick entry as data: what the hand was worth, then how it ended.

import { get, pgettext, group, isObject, isSame, listed, number, text } from "../core.js";
import { beforeAt, top } from "./machine.js";
import { kindOf, winnerAt } from "./match.js";
import { figureName, handName, rungName, sideName } from "./naming.js";
import { closedProblems } from "./problems.js";
import { nobodyMayWin, valuesOf } from "./reading.js";
import { betProblems, callProblem } from "./reading_bets.js";
import { movedBy, partsOf } from "./sidebets.js";
import { FORFEIT, PARTS, PENALTY } from "./telling.js";
import { added, ENVIDO_CALLS, FIELDS, OTHER, SIDES, WHOLE_GAME } from "./values.js";

/** What is not asked here: the full entry of a table that is connected. */
export const fuller = text(
  pgettext("truco", "Without a connection, record only the result of the hand. Raises and rounds one by one need a connection."),
);

const WORTH = text(pgettext("truco", "What was the hand worth?"));
const ENDED = text(pgettext("truco", "How did it end?"));
const RUN_FROM = text(pgettext("truco", "Run from the raise"));
const GIVEN_UP = text(pgettext("truco", "Game given up"));
const PENALTY_POINTS = text(pgettext("truco", "Points of a penalty"));
const PENALTY_TO = pgettext("truco", "Penalty points to {side}");
const ALL_DRAWN = text(pgettext("truco", "Nobody: all three rounds drawn"));
const WON = pgettext("truco", "{side} won");
const RAN = pgettext("truco", "{side} ran from {raise}");
const RAN_FROM_NOTHING = pgettext("truco", "{side} ran");
const DECLINED = pgettext("truco", "{side} declined");

const QUICK_CALLS = {
  envido: text(pgettext("truco", "Envido")),
  real: text(pgettext("truco", "Real envido")),
  falta: text(pgettext("truco", "Falta envido")),
};
const WHO_GOT_IT = text(pgettext("truco", "Who got the envido?"));
const ANSWERS = { accept: pgettext("truco", "Envido won by {side}"), decline: pgettext("truco", "Envido refused to {side}") };
const FLOR_OF = pgettext("truco", "Flor of {side}");
const NO_BET = text(pgettext("truco", "Neither envido nor flor"));
const BET_ALONE = text(pgettext("truco", "The bet ends the game"));

const NO_RAISE_ABOVE = pgettext("truco",
  "Nobody can ask for more than {value}, so nobody ran from it. Choose what the hand was worth before.",
);

const RUNG = pgettext("truco", "{value} {name}");
const GAME_FIGURE = text(pgettext("truco", "game"));

/**
 * The quick entry of a draft: groups of boxes and numbers, only of what is asked now.
 * @param {object} draft a record in the making
 * @param {object} rules the rules of the sitting
 * @param {{seats: number[], number: number, dealer: number, state: object}} table where the sitting stands
 */
export function screen(draft, rules, table) {
  const [closed] = closedProblems(rules, table);
  const [kind, decider] = kindOf(table.state.score, rules.special_at);
  const before = beforeAt(table, table.dealer);
  const bets = { envido: get(draft, "envido"), flor: get(draft, "flor") };
  const [open] = betProblems(bets, rules, before);
  const parts = open ? [] : partsOf(bets, rules, before);
  const entry = { draft, rules, seats: table.seats, kind, decider, parts, waits: open?.message ?? null };
  const groups = [...betGroups(entry), ...handGroups(entry, before), ...noHandGroups(entry)].filter(({ items }) => items.length);
  return closed ? groups.map(({ title, items }) => group(title, closedItems(items, closed.message))) : groups;
}

const closedItems = (items, why) => items.filter((item) => item.kind === "box").map((item) => ({ ...item, why }));

function handGroups(entry, before) {
  const { rules, kind, parts } = entry;
  if (winnerAt(added(before.score, movedBy(parts)), rules.target) !== null) {
    return [group(ENDED, [{ ...boxOf(BET_ALONE, entry.draft, "full", {}), save: true }])];
  }
  return kind === "normal" ? ladderGroups(entry) : [group(handName(kind, rules.special_at), closeEnds(entry))];
}

/** What this kind of record cannot hold, taken away from a draft. */
const emptied = (draft, kind) =>
  Object.fromEntries(Object.keys(draft).filter((name) => !FIELDS[kind].includes(name)).map((name) => [name, null]));

/** A box of a draft that becomes this kind of record; it is chosen where the draft says the same. */
function boxOf(label, draft, kind, said) {
  const chosen = get(draft, "kind") === kind && Object.keys(said).every((name) => isSame(get(draft, name), said[name]));
  return { kind: "box", label, set: { ...emptied(draft, kind), kind, ...said }, chosen, why: null };
}

/** The bets beside the hand: what was called, then who got it; who called it is not asked. */
function betGroups(entry) {
  const { draft, rules } = entry;
  const envido = get(draft, "envido");
  const flor = get(draft, "flor");
  const calls = isObject(envido) ? listed(envido, "calls") : [];
  const none = envido === null && flor === null ? [] : [boxOf(NO_BET, draft, "quick", { envido: null, flor: null })];
  return [
    group(PARTS.envido, rules.envido && flor === null ? [...callBoxes(entry, calls), ...none] : []),
    group(WHO_GOT_IT, calls.length ? answerBoxes(entry, calls) : []),
    group(PARTS.flor, rules.flor && envido === null ? [...florBoxes(entry), ...none] : []),
  ];
}

/** Another call changes neither the answer nor who gets it. */
function callBoxes({ draft, parts }, calls) {
  const answer = draft.envido?.answer;
  return ENVIDO_CALLS.map((word) => {
    const called = [...calls, word];
    const envido = parts.length ? endedBet(called, answer, parts[0].winner) : { calls: called };
    const box = boxOf(QUICK_CALLS[word], draft, "quick", { envido });
    return { ...box, chosen: calls.includes(word), why: callProblem(word, calls)?.message ?? null };
  });
}

function answerBoxes(entry, calls) {
  return Object.keys(ANSWERS).flatMap((answer) =>
    SIDES.map((side) => boxOf(text(ANSWERS[answer], named(entry, side)), entry.draft, "quick", { envido: endedBet(calls, answer, side) })),
  );
}

const florBoxes = (entry) =>
  SIDES.map((side) => boxOf(text(FLOR_OF, named(entry, side)), entry.draft, "quick", { flor: { by: side } }));

/** An envido that this side gets: who won it where it was accepted, who called last where it was refused. */
function endedBet(calls, answer, side) {
  if (answer === "accept") return { calls, answer, winner: side };
  return { calls, answer, by: calls.length % 2 ? side : OTHER[side] };
}

function worthBoxes({ draft, rules }) {
  return rules.ladder.map((value, step) => {
    const figure = value === WHOLE_GAME ? GAME_FIGURE : value;
    const made = boxOf(text(RUNG, { value: figure, name: rungName(rules.ladder, step) }), draft, "quick", { value });
    const isOver = draft.how === "nobody" || (draft.how === "ran" && step === top(rules));
    return isOver ? { ...made, set: { ...made.set, how: null, winner: null } } : made;
  });
}

/** What it was worth; then every way it can end at that value, each saved by the tap. */
function ladderGroups(entry) {
  const { draft, rules } = entry;
  const value = get(draft, "kind") === "quick" ? get(draft, "value") : null;
  const step = rules.ladder.indexOf(value);
  return [
    group(WORTH, worthBoxes(entry)),
    group(ENDED, [...(step < 0 ? [] : wonBoxes(entry, value)), ...nobodyBoxes(entry)]),
    group(RUN_FROM, step < 0 ? [] : SIDES.map((side) => ranBox(entry, side, step))),
  ];
}

const named = ({ seats }, side) => ({ side: sideName(seats, side) });
const endBox = ({ draft, waits }, label, said) => ({ ...boxOf(label, draft, "quick", said), save: true, why: waits });

function nobodyBoxes(entry) {
  const nobody = { how: "nobody", winner: null, value: null };
  return nobodyMayWin(entry.rules) ? [endBox(entry, ALL_DRAWN, nobody)] : [];
}

function wonBoxes(entry, value) {
  return SIDES.map((winner) => endBox(entry, text(WON, named(entry, winner)), { how: "played", winner, value }));
}

/** The points go to a side when the other runs; from the highest value nobody can. */
function ranBox(entry, winner, step) {
  const { ladder } = entry.rules;
  const who = named(entry, OTHER[winner]);
  const said = { how: "ran", winner, value: ladder[step] };
  if (step < top(entry.rules)) return endBox(entry, text(RAN, { ...who, raise: rungName(ladder, step + 1) }), said);
  const why = text(NO_RAISE_ABOVE, { value: figureName(ladder[step]) });
  return { ...boxOf(text(RAN_FROM_NOTHING, who), entry.draft, "quick", said), why };
}

function closeEnds(entry) {
  const { rules, kind, decider } = entry;
  const [value] = valuesOf("played", kind, rules);
  return [...wonBoxes(entry, value), ...(decider === null ? [] : [declinedBox(entry)]), ...nobodyBoxes(entry)];
}

function declinedBox(entry) {
  const { rules, decider } = entry;
  const said = { how: "declined", winner: OTHER[decider], value: rules.special_pass };
  return endBox(entry, text(DECLINED, named(entry, decider)), said);
}

function noHandGroups(entry) {
  const { draft } = entry;
  return [
    group(PENALTY, [
      number(PENALTY_POINTS, ["points"], draft),
      ...SIDES.map((to) => boxOf(text(PENALTY_TO, named(entry, to)), draft, "penalty", { to })),
    ]),
    group(GIVEN_UP, SIDES.map((side) => boxOf(text(FORFEIT, named(entry, side)), draft, "forfeit", { side }))),
  ];
}
