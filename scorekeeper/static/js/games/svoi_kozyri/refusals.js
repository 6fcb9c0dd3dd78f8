// Every reason to refuse a deal: its code, its field and its sentence.

import { pgettext, isText, problem, text } from "../core.js";

const refusal = (code, field, message) => [code, problem(code, field, text(message))];
export const REFUSALS = Object.fromEntries([
  refusal(
    "series_already_over", "", pgettext("svoi_kozyri", "Somebody has won the series already. Start a new one for this deal."),
  ),
  refusal(
    "too_many_deals", "", pgettext("svoi_kozyri", "All deals of the series are played. Start a new one for this deal."),
  ),
  refusal(
    "bad_player_count", "players", pgettext("svoi_kozyri", "These rules do not fit this number of players. Change the seats."),
  ),
  refusal("trump_missing", "trumps", pgettext("svoi_kozyri", "Choose the trump suit of every player.")),
  refusal("unknown_suit", "trumps", pgettext("svoi_kozyri", "A trump must be clubs, diamonds, hearts or spades.")),
  refusal(
    "trump_taken", "trumps",
    pgettext("svoi_kozyri", "Two players have the same trump suit. Give each of them a suit of their own."),
  ),
  refusal("finished_required", "finished", pgettext("svoi_kozyri", "Who went out, and in which order?")),
  refusal(
    "finished_twice", "finished", pgettext("svoi_kozyri", "A player is listed as out twice. Name each player once."),
  ),
  refusal("unknown_result", "result", pgettext("svoi_kozyri", "Did the last player lose, or is it a draw?")),
  refusal(
    "deal_unfinished", "finished", pgettext("svoi_kozyri", "More than one player is left. Play on, or enter who else went out."),
  ),
  refusal("nobody_left", "finished", pgettext("svoi_kozyri", "One player must be left with cards. Leave that player out.")),
  refusal("draw_has_loser", "loser", pgettext("svoi_kozyri", "In a draw nobody loses. Take the loser away, or choose a loss.")),
  refusal("loser_finished", "loser", pgettext("svoi_kozyri", "A player who went out has not lost. The loser is the player left with cards.")),
  refusal(
    "draw_needs_one_card", "cards_left",
    pgettext("svoi_kozyri", "A draw needs exactly one card in the last hand. With more cards it is a loss."),
  ),
  refusal(
    "cards_left_required", "cards_left", pgettext("svoi_kozyri", "How many cards are left? Under these rules they count."),
  ),
  refusal(
    "card_pair_incomplete", "top_card", pgettext("svoi_kozyri", "Enter both the last card and the card it had to beat, or neither."),
  ),
  refusal("same_card", "top_card", pgettext("svoi_kozyri", "The last card and the top card cannot be the same card.")),
  refusal(
    "draw_card_does_not_beat", "last_card",
    pgettext("svoi_kozyri", "The last card does not beat the top card: this is a loss, not a draw."),
  ),
  refusal("should_be_draw", "result", pgettext("svoi_kozyri", "The only card left beats the top card: this is a draw.")),
]);

export const unknownPlayer = (field) =>
  problem(
    "unknown_player", field,
    text(pgettext("svoi_kozyri", "This player is not at the table. Choose one of the players of this deal.")),
  );

export const unknownCard = (field) =>
  problem("unknown_card", field, text(pgettext("svoi_kozyri", "There is no such card in this pack.")));

export const badCardsLeft = (deck) =>
  problem(
    "bad_cards_left", "cards_left",
    text(pgettext("svoi_kozyri", "The cards left are a whole number from 1 to {most}."), { most: deck - 1 }),
  );

/** The problems whose condition holds, in their order. */
export const those = (...pairs) =>
  pairs.filter(([holds]) => holds).map(([, code]) => (isText(code) ? REFUSALS[code] : code));
