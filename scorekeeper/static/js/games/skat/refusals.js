// Every reason to refuse a hand of Skat: its code, its field and its sentence.

import { gettext_noop, isText, problem, text } from "../core.js";

const refusal = (code, field, message) => [code, problem(code, field, text(message))];
export const REFUSALS = Object.fromEntries([
  refusal("contract_unknown", "contract", gettext_noop("Choose the game that was played.")),
  refusal("re_needs_kontra", "re", gettext_noop("Re can only answer a kontra.")),
  refusal("passed_takes_no_input", "", gettext_noop("A passed hand has no declarer and no result.")),
  refusal("bid_not_integer", "bid", gettext_noop("The bid must be a whole number.")),
  refusal("bid_not_legal", "bid", gettext_noop("This is not a bid in Skat: no game has this value.")),
  refusal("points_not_integer", "declarer_points", gettext_noop("Card points must be a whole number.")),
  refusal("points_out_of_range", "declarer_points", gettext_noop("Card points go from 0 to 120.")),
  refusal("tricks_not_integer", "declarer_tricks", gettext_noop("Tricks must be a whole number.")),
  refusal("tricks_out_of_range", "declarer_tricks", gettext_noop("Tricks go from 0 to 10.")),
  refusal("null_has_no_matadors", "matadors", gettext_noop("A null game has no matadors.")),
  refusal("null_has_no_points", "declarer_points", gettext_noop("In a null game no points count.")),
  refusal("matadors_missing", "matadors", gettext_noop("How many matadors?")),
  refusal("matadors_not_integer", "matadors", gettext_noop("Matadors must be a whole number.")),
  refusal("with_without_missing", "with", gettext_noop("With or without the jack of clubs?")),
  refusal("ouvert_needs_hand", "ouvert", gettext_noop("Only a hand game can be played ouvert.")),
  refusal("result_given_twice", "outcome", gettext_noop("Give card points or an outcome, not both.")),
  refusal("outcome_malformed", "outcome", gettext_noop("The outcome must say whether it was won.")),
  refusal("result_missing", "declarer_points", gettext_noop("How did it end?")),
  refusal("points_impossible", "declarer_points", gettext_noop("No cards count 1 or 119 points.")),
  refusal("tricks_required", "declarer_tricks", gettext_noop("How many tricks did the declarer take?")),
  refusal(
    "points_tricks_conflict", "declarer_points", gettext_noop("So many points are not possible with so many tricks."),
  ),
  refusal("null_below_bid", "contract", gettext_noop("This null game is worth less than the bid.")),
  refusal("bock_rounds_not_integer", "bock_rounds", gettext_noop("Rounds must be a whole number.")),
  refusal("bock_rounds_out_of_range", "bock_rounds", gettext_noop("Bock rounds go from 0 to 9.")),
  refusal("ramsch_tricks", "tricks", gettext_noop("The tricks of the three players must make ten.")),
  refusal("ramsch_points", "points", gettext_noop("Card points and the skat must make 120.")),
  refusal("ramsch_points_without_trick", "points", gettext_noop("Who has no trick cannot have card points.")),
  refusal("ramsch_last_trick", "last_trick", gettext_noop("Who made the last trick?")),
  refusal("ramsch_pushes", "pushes", gettext_noop("Pushes go from 0 to 9.")),
  refusal("table_size", "", gettext_noop("Skat is played at a table of three or four.")),
  refusal("dealer_not_integer", "dealer", gettext_noop("The dealer must be a seat.")),
  refusal("dealer_not_at_table", "dealer", gettext_noop("The dealer is not at this table.")),
  refusal("declarer_missing", "declarer", gettext_noop("Who was the declarer?")),
  refusal("declarer_not_integer", "declarer", gettext_noop("The declarer must be a seat.")),
  refusal("declarer_not_at_table", "declarer", gettext_noop("The declarer is not at this table.")),
  refusal("dealer_cannot_declare_at_four", "declarer", gettext_noop("At a table of four the dealer sits out.")),
  refusal("hand_after_end", "", gettext_noop("The list is complete.")),
]);

export const NULL_LEVELS = problem(
  "outcome_malformed", "outcome", text(gettext_noop("A null game is only won or lost.")),
);

export const notYesOrNo = (name) => problem("flag_not_boolean", name, text(gettext_noop("This must be yes or no.")));
export const nullAnnounced = (name) =>
  problem(
    "null_has_no_announcements", name, text(gettext_noop("In a null game neither schneider nor schwarz is announced.")),
  );

export const needsHand = (name) =>
  problem("announcement_needs_hand", name, text(gettext_noop("Only in a hand game can it be announced.")));

export const matadorsOutOfRange = (most) =>
  problem("matadors_out_of_range", "matadors", text(gettext_noop("This game has 1 to {most} matadors."), { most }));

/** The problems whose condition holds, in their order. */
export const those = (...pairs) =>
  pairs.filter(([holds]) => holds).map(([, code]) => (isText(code) ? REFUSALS[code] : code));
