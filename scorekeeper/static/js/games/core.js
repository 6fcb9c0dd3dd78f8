// What the ports of the games share. They answer while the server cannot be reached, from the same plain values and in
// the same words as the rules in games/, which stay the only ones that count. No game here knows another one.

/** Marks a template for the collection of messages, and returns it as it is. */
export const gettext_noop = (message) => message;

const CONTEXT_ENDS = "\u0004"; // as in the keys of gettext

/** Marks a template that is translated in a context, as its twin in games/ is: the name of its game. */
export const pgettext = (context, message) => context + CONTEXT_ENDS + message;

/** Join the names of players, as in games/core/text.py. */
const AND_MORE = pgettext("list of players", "{seats}, {seat}");
const AND_LAST = pgettext("list of players", "{seats} and {seat}");

/** Joins two results of one hand in one sentence. */
export const AND_THEN = pgettext("two results of a hand", "{before}. {after}");

/** A text to be translated later: `{text, context, values}`; only what it has, so no `values` where nothing stands in it. */
export function text(template, values = {}) {
  const [message, context] = template.split(CONTEXT_ENDS).reverse();
  return { text: message, ...(context && { context }), ...(Object.keys(values).length && { values }) };
}

/** Stands for whoever holds a seat. */
export const seatName = (seat) => ({ seat });

/** An amount in the smallest unit of a sitting. */
export const amount = (units) => ({ units });

/** "Anna, Bernd and Clara", of at least one seat. */
export function allOf(seats) {
  return seats.slice(1).reduce((told, seat, index) => {
    return text(index === seats.length - 2 ? AND_LAST : AND_MORE, { seats: told, seat: seatName(seat) });
  }, seatName(seats[0]));
}

// Reading plain values

/**
 * Whether JSON writes this value as a whole number. Beyond 1e21 it is written as a float; between that and the safe
 * integers it is out of every range, and only refused as such.
 */
export const isWhole = (value) => Number.isInteger(value) && Math.abs(value) < 1e21;

/** Whether this is a whole number from `least` to `most`. */
export const isBetween = (value, least, most) => isWhole(value) && least <= value && value <= most;

export const isBoolean = (value) => typeof value === "boolean";
export const isText = (value) => typeof value === "string";
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether an object has a field of its own. */
export const has = (data, name) => Object.prototype.hasOwnProperty.call(data, name);

/** The field of an object; `otherwise` where it is missing (a null that is given stays null). */
export const get = (data, name, otherwise = null) => (has(data, name) ? data[name] : otherwise);

/** A field as a list of its own; empty if it is none. */
export const listed = (data, name) => (Array.isArray(get(data, name)) ? [...data[name]] : []);

/** What counts as false for `if`: nothing, no, zero, and whatever is empty. */
export const isEmpty = (value) =>
  isObject(value) ? Object.keys(value).length === 0 : Array.isArray(value) ? value.length === 0 : !value;

/** The fields of a record, each as given or with its default. */
export const filled = (defaults, data) =>
  Object.fromEntries(Object.entries(defaults).map(([name, otherwise]) => [name, get(data, name, otherwise)]));

/** Whether two plain values are the same; fields of objects in any order. */
export function isSame(one, other) {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  return names.length === Object.keys(other).length &&
    names.every((name) => has(other, name) && isSame(one[name], other[name]));
}

const CARD = /^(10|[2-9tjqka])(?:([cdhs])| (?:of )?(clubs|diamonds|hearts|spades))$/i;

/** Rank and suit of the card that was meant, like Th, however it is written; null where nothing was. */
export function readCard(written) {
  const found = isText(written) ? CARD.exec(written) : null;
  if (!found) return null;
  const [, rank, letter, suit] = found;
  return (rank === "10" ? "T" : rank.toUpperCase()) + (letter ?? suit[0]).toLowerCase();
}

const FACES = {
  J: pgettext("rank of a card", "J"),
  Q: pgettext("rank of a card", "Q"),
  K: pgettext("rank of a card", "K"),
  A: pgettext("rank of a card", "A"),
};
const CARDS = {
  c: pgettext("card", "{rank} of clubs"),
  d: pgettext("card", "{rank} of diamonds"),
  h: pgettext("card", "{rank} of hearts"),
  s: pgettext("card", "{rank} of spades"),
};

/** What people call a card that is written like Th: "10 of hearts". */
export function cardName([rank, suit]) {
  const name = has(FACES, rank) ? text(FACES[rank]) : rank === "T" ? "10" : rank;
  return text(CARDS[suit], { rank: name });
}

// Numbers

export const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** The remainder that has the sign of the divisor. */
export const mod = (number, by) => ((number % by) + by) % by;

/** Division rounded down, exact for safe integers. */
export const floorDiv = (number, by) => (number - mod(number, by)) / by;

/** Whole numbers from 0. */
export const range = (count) => Array.from({ length: count }, (_, place) => place);

/** Pairs [number, ...] in the order of their first numbers. */
export const sortedPairs = (pairs) => [...pairs].sort((one, other) => one[0] - other[0]);

// Seats

/** Everybody plays for themselves. */
export const eachAlone = (seats) => seats.map((seat) => [seat]);

/** The seat after this one, in the order of the table. */
export const seatAfter = (seats, seat) => seats[(seats.indexOf(seat) + 1) % seats.length];

// Problems and notices

export const problem = (code, field, message) => ({ code, field, message });

/** A notice; with `habit`, the name of a field, it is worth saying only at a table that fills that field. */
export const notice = (code, message, habit = "") => ({ code, message, habit });

const NOT_AN_OBJECT = problem("not_an_object", "", text(gettext_noop("A record must be an object.")));
const KIND_UNKNOWN = problem("kind_unknown", "kind", text(gettext_noop("There is no such kind of hand.")));

/** What is wrong with the kind of a record, or null. */
export function kindProblem(kinds, data) {
  if (!isObject(data)) return NOT_AN_OBJECT;
  return kinds.includes(get(data, "kind")) ? null : KIND_UNKNOWN;
}

/** A field no record of this kind has. */
export const fieldUnknown = (field) => problem("field_unknown", field, text(gettext_noop("There is no such field.")));

/** One problem for each field that is not among `known`. */
export const unknownFields = (data, known) =>
  Object.keys(data).filter((name) => !known.includes(name)).map(fieldUnknown);

// The quick entry as data

/** The draft after a tap: what is set, without what was set to null. */
export const merged = (draft, set) =>
  Object.fromEntries(Object.entries({ ...draft, ...set }).filter(([, value]) => value !== null));

/** A box; it is chosen when the draft holds all it sets. */
export const box = (label, set, draft, why = null) => ({
  kind: "box",
  label,
  set,
  chosen: Object.entries(set).every(([name, value]) => isSame(get(draft, name), value)),
  why,
});

/** A number at a path of the draft; with `isAmount` in the unit of the sitting. */
export const number = (label, path, draft, isAmount = false) => {
  const value = path.reduce((part, step) => (part === null || part === undefined ? null : part[step]), draft);
  return { kind: "number", label, path, value: isWhole(value) ? value : null, amount: isAmount };
};

export const group = (title, items) => ({ title, items });

/**
 * A group, box or number with how the page of a table draws it, so that it looks the same without a connection; nothing
 * in it says what a tap does. A group has `boxes`, the classes of its row, and may be `big`, `isSilent` (its title is
 * only heard), have a label at the `side`, or lie in a `fold` that is opened by a tap. Of a box `seat` says whose it is,
 * `suit` or `icon` what is drawn in it, `under` what stands below.
 */
export const looks = (part, look) => ({ ...part, look: { ...part.look, ...look } });

/**
 * Why a choice is impossible: the first problem it brings that was not there before and that is not merely something
 * still missing (`missing` are the codes of that); null if it brings none.
 */
export function reasonOf(after, before, missing) {
  const found = after.find((one) => !missing.includes(one.code) && !before.some((other) => isSame(one, other)));
  return found ? found.message : null;
}
