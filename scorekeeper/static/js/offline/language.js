// What the page says, and how its language writes figures. The server knows it of every language, a browser does not.

export const words = JSON.parse(document.getElementById("page-words")?.textContent ?? "{}");

const { decimal = ".", sign_first: signFirst = "", plurals = "" } = words.formats ?? {};
const HUNDRED = 100;

/** The comma or the point of a figure. */
export const decimalMark = decimal;

/** The end of a sign that stands before its figure, and the space between them; empty where signs stand behind. */
export const [signBefore = "", ...spaceBefore] = signFirst;

/** The plural form of a number. They come again with each hundred, but that one hundred may differ from none. */
export const pluralOf = (count) => Number(plurals[count < plurals.length ? count : HUNDRED + (count % HUNDRED)] ?? 0);

/** Numbers of which one is to be chosen: "2, 3 or 4". */
export function alternatives(numbers) {
  const [others, last] = [numbers.slice(0, -1).join(", "), String(numbers.at(-1))];
  return others ? words.either.replace("{others}", others).replace("{last}", last) : last;
}

/** A moment as the pages of the server write it: "28.11.2026, 14:16", "28 Nov 2026, 14:16". */
export function moment(text) {
  const when = new Date(text);
  const two = (number) => String(number).padStart(2, "0");
  const [day, month] = [when.getDate(), when.getMonth() + 1];
  const parts = {
    d: two(day), j: day, m: two(month), n: month, M: words.months[month - 1],
    Y: when.getFullYear(), H: two(when.getHours()), i: two(when.getMinutes()),
  };
  return words.moment.replace(/[a-z]/gi, (letter) => parts[letter]);
}
