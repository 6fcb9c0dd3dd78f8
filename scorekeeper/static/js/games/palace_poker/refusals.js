// Every reason to refuse a hand: its code and its sentence.

import { amount, pgettext, isWhole, text } from "../core.js";
import { LARGEST_AMOUNT } from "./values.js";

const SENTENCES = {
  cards_mode_invalid: pgettext("palace_poker", "Choose whether soldiers are counted or every card is named."),
  players_range: pgettext("palace_poker", "Palace Poker is for two to ten players."),
  unknown_player: pgettext("palace_poker", "This player is not at the table. Choose a player who is."),
  amount_invalid: pgettext("palace_poker", "An amount must be a whole number, not less than zero."),
  contributions_required: pgettext("palace_poker", "Enter for every player what went into the pot."),
  ante_missing: pgettext("palace_poker", "Every player puts in the ante of {ante}. Enter more, or mark who is all-in."),
  contribution_unreachable: pgettext("palace_poker",
    "No bets at these stakes add up to this amount. Count again, or mark who is all-in.",
  ),
  empty_pot: pgettext("palace_poker", "There is nothing in the pot. Enter what each player put in."),
  all_in_invalid: pgettext("palace_poker", "Name each all-in player once, and only players who put something in."),
  ranking_required: pgettext("palace_poker", "Who won the pot?"),
  ranking_invalid: pgettext("palace_poker", "Name each player once in the order of the winners."),
  end_invalid: pgettext("palace_poker", "The hand cannot have ended this way with these winners."),
  banner_required: pgettext("palace_poker", "Every player has a banner. Which card is it?"),
  banner_diversity: pgettext("palace_poker",
    "The banners of one round of the deal have different suits. One of these cards or the dealer is wrong.",
  ),
  bad_card: pgettext("palace_poker", "There is no such card."),
  duplicate_card: pgettext("palace_poker", "This card is already on the table. Check which card it is."),
  palace_size: pgettext("palace_poker", "A palace has three cards."),
  stack_required: pgettext("palace_poker", "Enter the stack before the hand for every player or for none."),
  actions_required: pgettext("palace_poker", "What happened at the table? Enter the actions in their order."),
  action_invalid: pgettext("palace_poker", "There is no such action. A player can buy, discard, stay, fold or attack."),
  action_after_end: pgettext("palace_poker", "The hand was over before this. Take it back."),
  hand_not_finished: pgettext("palace_poker", "The hand is not over yet. Enter what happened next."),
  player_out: pgettext("palace_poker", "This player is already out."),
  out_of_turn: pgettext("palace_poker", "It was not this player’s turn."),
  card_required: pgettext("palace_poker", "Which card was bought?"),
  card_not_available: pgettext("palace_poker", "This card was discarded, and the discards have not been reshuffled since."),
  no_cards_to_buy: pgettext("palace_poker", "There is no card left to buy."),
  too_many_soldiers: pgettext("palace_poker", "Nobody keeps more than five soldiers. Enter what was discarded."),
  discard_invalid: pgettext("palace_poker", "Discard at least one soldier, and only soldiers the player has."),
  insufficient_stack: pgettext("palace_poker", "There is not enough left for this. Only {left} is left."),
  target_invalid: pgettext("palace_poker", "Nobody attacks themselves."),
  target_out: pgettext("palace_poker", "This player is already out."),
  same_banner_suit: pgettext("palace_poker", "Banners of the same suit do not fight each other."),
  bet_invalid: pgettext("palace_poker", "This bet is not possible: the minimum is {least}."),
  raise_invalid: pgettext("palace_poker", "This raise is not possible: it must be {least}."),
  raise_limit: pgettext("palace_poker", "No more raises are allowed in this battle."),
  response_incomplete: pgettext("palace_poker", "How did the battle go on? It ends with a fold or a call."),
  response_out_of_turn: pgettext("palace_poker", "It was the other side’s turn to answer."),
  response_after_end: pgettext("palace_poker", "The betting was over before this. Take it back."),
  winner_required: pgettext("palace_poker", "Who won the battle?"),
  winner_invalid: pgettext("palace_poker", "Choose one of the two fighters, or a tie."),
  winner_not_allowed: pgettext("palace_poker", "One side folded, so the other has won. Remove the winner."),
  winner_mismatch: pgettext("palace_poker", "The cards show another result. Check who won."),
  keep_required: pgettext("palace_poker", "Nobody keeps more than five soldiers. Which ones stay?"),
  keep_invalid: pgettext("palace_poker", "Keep at most five of the player’s own and captured soldiers."),
  showdown_required: pgettext("palace_poker", "All show their cards. Who has the best hand?"),
  showdown_invalid: pgettext("palace_poker", "Name only players who are still in, each of them once."),
  showdown_not_allowed: pgettext("palace_poker", "The hand did not end with a showdown. Remove the showdown."),
};

const SPECIAL = {
  "raise_invalid no_limit": pgettext("palace_poker", "This raise is not possible: it is at least {least}."),
  "bet_invalid limit": pgettext("palace_poker", "This bet is not possible: it must be {least}."),
  "action_invalid response": pgettext("palace_poker", "This does not answer an attack. A player can fold, call or raise."),
  "action_invalid amount": pgettext("palace_poker", "Only a raise has an amount. Remove it."),
  "action_invalid actions": pgettext("palace_poker", "A log has room for {most} actions. Use “Quick” for this hand."),
  "action_invalid responses": pgettext("palace_poker", "A battle has room for {most} answers. Use “Quick” for this hand."),
  "amount_invalid most": pgettext("palace_poker", "An amount cannot be more than {most}."),
  "showdown_required next": pgettext("palace_poker", "The best hand cannot win all of the pot. Who has the next best hand?"),
};

/** The reason of this code at this field; some have another sentence in some cases, or by the betting limit. */
export function problem(code, field = "", { case: special = "", ...values } = {}) {
  return { code, field, message: text(SPECIAL[`${code} ${special}`] ?? SENTENCES[code], values) };
}

/** The same, to be thrown: a rule broken in the middle of a hand. */
export const refused = (code, field, values) => refusing(problem(code, field, values));

/** This problem, to be thrown. */
export const refusing = (found) => Object.assign(new Error(found.code), { problem: found });

/** Why this is no amount: what it is, or how large. */
export function noAmount(value, field) {
  const isTooLarge = isWhole(value) && value > LARGEST_AMOUNT;
  return problem("amount_invalid", field, isTooLarge ? { case: "most", most: amount(LARGEST_AMOUNT) } : {});
}

/** What this comes to, with the place in the log (`where`) in the field of a refusal. */
export function at(where, step) {
  try {
    return step();
  } catch (refusal) {
    const found = refusal.problem;
    if (!found) throw refusal;
    throw refusing({ ...found, field: found.field ? `${where}.${found.field}` : where });
  }
}
