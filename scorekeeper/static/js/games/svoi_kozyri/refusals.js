// Every reason to refuse a deal: its code, its field and its sentence.

import { gettext_noop, isText, problem, text } from "../core.js";

const refusal = (code, field, message) => [code, problem(code, field, text(message))];
export const REFUSALS = Object.fromEntries([
  refusal(
    "series_already_over", "", gettext_noop("Somebody has won the series already. Start a new one for this deal."),
  ),
  refusal(
    "too_many_deals", "", gettext_noop("All deals of the series are played. Start a new one for this deal."),
  ),
  refusal(
    "bad_player_count", "players", gettext_noop("These rules are not for so many players. Change the seats."),
  ),
  refusal("trump_missing", "trumps", gettext_noop("Say the trump suit of every player.")),
  refusal("unknown_suit", "trumps", gettext_noop("A trump must be clubs, diamonds, hearts or spades.")),
  refusal(
    "trump_taken", "trumps",
    gettext_noop("Two players have the same trump suit. Give each of them a suit of their own."),
  ),
  refusal("finished_required", "finished", gettext_noop("Who went out, and in which order?")),
  refusal(
    "finished_twice", "finished", gettext_noop("Somebody is said to have gone out twice. Name every player once."),
  ),
  refusal("unknown_result", "result", gettext_noop("Did the last player lose, or is it a draw?")),
  refusal(
    "deal_unfinished", "finished", gettext_noop("More than one player is left. Play on, or say who else went out."),
  ),
  refusal("nobody_left", "finished", gettext_noop("One player must be left. Leave out who still has cards.")),
  refusal("draw_has_loser", "loser", gettext_noop("In a draw nobody loses. Take the loser away, or choose a loss.")),
  refusal("loser_finished", "loser", gettext_noop("Who went out did not lose. The loser is the player who is left.")),
  refusal(
    "draw_needs_one_card", "cards_left",
    gettext_noop("A draw needs exactly one card in the last hand. With more cards it is a loss."),
  ),
  refusal(
    "cards_left_required", "cards_left", gettext_noop("How many cards are left? Here they are what counts."),
  ),
  refusal(
    "card_pair_incomplete", "top_card", gettext_noop("Say both the last card and the card it had to beat, or neither."),
  ),
  refusal("same_card", "top_card", gettext_noop("The last card and the top card cannot be the same card.")),
  refusal(
    "draw_card_does_not_beat", "last_card",
    gettext_noop("The last card does not beat the top card: this is a loss and no draw."),
  ),
  refusal("should_be_draw", "result", gettext_noop("The only card left beats the top card: this is a draw.")),
]);

export const unknownPlayer = (field) =>
  problem(
    "unknown_player", field,
    text(gettext_noop("This player is not at the table. Choose one of the players of this deal.")),
  );

export const unknownCard = (field) =>
  problem("unknown_card", field, text(gettext_noop("There is no such card in this pack.")));

export const badCardsLeft = (deck) =>
  problem(
    "bad_cards_left", "cards_left",
    text(gettext_noop("The cards left are a whole number from 1 to {most}."), { most: deck - 1 }),
  );

/** The problems whose condition holds, in their order. */
export const those = (...pairs) =>
  pairs.filter(([holds]) => holds).map(([, code]) => (isText(code) ? REFUSALS[code] : code));
