// Every reason to refuse an entry of a match: its code, its field and its sentence.

import { fieldUnknown, gettext_noop, problem, text } from "../core.js";
import { figureName, sideName, specialWithin } from "./naming.js";
import { isSide } from "./values.js";

const UNKNOWN_SIDE = gettext_noop("Choose one of the two sides.");
const IN_HAND_OF_TEN = gettext_noop("In a hand that a side decides about, nobody raises.");
const IN_IRON_HAND = gettext_noop("In an iron hand nobody raises.");

/** By code: the usual field, the sentence. */
const ENTRY = {
  game_already_over: ["", gettext_noop("This game is over: nothing can be added to it.")],
  match_already_over: ["", gettext_noop("The match is decided: nothing can be added to it.")],
  unknown_side: ["side", UNKNOWN_SIDE],
  dealer_not_integer: ["dealer", gettext_noop("The dealer must be a seat.")],
  dealer_not_at_table: ["dealer", gettext_noop("The dealer is not at this table.")],
  bad_penalty: ["points", gettext_noop("A penalty is a whole number from 1 to {target}.")],
  unknown_how: ["how", gettext_noop("Choose how the hand ended: played, run from, declined or without a winner.")],
  hand_must_have_winner: [
    "how",
    gettext_noop("By these rules every hand has a winner, three drawn rounds too. Choose who won."),
  ],
  nobody_has_winner: ["winner", gettext_noop("Nobody won this hand: leave the winner empty.")],
  value_required: ["value", gettext_noop("How many points was the hand worth?")],
  value_not_allowed: ["value", gettext_noop("This hand cannot be worth that. Choose one of the values offered.")],
  raise_in_hand_of_ten: ["how", IN_HAND_OF_TEN],
  raise_in_iron_hand: ["how", IN_IRON_HAND],
  decision_not_allowed: [
    "how",
    gettext_noop("Only when one side alone is close to the end may it decline a hand."),
  ],
  decision_by_wrong_side: [
    "winner",
    gettext_noop("It is for {side} to decline this hand, so the points go to the others."),
  ],
  events_required: ["events", gettext_noop("Write down what happened, in its order.")],
  event_after_game_over: [
    "events",
    gettext_noop("The bet ended the game: no round follows. Take the events away."),
  ],
  hand_after_game_over: [
    "how",
    gettext_noop("The bet ended the game: no hand follows. Write down the bet alone."),
  ],
  raise_unanswered: [
    "events",
    gettext_noop("The raise of {side} was not answered: accepted, raised or run from?"),
  ],
  hand_incomplete: ["events", gettext_noop("The hand is not over yet: write down the next round.")],
  flor_not_in_ruleset: ["flor", gettext_noop("These rules play without flor.")],
  flor_bad_sequence: ["flor.seq", gettext_noop("A flor cannot be answered like this.")],
  flor_no_result: ["flor.winner", gettext_noop("Both flors were shown. Which side had the better one?")],
  flor_has_result: ["flor.winner", gettext_noop("The answers tell who gets the flor: leave the winner empty.")],
  envido_and_flor_both_scored: [
    "envido",
    gettext_noop("A flor takes the envido away: write down one of them."),
  ],
  envido_not_in_ruleset: ["envido", gettext_noop("These rules play without envido.")],
  envido_no_call: ["envido.calls", gettext_noop("Which envido was called, and by which side?")],
  envido_unanswered: ["envido.answer", gettext_noop("Was the envido accepted or declined?")],
  envido_declined_has_result: [
    "envido",
    gettext_noop("A declined envido is not shown: leave points and winner empty."),
  ],
  envido_bad_points: [
    "envido.points",
    gettext_noop("Envido points go from 0 to 7 and from 20 to 33, for both sides."),
  ],
  envido_winner_contradicts_points: ["envido.winner", gettext_noop("By these points {side} has the envido.")],
  envido_no_result: ["envido.winner", gettext_noop("Who won the envido?")],
};

const EVENTS = {
  unknown_event: gettext_noop("There is no such event in a hand of truco."),
  unknown_side: UNKNOWN_SIDE,
  unknown_round_winner: gettext_noop("A round is won by one of the sides, or drawn."),
  round_after_hand_decided: gettext_noop("The hand was decided before this round. Take it away."),
  event_after_hand_over: gettext_noop("The hand was over before this. Take it away."),
  hand_of_ten_undecided: gettext_noop("First it is for {side} to decide whether the hand is played."),
  round_while_raise_pending: gettext_noop("No round is played before the raise of {side} is answered."),
  decision_not_allowed: gettext_noop("In this hand nobody decides whether it is played."),
  decision_already_made: gettext_noop("It is already decided that this hand is played."),
  decision_by_wrong_side: gettext_noop("It is for {side} to decide whether the hand is played."),
  decision_missing: gettext_noop("Is the hand played, or declined?"),
  raise_in_hand_of_ten: IN_HAND_OF_TEN,
  raise_in_iron_hand: IN_IRON_HAND,
  raise_twice_in_a_row: gettext_noop("The last raise was that of {side}: only the others may raise now."),
  raise_above_top: gettext_noop("The hand cannot be worth more than {value}."),
  raise_skips_step: gettext_noop("No value can be left out: the next raise asks for {value}."),
  raise_not_in_ladder: gettext_noop("No raise asks for this: the next one asks for {value}."),
  raise_beyond_need: gettext_noop("The hand is already worth enough to win the game."),
  accept_without_raise: gettext_noop("There is no raise to accept."),
  run_without_raise: gettext_noop("There is no raise to run from."),
  answer_own_raise: gettext_noop("The raise was that of {side}: the others answer it."),
  fold_not_allowed: gettext_noop("By these rules nobody may throw the cards in without a raise."),
};

/** The faults of calls in the order they are told. */
export const CALLS = {
  envido_unknown_call: gettext_noop("The calls are envido, real envido and falta envido."),
  envido_after_falta: gettext_noop("Nothing can be called after falta envido."),
  envido_bad_order: gettext_noop("Envido is called at most twice and before real envido, real envido once."),
};

const ONE_VALUE = {
  special: gettext_noop("A {hand} that is played is worth {value}."),
  iron: gettext_noop("An iron hand has no other value than the plain one, {value}."),
  declined: gettext_noop("A hand declined pays {value}."),
};

const PLAYED_BY = gettext_noop("By these rules truco is played by {counts}: seat more players, or fewer.");
const OR = gettext_noop("{counts} or {count}");
const COUNTS_COMMA = gettext_noop("{counts}, {count}");

export const BAD_PLAYER_COUNT = problem(
  "bad_player_count",
  "",
  text(PLAYED_BY, { counts: text(OR, { counts: text(COUNTS_COMMA, { counts: 2, count: 4 }), count: 6 }) }),
);

function sentence(message, values, seats) {
  const told = Object.entries(values).map(([name, value]) => [
    name,
    isSide(value) ? sideName(seats, value) : figureName(value),
  ]);
  return text(message, Object.fromEntries(told));
}

/** Why an entry is refused; with a field where it is not the usual one. */
export function refused(code, { field, values = {}, seats = [] } = {}) {
  const [usual, message] = ENTRY[code];
  return problem(code, field ?? usual, sentence(message, values, seats));
}

/** Why an event is refused. */
export function eventRefused([code, values], at, seats) {
  return problem(code, `events.${at}`, sentence(EVENTS[code], values, seats));
}

/** Why a list of events cannot end where it does. */
export function endRefused([code, values], seats) {
  const [field, message] = ENTRY[code] ?? ["events"];
  return problem(code, field, sentence(EVENTS[code] ?? message, values, seats));
}

/** Why a value is refused in a hand that has one only, or in any other. */
export function valueRefused(kind, allowed, specialAt) {
  if (!(kind in ONE_VALUE)) return refused("value_not_allowed");
  const said = { value: figureName(allowed[0]) };
  if (kind === "special") said.hand = specialWithin(specialAt);
  return problem("value_not_allowed", "value", text(ONE_VALUE[kind], said));
}

/** One problem for each field that such a record does not have. */
export function extraFields(data, known, prefix = "") {
  const strange = Object.keys(data).filter((name) => !known.includes(name));
  return strange.map((name) => fieldUnknown(prefix + name));
}
