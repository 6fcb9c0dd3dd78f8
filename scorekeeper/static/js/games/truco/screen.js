// The quick entry as data: what the hand was worth, then how it ended.

import { get, pgettext, group, isObject, isSame, listed, looks, number, text } from "../core.js";
import { beforeAt, figureFor, top } from "./machine.js";
import { courseOf, kindOf, winnerAt } from "./match.js";
import { figureName, handName, rungName, sideName, specialWithin } from "./naming.js";
import { closedProblems } from "./problems.js";
import { nobodyMayWin, valuesOf } from "./reading.js";
import { betProblems, callProblem } from "./reading_bets.js";
import { refused } from "./refusals.js";
import { movedBy, partsOf } from "./sidebets.js";
import { FORFEIT, PARTS, PENALTY } from "./telling.js";
import { added, ENVIDO_CALLS, FIELDS, forSide, OTHER, SIDES, WHOLE_GAME } from "./values.js";

/** What is not asked here: the full entry of a table that is connected. */
const FULLER = {
  label: text(pgettext("truco", "Record step by step")),
  why: text(
    pgettext("truco", "Without a connection, record only the result of the hand. Raises and rounds one by one need a connection."),
  ),
};

const WORTH = text(pgettext("truco", "What was the hand worth?"));
const ENDED = text(pgettext("truco", "How did it end?"));
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
const NO_HAND = text(pgettext("truco", "Penalty, game given up"));

/** What to do while nothing is chosen. */
export const asks = ENDED;

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
  const entry = {
    draft, rules, seats: table.seats, state: table.state, score: before.score, kind, decider, parts, waits: open?.message ?? null,
  };
  const groups = [...betGroups(entry), ...handGroups(entry, before), ...noHandGroups(entry)].filter(({ items }) => items.length);
  return closed ? groups.map(({ items, ...asked }) => ({ ...asked, items: closedItems(items, closed.message) })) : groups;
}

const closedItems = (items, why) => items.filter((item) => item.kind === "box").map((item) => ({ ...item, why }));

function handGroups(entry, before) {
  const { rules, kind, parts } = entry;
  if (winnerAt(added(before.score, movedBy(parts)), rules.target) !== null) {
    return [endsGroup(ENDED, [{ ...boxOf(BET_ALONE, entry.draft, "full", {}), save: true }])];
  }
  return kind === "normal" ? ladderGroups(entry) : closeGroups(entry);
}

/** What saves the hand with one tap. `says` is said above it: what the hand is worth, and what winning it brings. */
const endsGroup = (title, ends, says = []) => looks(group(title, ends), { isSilent: true, saves: true, says, fuller: FULLER });

const WORTH_IS = pgettext("truco", "Worth {value}.");
const WORTH_THE_GAME = text(pgettext("truco", "Worth the whole game."));
const IF_PLAYED = text(pgettext("truco", "Played:"));
const DECIDES = pgettext("truco", "{name} must decide.");
const HAS_THE_GAME = text(pgettext("truco", "The winner has the game."));
const THEN = {
  match: pgettext("truco", "{a}–{b} and the match"),
  game: pgettext("truco", "{a}–{b} and the game"),
  close: pgettext("truco", "{a}–{b}, then {hand}"),
  open: pgettext("truco", "{a}–{b}"),
};
const IRON_WITHIN = text(pgettext("truco", "iron hand"));

/** The score when each side has won at this value, and what that brings. */
const wonSays = (entry, value) => SIDES.map((side) => [named(entry, side).side, thenOf(entry, side, value)]);

function thenOf({ rules, state, score, parts }, side, value) {
  const points = added(movedBy(parts), forSide(side, figureFor(value, side, score, rules.target)));
  const after = courseOf(state, rules, { points, hand: true });
  const [a, b] = after.score;
  if (after.game !== null) return text(THEN[after.state.winner === null ? "game" : "match"], { a, b });
  const kind = after.state.hand_kind;
  if (kind === "normal") return text(THEN.open, { a, b });
  return text(THEN.close, { a, b, hand: kind === "iron" ? IRON_WITHIN : specialWithin(rules.special_at) });
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
    const name = rungName(rules.ladder, step);
    const rung = boxOf(text(RUNG, { value: figure, name }), draft, "quick", { value });
    const isNow = step === 0 && !rules.ladder.includes(get(draft, "value"));
    const made = looks(rung, { label: figure, under: name, style: isNow ? "rung-0 is-now" : `rung-${step}` });
    const isOver = draft.how === "nobody" || (draft.how === "ran" && step === top(rules));
    return isOver ? { ...made, set: { ...made.set, how: null, winner: null } } : made;
  });
}

/**
 * What it was worth; then every way it can end at that value, each saved by the tap. What nobody has raised is worth
 * the first step.
 */
function ladderGroups(entry) {
  const { draft, rules } = entry;
  const value = get(draft, "kind") === "quick" ? get(draft, "value") : null;
  const step = Math.max(0, rules.ladder.indexOf(value));
  const ends = [...wonBoxes(entry, rules.ladder[step]), ...SIDES.map((side) => ranBox(entry, side, step))];
  const worth = rules.ladder[step];
  const says = [worth === WHOLE_GAME ? WORTH_THE_GAME : text(WORTH_IS, { value: worth }), ...wonSays(entry, worth)];
  return [ladder(worthBoxes(entry)), endsGroup(ENDED, [...ends, ...nobodyBoxes(entry)], says)];
}

const ladder = (boxes, look = {}) => looks(group(WORTH, boxes), { ladder: boxes.length, big: true, isSilent: true, ...look });

/** In a hand of ten or of iron nobody raises: its value is given. */
function closeGroups(entry) {
  const { kind, decider, rules } = entry;
  const name = handName(kind, rules.special_at);
  const why = refused(kind === "special" ? "raise_in_hand_of_ten" : "raise_in_iron_hand").message;
  const rungs = worthBoxes(entry).map((made) => looks({ ...made, set: {}, chosen: false, why }, { under: null, style: made.look.style.replace(" is-now", "") }));
  const mayDecide = decider === null ? HAS_THE_GAME : text(DECIDES, { name: named(entry, decider).side });
  const [value] = valuesOf("played", kind, rules);
  const says = [...(decider === null ? [] : [IF_PLAYED]), ...wonSays(entry, value)];
  return [ladder(rungs, { above: [name, mayDecide] }), endsGroup(name, closeEnds(entry), says)];
}

const named = ({ seats }, side) => ({ side: sideName(seats, side) });
const endBox = ({ draft, waits }, label, said) => ({ ...boxOf(label, draft, "quick", said), save: true, why: waits });

function nobodyBoxes(entry) {
  const nobody = { how: "nobody", winner: null, value: null };
  return nobodyMayWin(entry.rules) ? [looks(endBox(entry, ALL_DRAWN, nobody), { isWide: true })] : [];
}

function wonBoxes(entry, value) {
  return SIDES.map((winner) => {
    const made = endBox(entry, text(WON, named(entry, winner)), { how: "played", winner, value });
    return looks(made, { isWon: true, brings: figureFor(value, winner, entry.score, entry.rules.target) });
  });
}

/** The points go to a side when the other runs; from the highest value nobody can. */
function ranBox(entry, winner, step) {
  const { ladder } = entry.rules;
  const who = named(entry, OTHER[winner]);
  const said = { how: "ran", winner, value: ladder[step] };
  if (step < top(entry.rules)) {
    const made = endBox(entry, text(RAN, { ...who, raise: rungName(ladder, step + 1) }), said);
    return looks(made, { brings: figureFor(ladder[step], winner, entry.score, entry.rules.target) });
  }
  const why = text(NO_RAISE_ABOVE, { value: figureName(ladder[step]) });
  return looks({ ...boxOf(text(RAN_FROM_NOTHING, who), entry.draft, "quick", said), why }, { brings: null });
}

function closeEnds(entry) {
  const { rules, kind, decider } = entry;
  const [value] = valuesOf("played", kind, rules);
  return [...wonBoxes(entry, value), ...(decider === null ? [] : [declinedBox(entry)]), ...nobodyBoxes(entry)];
}

function declinedBox(entry) {
  const { rules, decider } = entry;
  const said = { how: "declined", winner: OTHER[decider], value: rules.special_pass };
  return looks(endBox(entry, text(DECLINED, named(entry, decider)), said), { brings: said.value, style: "declined" });
}

function noHandGroups(entry) {
  const { draft } = entry;
  const look = { fold: { title: NO_HAND, style: "no-hand" }, boxes: "c2", isSilent: true };
  return [
    looks(group(PENALTY, [
      number(PENALTY_POINTS, ["points"], draft),
      ...SIDES.map((to) => boxOf(text(PENALTY_TO, named(entry, to)), draft, "penalty", { to })),
    ]), look),
    looks(group(GIVEN_UP, SIDES.map((side) => boxOf(text(FORFEIT, named(entry, side)), draft, "forfeit", { side }))), look),
  ];
}
