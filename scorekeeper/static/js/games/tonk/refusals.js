// Every reason to refuse a hand of Tonk: its code, its field and its sentence.

import { pgettext, problem, text } from "../core.js";

/** By code: the usual field, the sentence. */
const SENTENCES = {
  players_range: [
    "max_players",
    pgettext("tonk", "These rules allow {most} players: choose other rules, or fewer players."),
  ],
  unknown_player: ["", pgettext("tonk", "This player is not at the table: choose one who is.")],
  by_required: ["by", pgettext("tonk", "Choose who ended the hand.")],
  by_not_allowed: ["by", pgettext("tonk", "Nobody ends the hand when the stock runs out: leave this empty.")],
  duplicate_player: ["by", pgettext("tonk", "A player is named twice: name each player once.")],
  out_by_required: [
    "out_by",
    pgettext("tonk", "Did the last cards go in a new spread or by hits? They pay differently."),
  ],
  out_by_invalid: ["out_by", pgettext("tonk", "Only a tonk out is made by a spread or by hits: leave this empty.")],
  totals_and_hands: ["hands", pgettext("tonk", "Give the counts or the cards, not both.")],
  bad_card: ["hands", pgettext("tonk", "This is not a card: write rank and suit, like Th or 10h.")],
  duplicate_card: [
    "hands",
    pgettext("tonk", "The deck has only one {card}: one of the two must be another card."),
  ],
  hand_size: ["hands", pgettext("tonk", "A hand has at most {size} cards: take some out.")],
  empty_hand: [
    "hands",
    pgettext("tonk", "Without cards {seat} would have gone out: enter the cards, or who went out."),
  ],
  out_player_has_cards: ["by", pgettext("tonk", "{seat} went out and holds no cards: the count must be 0.")],
  spreads_not_allowed: ["spreads", pgettext("tonk", "When a tonk is dealt, no cards lie on the table yet.")],
  bad_spread: [
    "spreads",
    pgettext("tonk", "A spread is three or four cards of one rank, or three or more of one suit in order. The ace is low."),
  ],
  card_count_mismatch: [
    "spreads",
    pgettext("tonk", "{laid} cards lie on the table, but {lacking} are missing from the hands. Look for a card too many or too few."),
  ],
  total_not_integer: ["totals", pgettext("tonk", "A count must be a whole number.")],
  total_impossible: ["totals", pgettext("tonk", "No hand can count {total}: count the cards again.")],
  totals_infeasible: ["totals", pgettext("tonk", "One deck cannot give all these counts together: count again.")],
  totals_required: ["totals", pgettext("tonk", "What do the cards of {seat} count?")],
  not_initial_tonk: [
    "totals",
    pgettext("tonk", "{seat} cannot declare a tonk with {total}: correct the count, or choose another ending."),
  ],
  undeclared_initial_tonk: [
    "totals",
    pgettext("tonk", "{seat} was dealt a tonk with {total} too: add this player to those who declared."),
  ],
};

export const HOW = text(pgettext("tonk", "Choose how the hand ended."));
export const HAND_SIZE_DEALT = pgettext("tonk", "A dealt tonk counts all {size} cards: enter all of them.");
export const DEALT_TOTAL = pgettext("tonk", "No hand of {size} cards counts {total}: count the cards again.");
export const STILL_HOLDS = pgettext("tonk", "{seat} went out and holds no cards: remove the cards.");

export const NO_WAY_OUT = problem(
  "out_by_invalid",
  "out_by",
  text(pgettext("tonk", "The last cards go in a new spread or by hits: choose one of the two.")),
);

export const TOTALS_MALFORMED = problem(
  "total_not_integer",
  "totals",
  text(pgettext("tonk", "The counts must be a list, one for each player at the table.")),
);

export const HANDS_MALFORMED = problem(
  "bad_card",
  "hands",
  text(pgettext("tonk", "The cards must be lists, one for each player at the table.")),
);

export const SPREADS_MALFORMED = problem(
  "bad_spread",
  "spreads",
  text(pgettext("tonk", "The spreads must be a list of lists of cards.")),
);

/** The problem of this code; with a field where it is not the usual one. */
export function refusal(code, field = null, values = {}) {
  const [usual, message] = SENTENCES[code];
  return problem(code, field ?? usual, text(message, values));
}
