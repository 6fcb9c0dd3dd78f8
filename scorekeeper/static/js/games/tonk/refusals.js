// Every reason to refuse a hand of Tonk: its code, its field and its sentence.

import { gettext_noop, problem, text } from "../core.js";

/** By code: the usual field, the sentence. */
const SENTENCES = {
  players_range: [
    "max_players",
    gettext_noop("These rules allow {most} players: choose others, or seat fewer."),
  ],
  unknown_player: ["", gettext_noop("This player is not at the table: choose one who is.")],
  by_required: ["by", gettext_noop("Choose who ended the hand.")],
  by_not_allowed: ["by", gettext_noop("When the stock runs out nobody ends the hand: leave this empty.")],
  duplicate_player: ["by", gettext_noop("A player is named twice: name everybody once.")],
  out_by_required: [
    "out_by",
    gettext_noop("Did the last cards go in a new spread or by hits? They pay differently."),
  ],
  out_by_invalid: ["out_by", gettext_noop("Only a tonk out is made by a spread or by hits: leave this empty.")],
  totals_and_hands: ["hands", gettext_noop("Give the counts or the cards, not both.")],
  bad_card: ["hands", gettext_noop("This is no card: write rank and suit, like Th or 10h.")],
  duplicate_card: [
    "hands",
    gettext_noop("There is only one {card} in the deck: one of the two must be another card."),
  ],
  hand_size: ["hands", gettext_noop("A hand has at most {size} cards: take some out.")],
  empty_hand: [
    "hands",
    gettext_noop("Without cards {seat} would have gone out: enter the cards, or who went out."),
  ],
  out_player_has_cards: ["by", gettext_noop("{seat} went out and holds no cards: the count must be 0.")],
  spreads_not_allowed: ["spreads", gettext_noop("When a tonk is dealt nothing lies on the table yet.")],
  bad_spread: [
    "spreads",
    gettext_noop("A spread is three or four cards of a rank, or three or more of a suit in order, the ace low."),
  ],
  card_count_mismatch: [
    "spreads",
    gettext_noop("{laid} cards lie on the table, but the hands lack {lacking}: look for a card too many or too few."),
  ],
  total_not_integer: ["totals", gettext_noop("A count must be a whole number.")],
  total_impossible: ["totals", gettext_noop("No hand counts {total}: count the cards again.")],
  totals_infeasible: ["totals", gettext_noop("One deck cannot give all these counts together: count again.")],
  totals_required: ["totals", gettext_noop("What do the cards of {seat} count?")],
  not_initial_tonk: [
    "totals",
    gettext_noop("{seat} cannot declare a tonk with {total}: correct the count, or choose another ending."),
  ],
  undeclared_initial_tonk: [
    "totals",
    gettext_noop("{seat} was dealt a tonk with {total} too: add this player to those who declared."),
  ],
};

export const HOW = text(gettext_noop("Choose how the hand ended."));
export const HAND_SIZE_DEALT = gettext_noop("A dealt tonk is counted on {size} cards: enter all of them.");
export const DEALT_TOTAL = gettext_noop("No hand of {size} cards counts {total}: count all of them again.");
export const STILL_HOLDS = gettext_noop("{seat} went out and holds no cards: take the cards away.");

export const NO_WAY_OUT = problem(
  "out_by_invalid",
  "out_by",
  text(gettext_noop("The last cards go in a new spread or by hits: choose one of the two.")),
);

export const TOTALS_MALFORMED = problem(
  "total_not_integer",
  "totals",
  text(gettext_noop("The counts must be a list, one for each player at the table.")),
);

export const HANDS_MALFORMED = problem(
  "bad_card",
  "hands",
  text(gettext_noop("The cards must be lists, one for each player at the table.")),
);

export const SPREADS_MALFORMED = problem(
  "bad_spread",
  "spreads",
  text(gettext_noop("The spreads must be a list of lists of cards.")),
);

/** The problem of this code; with a field where it is not the usual one. */
export function refusal(code, field = null, values = {}) {
  const [usual, message] = SENTENCES[code];
  return problem(code, field ?? usual, text(message, values));
}
