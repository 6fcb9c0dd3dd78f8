// Which counts one deck can give: alone, and together.
//
// Cards are held by what they count, five values in a word, six bits each: how many count 1, 2, ... The sixth bit is
// set in what is left of a deck; it is lost where more cards are taken than there are.

import { range, sum } from "../core.js";
import { valuesOf } from "./cards.js";
import { FOUR_OF_A_RANK } from "./values.js";

const IN_A_WORD = 5;
const BITS = 6;
const NUMBER = 31;
const GUARD = 32;
const MANY_TENS = 50; // less than this is at most four tens and one more card
const MOST_TRIED = 250_000; // after so many tries without a proof, the counts are taken as possible
const FITTING = 25; // a hand that fits is as much work as so many that do not
const ROOMY = [5, 6, 7]; // sizes at which four hands always find their cards

function deckOf(faces) {
  const values = valuesOf(faces);
  return range(Math.max(...values)).map(
    (place) => FOUR_OF_A_RANK * values.filter((value) => value === place + 1).length,
  );
}

const wordOf = (value) => Math.floor((value - 1) / IN_A_WORD);
const shiftOf = (value) => BITS * ((value - 1) % IN_A_WORD);
const held = (cards, value) => (cards[wordOf(value)] >> shiftOf(value)) & NUMBER;

/** The same with so many more cards of a value. */
function withMore(cards, value, number) {
  const more = [...cards];
  more[wordOf(value)] += number << shiftOf(value);
  return more;
}

function packed(numbers) {
  const none = range(wordOf(numbers.length) + 1).map(() => 0);
  return numbers.reduce((cards, number, place) => withMore(cards, place + 1, number), none);
}

const whole = (faces) => packed(deckOf(faces).map((number) => GUARD + number));

/** The sum of so many cards, taken in the order of these values. */
function sumOf(cards, values, left) {
  let [total, wanted] = [0, cards];
  for (const value of values) {
    const taken = Math.min(wanted, held(left, value));
    total += taken * value;
    wanted -= taken;
  }
  return total;
}

/** The least and the most that so many hands can count together, from the cards left. */
function boundsOf(hands, deal, left) {
  const upwards = deckOf(deal.faces).map((_, place) => place + 1);
  const downwards = [...upwards].reverse();
  return [sumOf(hands * deal.fewest, upwards, left), sumOf(hands * deal.most, downwards, left)];
}

const isWithin = ([least, most], total) => least <= total && total <= most;

/** Whether any hand counts this. */
export const isPossible = (total, deal) => isWithin(boundsOf(1, deal, whole(deal.faces)), total);

/** Whether hands from one deck can count these together; each is possible alone. */
export function arePossible(totals, deal) {
  const isRoomy = deal.fewest === 1 && deal.faces === "10" && ROOMY.includes(deal.most);
  if (isRoomy && totals.length <= FOUR_OF_A_RANK && Math.max(0, ...totals) < MANY_TENS) return true;
  const sorted = [...totals].sort((one, other) => one - other);
  return areWithinBounds(sorted, deal) && canBeDealt(sorted, deal);
}

function areWithinBounds(totals, deal) {
  if (totals.length * deal.fewest > sum(deckOf(deal.faces))) return false;
  return totals.every((_, place) => {
    const [least, most] = boundsOf(place + 1, deal, whole(deal.faces));
    return sum(totals.slice(0, place + 1)) >= least && sum(totals.slice(-place - 1)) <= most;
  });
}

/** Deals one hand after the other, the hardest first; where very many were tried in vain, there may be a deal. */
function canBeDealt(given, deal) {
  const ways = (total) => waysOf(total, deal);
  const totals = [...given].sort((one, other) => ways(one).length - ways(other).length);
  const rests = totals.map((_, place) => sum(totals.slice(place)));
  const guards = packed(deckOf(deal.faces).map(() => GUARD));
  const dead = new Set();
  let tried = 0;

  function dealOn(place, first, left) {
    if (place === totals.length) return true;
    tried += FITTING;
    const here = `${place} ${first} ${left}`;
    if (dead.has(here)) return false;
    const mayFit = isWithin(boundsOf(totals.length - place, deal, left), rests[place]);
    if (mayFit && tryWays(place, first, left)) return true;
    dead.add(here);
    return false;
  }

  function tryWays(place, first, left) {
    const own = ways(totals[place]);
    const isSame = totals[place] === totals[place + 1]; // equal ones take their ways in order: none is tried twice
    for (let number = first; number < own.length; number += 1) {
      tried += 1;
      if (tried > MOST_TRIED) return true;
      const way = own[number];
      const isThere = left.every((cards, word) => ((cards - way[word]) & guards[word]) === guards[word]);
      const after = isThere ? left.map((cards, word) => cards - way[word]) : null;
      if (isThere && dealOn(place + 1, isSame ? number : 0, after)) return true;
    }
    return false;
  }

  return dealOn(0, 0, whole(deal.faces));
}

const WAYS = new Map();

/** Every way to make a total from one deck: those with the fewest cards first, then with the highest. */
function waysOf(total, deal) {
  const key = `${total} ${deal.fewest} ${deal.most} ${deal.faces}`;
  if (!WAYS.has(key)) {
    const sizes = range(deal.most - deal.fewest + 1).map((more) => deal.fewest + more);
    WAYS.set(key, sizes.flatMap((size) => handsOf(size, total, deckOf(deal.faces))));
  }
  return WAYS.get(key);
}

function handsOf(size, total, deck) {
  const found = [];
  const fill = (value, cards, left, made) => {
    if (left > cards * value || left < cards) return;
    if (value === 0) {
      found.push(made);
      return;
    }
    for (let number = Math.min(cards, deck[value - 1]); number >= 0; number -= 1) {
      fill(value - 1, cards - number, left - number * value, withMore(made, value, number));
    }
  };
  fill(deck.length, size, total, packed(deck.map(() => 0)));
  return found;
}
