// Every reason to refuse an entry of a match: its code, its field and its sentence.

import { fieldUnknown, pgettext, problem, text } from "../core.js";
import { figureName, sideName, specialWithin } from "./naming.js";
import { isSide } from "./values.js";

const UNKNOWN_SIDE = pgettext("truco", "Choose one of the two sides.");
const IN_HAND_OF_TEN = pgettext("truco", "Nobody raises in a hand that one side may decline.");
const IN_IRON_HAND = pgettext("truco", "Nobody raises in an iron hand.");

/** By code: the usual field, the sentence. */
const ENTRY = {
  game_already_over: ["", pgettext("truco", "This game is over: nothing can be added to it.")],
  match_already_over: ["", pgettext("truco", "The match is decided: nothing can be added to it.")],
  unknown_side: ["side", UNKNOWN_SIDE],
  dealer_not_integer: ["dealer", pgettext("truco", "The dealer must be a seat.")],
  dealer_not_at_table: ["dealer", pgettext("truco", "The dealer is not at this table.")],
  bad_penalty: ["points", pgettext("truco", "A penalty is a whole number from 1 to {target}.")],
  unknown_how: ["how", pgettext("truco", "Choose how the hand ended: played, run from, declined or without a winner.")],
  hand_must_have_winner: [
    "how",
    pgettext("truco", "Under these rules every hand has a winner, even with three drawn rounds. Choose the winner."),
  ],
  nobody_has_winner: ["winner", pgettext("truco", "Nobody won this hand: leave the winner empty.")],
  value_required: ["value", pgettext("truco", "How many points was the hand worth?")],
  value_not_allowed: ["value", pgettext("truco", "This hand cannot be worth that. Choose one of the values offered.")],
  raise_in_hand_of_ten: ["how", IN_HAND_OF_TEN],
  raise_in_iron_hand: ["how", IN_IRON_HAND],
  decision_not_allowed: [
    "how",
    pgettext("truco", "A side may decline a hand only when it alone has enough points for that."),
  ],
  decision_by_wrong_side: [
    "winner",
    pgettext("truco", "Only {side} can decline this hand, so the points go to the other side."),
  ],
  events_required: ["events", pgettext("truco", "Enter what happened, in order.")],
  event_after_game_over: [
    "events",
    pgettext("truco", "The bet ended the game, so no round follows. Remove the rounds and raises."),
  ],
  hand_after_game_over: [
    "how",
    pgettext("truco", "The bet ended the game, so no hand follows. Save only the bet."),
  ],
  raise_unanswered: [
    "events",
    pgettext("truco", "The raise of {side} has no answer. Did the others accept, raise or run?"),
  ],
  hand_incomplete: ["events", pgettext("truco", "The hand is not over yet: enter the next round.")],
  flor_not_in_ruleset: ["flor", pgettext("truco", "These rules have no flor.")],
  flor_bad_sequence: ["flor.seq", pgettext("truco", "This is no possible answer to a flor.")],
  flor_no_result: ["flor.winner", pgettext("truco", "Both flors were shown. Which side had the better one?")],
  flor_has_result: ["flor.winner", pgettext("truco", "The answers already show who gets the flor: leave the winner empty.")],
  envido_and_flor_both_scored: [
    "envido",
    pgettext("truco", "A flor cancels the envido: enter only one of them."),
  ],
  envido_not_in_ruleset: ["envido", pgettext("truco", "These rules have no envido.")],
  envido_no_call: ["envido.calls", pgettext("truco", "Which envido was called, and by which side?")],
  envido_unanswered: ["envido.answer", pgettext("truco", "Was the envido accepted or declined?")],
  envido_declined_has_result: [
    "envido",
    pgettext("truco", "Nobody shows a declined envido: leave points and winner empty."),
  ],
  envido_bad_points: [
    "envido.points",
    pgettext("truco", "Envido points are 0 to 7 or 20 to 33, for each side."),
  ],
  envido_winner_contradicts_points: ["envido.winner", pgettext("truco", "With these points {side} wins the envido.")],
  envido_no_result: ["envido.winner", pgettext("truco", "Who won the envido?")],
};

const EVENTS = {
  unknown_event: pgettext("truco", "There is no such event in a hand of truco."),
  unknown_side: UNKNOWN_SIDE,
  unknown_round_winner: pgettext("truco", "A round is won by one of the sides, or drawn."),
  round_after_hand_decided: pgettext("truco", "The hand was decided before this round. Remove the round."),
  event_after_hand_over: pgettext("truco", "The hand was over before this. Remove it."),
  hand_of_ten_undecided: pgettext("truco", "First {side} must decide whether the hand is played."),
  round_while_raise_pending: pgettext("truco", "The raise of {side} must be answered before the next round."),
  decision_not_allowed: pgettext("truco", "Nobody decides whether to play this hand."),
  decision_already_made: pgettext("truco", "The decision to play this hand has already been made."),
  decision_by_wrong_side: pgettext("truco", "Only {side} may decide whether the hand is played."),
  decision_missing: pgettext("truco", "Is the hand played, or declined?"),
  raise_in_hand_of_ten: IN_HAND_OF_TEN,
  raise_in_iron_hand: IN_IRON_HAND,
  raise_twice_in_a_row: pgettext("truco", "{side} raised last: only the other side may raise now."),
  raise_above_top: pgettext("truco", "The hand cannot be worth more than {value}."),
  raise_skips_step: pgettext("truco", "No value can be skipped: the next raise is to {value}."),
  raise_not_in_ladder: pgettext("truco", "There is no such raise: the next one is to {value}."),
  raise_beyond_need: pgettext("truco", "The hand is already worth enough to win the game."),
  accept_without_raise: pgettext("truco", "There is no raise to accept."),
  run_without_raise: pgettext("truco", "There is no raise to run from."),
  answer_own_raise: pgettext("truco", "{side} raised: the other side must answer."),
  fold_not_allowed: pgettext("truco", "Under these rules nobody may throw the cards in without a raise."),
};

/** The faults of calls in the order they are told. */
export const CALLS = {
  envido_unknown_call: pgettext("truco", "The calls are envido, real envido and falta envido."),
  envido_after_falta: pgettext("truco", "Nothing can be called after falta envido."),
  envido_bad_order: pgettext("truco", "Envido is called at most twice and before real envido, real envido once."),
};

const ONE_VALUE = {
  special: pgettext("truco", "When it is played, a {hand} is worth {value}."),
  iron: pgettext("truco", "An iron hand is always worth {value}."),
  declined: pgettext("truco", "A declined hand pays {value}."),
};

const PLAYED_BY = pgettext("truco", "These rules are for {counts} players. Change the number of players.");
const OR = pgettext("truco", "{counts} or {count}");
const COUNTS_COMMA = pgettext("truco", "{counts}, {count}");

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
