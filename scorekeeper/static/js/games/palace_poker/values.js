// The numbers of the game, and the cards.

import { floorDiv, isBetween } from "../core.js";

export const RANKS = "23456789TJQKA";
export const CARDS = new Set([...RANKS].flatMap((rank) => [..."cdhs"].map((suit) => rank + suit)));

export const FEWEST_SEATS = 2;
export const MOST_SEATS = 10;
export const PALACE = 3;
export const DEALT_EACH = 1 + PALACE;
export const MOST_SOLDIERS = 5;
export const SUITS = 4; // within deal positions 1-4, 5-8 and 9-10 all banner suits differ
export const SAME_SUIT = [2, 3]; // so many who are left may share a banner suit

export const LARGEST_AMOUNT = 1_000_000_000_000;
export const BASIS_POINTS = 10_000;
export const MOST_ACTIONS = 300;
export const MOST_RESPONSES = 100;

export const TIE = "tie";
export const ENDS = ["last_standing", "same_suit", "tie_last_two", "showdown", "recorded"];

/** The letter of its suit. */
export const suitOf = (card) => card[1];

/** Whether this names a card of the deck. */
export const isCard = (value) => CARDS.has(value);

/** Whether this is an amount: a whole number that is not negative. */
export const isAmount = (value) => isBetween(value, 0, LARGEST_AMOUNT);

/** Whether this is a number of cards. */
export const isCount = (value) => isBetween(value, 0, CARDS.size);

/** Whether these are cards of the deck, in a list. */
export const areCards = (value) => Array.isArray(value) && value.every(isCard);

/** Whether no two of these are the same. */
export const areDifferent = (values) => new Set(values).size === values.length;

/** What follows a small bet of these rules where they do not say it: the big bet, and the ante. */
export const bigBet = (rules) => rules.big_bet ?? 2 * rules.small_bet;
export const anteOf = (rules) => rules.ante ?? floorDiv(rules.small_bet, 2);
export const isLimit = (rules) => rules.limit === "limit";

/** Who dealt: the seat that was entered, else the one whose turn it was. */
export const dealt = (dealer, table) => dealer ?? table.dealer;

/** The seats in the order of the deal: clockwise from the dealer's left. */
export function fromLeftOf(dealer, seats) {
  const place = seats.indexOf(dealer) + 1;
  return [...seats.slice(place), ...seats.slice(0, place)];
}
