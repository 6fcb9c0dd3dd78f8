// Amounts as people write them, with a comma or a point, and as they are counted: whole numbers of the smallest unit.
// The same as scorekeeper/play/forms.py on the server.

import { decimalMark } from "./language.js";

const WRITTEN = /^(?:[0-9]{1,12}|[0-9]{0,12}[.,][0-9]{1,2})$/;
const MINUS_SIGN = "\u2212";

/** The number that a text is; NaN where it is none. */
export const numberOf = (text) => Number(text.trim().replace(",", ".").replace(MINUS_SIGN, "-"));

/** What an amount is in the smallest unit: "0.50", "0,5" and ",5" are 50 with two decimals. Null where it is none. */
export function smallest(text, decimals) {
  const typed = text.trim();
  if (!WRITTEN.test(typed) || (!decimals && !/^[0-9]+$/.test(typed))) return null;
  return Math.round(numberOf(typed) * 10 ** decimals);
}

/** An amount with the comma or the point of the page: 50 is "0.50", in German "0,50", with a true minus. */
export function written(units, decimals = 0) {
  const digits = String(Math.abs(units)).padStart(decimals + 1, "0");
  const figure = decimals ? `${digits.slice(0, -decimals)}${decimalMark}${digits.slice(-decimals)}` : digits;
  return units < 0 ? MINUS_SIGN + figure : figure;
}
