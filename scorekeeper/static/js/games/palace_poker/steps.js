// The hand, step by step. Each function gives the position after the step or throws a refusal.

import { amount } from "../core.js";
import { able, bannerSuit, buried, changed, handOf, leftOf, paid, placeOf, remaining } from "./position.js";
import { refused } from "./refusals.js";
import {
  anteOf, areCards, areDifferent, DEALT_EACH, isCard, isCount, MOST_SOLDIERS, SAME_SUIT,
} from "./values.js";

/** The position after the antes; players stand from the dealer's left. A short ante is all-in. */
export function begin(position) {
  const ante = anteOf(position.rules);
  const places = position.players.keys();
  return [...places].reduce((after, place) => paid(after, place, able(after.players[place], ante), "ante"), position);
}

/** The place of whoever acts, if it is their turn. */
export function actor(position, move) {
  const place = placeOf(position, move.by);
  if (place === null) throw refused("unknown_player", "by");
  if (position.end !== null) throw refused("action_after_end");
  if (position.players[place].out) throw refused("player_out", "by");
  if (place !== position.turn) throw refused("out_of_turn", "by");
  return place;
}

/** The position after an action that is no battle. */
export const act = (position, move) => ACTIONS[move.do](position, actor(position, move), move);

function buy(position, place, move) {
  const player = position.players[place];
  if (position.full) mayTake(position, move.card);
  else if (move.card !== null && !isCard(move.card)) throw refused("bad_card", "card");
  const thrown = thrownOf(position, move.discard);
  if (!position.draw && !position.discards) throw refused("no_cards_to_buy");
  const soldiers = player.soldiers + 1;
  if (soldiers - thrown.count > MOST_SOLDIERS) throw refused("too_many_soldiers", "discard");
  const cards = position.full ? [...player.cards, move.card] : [];
  const after = discarded(changed(drawn(position), place, { soldiers, cards }), place, thrown);
  const price = position.rules.small_bet;
  affordable(player, price, "do");
  return passedOn({ ...paid(after, place, price, "buy"), passed: new Set() }, place);
}

/** A buy, a raise and a named bet must be paid in full. */
export function affordable(player, price, field) {
  if (able(player, price) < price) throw refused("insufficient_stack", field, { left: amount(leftOf(player) ?? 0) });
}

/** Whether this card can have been bought now. */
function mayTake(position, card) {
  if (card === null) throw refused("card_required", "card");
  if (!isCard(card)) throw refused("bad_card", "card");
  const isHeld = position.players.some((player) => !player.out && handOf(player).includes(card));
  if (isHeld) throw refused("duplicate_card", "card");
  if (position.draw && position.buried.has(card)) throw refused("card_not_available", "card");
}

/** One card less in the deck, after the discards were shuffled if it was empty. */
const drawn = (position) =>
  position.draw
    ? { ...position, draw: position.draw - 1 }
    : { ...position, draw: position.discards - 1, discards: 0, buried: new Set() };

/** The soldiers that go, how many and by name where cards are named; none where nothing is said. */
function thrownOf(position, discard) {
  if (discard === null) return { count: 0, cards: [] };
  if (!position.full && isCount(discard)) return { count: discard, cards: [] };
  if (position.full && areCards(discard)) return { count: discard.length, cards: discard };
  throw refused("discard_invalid", "discard");
}

function discarded(position, place, { count, cards }) {
  const player = position.players[place];
  const areThere = count <= player.soldiers && cards.every((card) => player.cards.includes(card));
  if (!areThere || !areDifferent(cards)) throw refused("discard_invalid", "discard");
  const kept = player.cards.filter((card) => !cards.includes(card));
  return buried(changed(position, place, { soldiers: player.soldiers - count, cards: kept }), count, cards);
}

function discard(position, place, move) {
  const thrown = thrownOf(position, move.discard);
  if (!thrown.count) throw refused("discard_invalid", "discard");
  return pass(discarded(position, place, thrown), place);
}

const pass = (position, place) =>
  passedOn({ ...position, passed: new Set([...position.passed, place]) }, place);

const fold = (position, place) => passedOn(gone(position, place), place);

const ACTIONS = { buy, discard, stay: pass, fold };

/** The position with a player out and all of their cards among the discards. */
export function gone(position, place) {
  const player = position.players[place];
  const after = buried(position, DEALT_EACH + player.soldiers, handOf(player));
  return changed(after, place, { out: true, soldiers: 0, cards: [] });
}

/** Whether the hand is over after an action at this place, and whose turn it is else. */
export function passedOn(position, place) {
  const left = remaining(position);
  const passed = new Set(left.filter((other) => position.passed.has(other)));
  const end = endOf({ ...position, passed }, left);
  if (end) return { ...position, passed, end };
  const turn = left.find((other) => other > place) ?? left[0];
  return { ...position, passed, turn };
}

function endOf(position, left) {
  if (!left.length) return "tie_last_two";
  if (left.length === 1) return "last_standing";
  const suits = new Set(left.map((place) => bannerSuit(position.players[place])));
  if (SAME_SUIT.includes(left.length) && suits.size === 1) return "same_suit";
  return left.every((place) => position.passed.has(place)) ? "showdown" : null;
}
