// Reading plain values: the checks that both kinds of hand share.

import { has, isBetween, isObject, readCard } from "../core.js";
import { noAmount, problem } from "./refusals.js";
import { areDifferent, isAmount, isCard, MOST_SEATS, suitOf, SUITS } from "./values.js";

/** A list as it was given, and anything else as an empty one. */
export const listed = (value) => (Array.isArray(value) ? value : []);

const each = (change) => (values) => (Array.isArray(values) ? values.map(change) : values);
const card = (value) => readCard(value) ?? value;
const WITH_CARDS = {
  banners: each(card),
  palaces: each(each(card)),
  actions: each((action) => replaced(action, { card, discard: each(card), keep: each(card) })),
};

/** An object with some of its fields replaced. */
function replaced(data, changes) {
  if (!isObject(data)) return data;
  const given = Object.keys(changes).filter((name) => has(data, name));
  return { ...data, ...Object.fromEntries(given.map((name) => [name, changes[name](data[name])])) };
}

/** The same fields with every card that can be read as it is stored; what is none stays as it was given. */
export const cardsAsStored = (data) => replaced(data, WITH_CARDS);

/** `unknown_player` where this is no seat at the table. */
export const strangers = (field, value, seats) => (seats.includes(value) ? [] : [problem("unknown_player", field)]);

/** A list as it was given; null where every entry is empty, because a form sends such lists. */
export function given(value) {
  const entries = listed(value);
  const isEmpty = entries.length > 0 && entries.length <= MOST_SEATS && entries.every((entry) => entry === null);
  return isEmpty ? null : (value ?? null);
}

const isPlace = (value) => isBetween(value, 1, MOST_SEATS);

/** Whether this gives a place (1 is the best), or none, to each of so many players, or to the first of them. */
export function arePlaces(value, size) {
  const entries = listed(value);
  const isSized = entries.length > 0 && entries.length <= size;
  return isSized && entries.every((entry) => entry === null || isPlace(entry));
}

/** The seats by their places, the best first; who has none is left out. */
export function tiersBy(places, seats) {
  const byPlace = [];
  places.slice(0, seats.length).forEach((place, nth) => {
    if (place !== null) (byPlace[place] ??= []).push(seats[nth]);
  });
  return byPlace.filter(Boolean);
}

/** `amount_invalid` for each amount of a list that is none; a gap is another matter, and so is too long a list. */
export function amounts(field, value) {
  return listed(value)
    .slice(0, MOST_SEATS + 1)
    .map((amount, place) => (amount === null || isAmount(amount) ? null : noAmount(amount, `${field}.${place}`)))
    .filter(Boolean);
}

/** Whether a list has an entry for each of so many players; a place that a page never filled has none. */
export const complete = (value, size) =>
  listed(value).length === size && [...listed(value)].every((entry) => entry !== null && entry !== undefined);

/** What is wrong with a list of banners of a table whose deal goes in this order. */
export function bannerProblems(banners, seats, order) {
  if (!complete(banners, seats.length)) return [problem("banner_required", "banners")];
  const found = [];
  for (let first = 0; first < order.length; first += SUITS) {
    const round = order.slice(first, first + SUITS).map((seat) => banners[seats.indexOf(seat)]);
    if (!areDifferent(round.filter(isCard).map(suitOf))) found.push(problem("banner_diversity", "banners"));
  }
  const bad = banners.flatMap((card, place) => (isCard(card) ? [] : [problem("bad_card", `banners.${place}`)]));
  return [...found, ...bad];
}

/** `duplicate_card` where a card stands there a second time. */
export const duplicates = (field, cards) =>
  areDifferent(cards.filter(isCard)) ? [] : [problem("duplicate_card", field)];
