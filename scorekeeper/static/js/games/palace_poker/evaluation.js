// The best hand of at most five among one to nine cards, short hands included. Straights and flushes need five cards.

import { RANKS } from "./values.js";

const FULL = 5;
const ACE = 14;
const LOW_ACE = 1;
const HIGH_CARD = 0;
const PAIR = 1;
const TWO_PAIRS = 2;
const THREE = 3;
const STRAIGHT = 4;
const FLUSH = 5;
const FULL_HOUSE = 6;
const FOUR = 7;
const STRAIGHT_FLUSH = 8;
const GROUPED = { [FOUR]: 4, [THREE]: 3, [TWO_PAIRS]: 4, [PAIR]: 2 };

const rankOf = (card) => RANKS.indexOf(card[0]) + 2;
const falling = (one, other) => other - one;

/**
 * What a hand of these cards is worth: its category, then its ranks (2 to 14) group by group. `compareHands` says
 * which of two is better; `wheel` lets A-2-3-4-5 be the lowest straight.
 */
export function bestHand(cards, wheel) {
  const ranks = cards.map(rankOf).sort(falling);
  const suited = suitedOf(cards);
  const straightFlush = suited.length ? straight(suited, wheel) : 0;
  if (straightFlush) return [STRAIGHT_FLUSH, straightFlush];
  const groups = groupsOf(ranks);
  const [[most, best]] = groups;
  const pairs = groups.slice(1).flatMap(([count, rank]) => (count >= 2 ? [rank] : []));
  if (most === 4) return withKickers(FOUR, ranks, [best]);
  if (most === 3 && pairs.length) return [FULL_HOUSE, best, Math.max(...pairs)];
  if (suited.length) return [FLUSH, ...suited.slice(0, FULL)];
  const top = straight(ranks, wheel);
  return top ? [STRAIGHT, top] : grouped(ranks, groups[0], pairs);
}

/** More than zero where the first hand is better, zero where both are worth the same; a missing card loses to any. */
export function compareHands(one, other) {
  for (let nth = 0; nth < Math.max(one.length, other.length); nth += 1) {
    const more = (one[nth] ?? 0) - (other[nth] ?? 0);
    if (more) return more;
  }
  return 0;
}

/** How often each rank is there, [count, rank], the largest group first. */
function groupsOf(ranks) {
  const counts = [...new Set(ranks)].map((rank) => [ranks.filter((other) => other === rank).length, rank]);
  return counts.sort((one, other) => other[0] - one[0] || other[1] - one[1]);
}

function grouped(ranks, [most, best], pairs) {
  if (most === 3) return withKickers(THREE, ranks, [best]);
  if (most === 2 && pairs.length) return withKickers(TWO_PAIRS, ranks, [best, Math.max(...pairs)]);
  return most === 2 ? withKickers(PAIR, ranks, [best]) : [HIGH_CARD, ...ranks.slice(0, FULL)];
}

/** The groups first, then as many of the other cards as five allow. */
function withKickers(category, ranks, groups) {
  const others = ranks.filter((rank) => !groups.includes(rank));
  return [category, ...groups, ...others.slice(0, FULL - GROUPED[category])];
}

/** The ranks of the suit with five cards or more, highest first; nine cards have one at most. */
function suitedOf(cards) {
  const flush = [..."cdhs"].map((suit) => cards.filter((card) => card[1] === suit)).find((own) => own.length >= FULL);
  return (flush ?? []).map(rankOf).sort(falling);
}

/** The highest rank of the best straight, 0 without one. */
function straight(ranks, wheel) {
  const there = new Set(ranks);
  if (wheel && there.has(ACE)) there.add(LOW_ACE);
  const tops = [...there].filter((top) => [1, 2, 3, 4].every((step) => there.has(top - step)));
  return Math.max(0, ...tops);
}
