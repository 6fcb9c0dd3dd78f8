// Every reason to refuse a hand of Skat: its code, its field and its sentence.

import { pgettext, isText, problem, text } from "../core.js";

const refusal = (code, field, message) => [code, problem(code, field, text(message))];
export const REFUSALS = Object.fromEntries([
  refusal("contract_unknown", "contract", pgettext("skat", "Choose the game that was played.")),
  refusal("re_needs_kontra", "re", pgettext("skat", "Re can only answer a kontra.")),
  refusal("passed_takes_no_input", "", pgettext("skat", "A passed hand has no declarer and no result.")),
  refusal("bid_not_integer", "bid", pgettext("skat", "The bid must be a whole number.")),
  refusal("bid_not_legal", "bid", pgettext("skat", "This is not a bid in Skat: no game has this value.")),
  refusal("points_not_integer", "declarer_points", pgettext("skat", "Card points must be a whole number.")),
  refusal("points_out_of_range", "declarer_points", pgettext("skat", "Card points go from 0 to 120.")),
  refusal("tricks_not_integer", "declarer_tricks", pgettext("skat", "Tricks must be a whole number.")),
  refusal("tricks_out_of_range", "declarer_tricks", pgettext("skat", "Tricks go from 0 to 10.")),
  refusal("null_has_no_matadors", "matadors", pgettext("skat", "A null game has no matadors.")),
  refusal("null_has_no_points", "declarer_points", pgettext("skat", "In a null game no points count.")),
  refusal("matadors_missing", "matadors", pgettext("skat", "How many matadors?")),
  refusal("matadors_not_integer", "matadors", pgettext("skat", "Matadors must be a whole number.")),
  refusal("with_without_missing", "with", pgettext("skat", "With or without the jack of clubs?")),
  refusal("ouvert_needs_hand", "ouvert", pgettext("skat", "Only a hand game can be played ouvert.")),
  refusal("result_given_twice", "outcome", pgettext("skat", "Give card points or an outcome, not both.")),
  refusal("outcome_malformed", "outcome", pgettext("skat", "The outcome must say whether it was won.")),
  refusal("result_missing", "declarer_points", pgettext("skat", "How did it end?")),
  refusal("points_impossible", "declarer_points", pgettext("skat", "No cards count 1 or 119 points.")),
  refusal("tricks_required", "declarer_tricks", pgettext("skat", "How many tricks did the declarer take?")),
  refusal(
    "points_tricks_conflict", "declarer_points", pgettext("skat", "These points are not possible with these tricks."),
  ),
  refusal("null_below_bid", "contract", pgettext("skat", "This null game is worth less than the bid.")),
  refusal("bock_rounds_not_integer", "bock_rounds", pgettext("skat", "Rounds must be a whole number.")),
  refusal("bock_rounds_out_of_range", "bock_rounds", pgettext("skat", "Bock rounds go from 0 to 9.")),
  refusal("ramsch_tricks", "tricks", pgettext("skat", "The tricks of the three players must make ten.")),
  refusal("ramsch_points", "points", pgettext("skat", "Card points and the skat must make 120.")),
  refusal("ramsch_points_without_trick", "points", pgettext("skat", "A player without a trick cannot have card points.")),
  refusal("ramsch_last_trick", "last_trick", pgettext("skat", "Who took the last trick?")),
  refusal("ramsch_pushes", "pushes", pgettext("skat", "Pushes go from 0 to 9.")),
  refusal("table_size", "", pgettext("skat", "Skat is played at a table of three or four.")),
  refusal("dealer_not_integer", "dealer", pgettext("skat", "The dealer must be a seat.")),
  refusal("dealer_not_at_table", "dealer", pgettext("skat", "The dealer is not at this table.")),
  refusal("declarer_missing", "declarer", pgettext("skat", "Who was the declarer?")),
  refusal("declarer_not_integer", "declarer", pgettext("skat", "The declarer must be a seat.")),
  refusal("declarer_not_at_table", "declarer", pgettext("skat", "The declarer is not at this table.")),
  refusal("dealer_cannot_declare_at_four", "declarer", pgettext("skat", "At a table of four the dealer sits out.")),
  refusal("hand_after_end", "", pgettext("skat", "The list is complete.")),
]);

export const NULL_LEVELS = problem(
  "outcome_malformed", "outcome", text(pgettext("skat", "A null game is only won or lost.")),
);

export const notYesOrNo = (name) => problem("flag_not_boolean", name, text(pgettext("skat", "This must be yes or no.")));
export const nullAnnounced = (name) =>
  problem(
    "null_has_no_announcements", name, text(pgettext("skat", "In a null game neither schneider nor schwarz is announced.")),
  );

export const needsHand = (name) =>
  problem("announcement_needs_hand", name, text(pgettext("skat", "Only in a hand game can it be announced.")));

export const matadorsOutOfRange = (most) =>
  problem("matadors_out_of_range", "matadors", text(pgettext("skat", "This game has 1 to {most} matadors."), { most }));

/** The problems whose condition holds, in their order. */
export const those = (...pairs) =>
  pairs.filter(([holds]) => holds).map(([, code]) => (isText(code) ? REFUSALS[code] : code));
