// The page's words and the games' sentences, with names in the places of seats and amounts in their unit.

import { written } from "./amounts.js";
import { pluralOf, signBefore, spaceBefore, words } from "./language.js";

const MINUS = "\u2212";
const learned = {}; // {game: {context, or "": {a sentence as its port has it: the same in the language of the page}}}

const filled = (template, values) => template.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

/** A sentence of the page. */
export const word = (name, values = {}) => filled(words[name] ?? name, values);

/** The full stop that a sentence lacks, as the language has it. */
export const stopAfter = (sentence) => (/[.\u0964]$/.test(sentence) ? "" : words.stop);

/** A sentence of the page for a number of things. */
export function counted(name, count, values = {}) {
  return filled(words[name][pluralOf(count)], { count, ...values });
}

/** A sentence for what is kept here: the hands, or where there are none what else there is. */
export function countedRows(name, rows) {
  const hands = rows.filter(({ kind }) => kind === "hand").length;
  return hands ? counted(name, hands) : counted(`${name}_entries`, rows.length);
}

/** A figure with a true minus. */
export const signed = (amount) => (amount < 0 ? `${MINUS}${-amount}` : String(amount));

/** Who holds a seat of a table. */
export const nameOf = (table, seat) =>
  table.seats.find(({ number }) => number === seat)?.name || word("seat", { number: seat + 1 });

/** Read what the port of a game says in the language of the page; in English there is nothing to read. */
export async function learn(game, address) {
  if (!address || learned[game]) return;
  learned[game] = await fetch(address).then((answer) => answer.json()).catch(() => undefined);
}

/** An amount with the label of its unit: "1.50 €", "R$ 1,50" as in Brazil, "₹1.50" as in India; of points the figure alone. */
function withUnit(units, { decimals, unit }) {
  if (!signBefore || !unit.endsWith(signBefore)) return `${written(units, decimals)}\u00a0${unit}`.trim();
  return `${units < 0 ? MINUS : ""}${unit}${spaceBefore.join("")}${written(Math.abs(units), decimals)}`;
}

/** A text of a game as somebody at this table reads it. */
export function say(text, table) {
  if (text === null || text === undefined) return "";
  if (typeof text === "number") return signed(text);
  if (typeof text === "string") return text;
  if ("seat" in text) return nameOf(table, text.seat);
  if ("units" in text) return withUnit(text.units, table);
  const values = Object.entries(text.values ?? {}).map(([name, value]) => [name, say(value, table)]);
  const spoken = table.spoken ?? learned[table.game]; // the words of its club, else those of the page
  return filled(spoken?.[text.context ?? ""]?.[text.text] ?? text.text, Object.fromEntries(values));
}

/** A random UUID; crypto.randomUUID is missing on plain http. */
export function makeKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
