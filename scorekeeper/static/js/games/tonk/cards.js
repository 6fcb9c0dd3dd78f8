// Cards, spreads, and what a hand counts. A card is its rank and suit, like Th.

import { range, sum } from "../core.js";
import { FACES, FOUR_OF_A_RANK, TRIPLE } from "./values.js";

const RANKS = "A23456789TJQK";
const SUITS = "cdhs";

const placeOf = (card) => SUITS.indexOf(card[1]) * RANKS.length + RANKS.indexOf(card[0]);

/** What a card of each rank counts. */
export const valuesOf = (faces) => [...range(10).map((place) => place + 1), ...FACES[faces]];

/** A book is three or four cards of a rank, a run three or more of a suit that follow each other. */
export function isSpread(cards) {
  if (cards.length < TRIPLE) return false;
  if (new Set(cards.map((card) => card[0])).size === 1) return cards.length <= FOUR_OF_A_RANK;
  const places = cards.map(placeOf).sort((one, other) => one - other);
  const [first, last] = [places[0], places[places.length - 1]];
  const isInSuit = Math.floor(first / RANKS.length) === Math.floor(last / RANKS.length);
  return isInSuit && last - first === places.length - 1;
}

/** What all these cards count. */
export function countOf(cards, faces) {
  const values = valuesOf(faces);
  return sum(cards.map((card) => values[RANKS.indexOf(card[0])]));
}

/** Every spread that could be laid from a hand of a few cards. */
function spreadsIn(cards) {
  const choices = range(1 << cards.length).map((chosen) => cards.filter((_, place) => (chosen >> place) & 1));
  return choices.filter(isSpread);
}

/** The least that can be left after taking out spreads that share no card. */
export function unmatchedOf(cards, faces) {
  const rests = spreadsIn(cards).map((spread) => cards.filter((card) => !spread.includes(card)));
  return rests.length ? Math.min(...rests.map((rest) => unmatchedOf(rest, faces))) : countOf(cards, faces);
}

/** Whether a spread is held back; three aces may be kept while the fourth is elsewhere. */
export function mustLay(cards) {
  const aces = new Set(cards.filter((card) => card[0] === "A"));
  const isExempt = (spread) => {
    const laid = new Set(spread);
    return aces.size === TRIPLE && laid.size === TRIPLE && [...laid].every((card) => aces.has(card));
  };
  return spreadsIn(cards).some((spread) => !isExempt(spread));
}
