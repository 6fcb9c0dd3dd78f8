// What is typed to find a name: in any case, without accents, "ae" for "ä", and Latin letters for Cyrillic ones. As
// `spellings` of scorekeeper/common/names.py.

const MARKS = /\p{M}/gu;
const tableOf = (from, to) => new Map([...from].map((letter, nth) => [letter, to.split(" ")[nth].replace("-", "")]));
const TWO_LETTERS = tableOf("äöüåøæ", "ae oe ue aa oe ae");
const ONE_LETTER = tableOf("ßłøđðıæœ", "ss l o d d i ae oe");
const CYRILLIC = "абвгдеёжзийклмнопрстуфхцчшщъыьэюя";
const IN_LATIN = [
  "a b v g d e yo zh z i y k l m n o p r s t u f kh ts ch sh shch - y - e yu ya",
  "a b v g d e e zh z i i k l m n o p r s t u f kh ts ch sh shch - y - e iu ia",
  "a b w g d e jo sch s i j k l m n o p r s t u f ch z tsch sch schtsch - y - e ju ja",
  "a b v g d e e z z i j k l m n o p r s t u f h c c s s - y - e ju ja",
].map((letters) => tableOf(CYRILLIC, letters));

const changed = (text, table) => [...text].map((letter) => table.get(letter) ?? letter).join("");
const plain = (text) => changed(text, ONE_LETTER).normalize("NFKD").replace(MARKS, "");

/** How somebody may type this text. */
export function spellings(text) {
  const typed = text.normalize("NFC").toLowerCase();
  const ways = [typed, changed(typed, TWO_LETTERS)];
  if (/\p{Script=Cyrillic}/u.test(typed)) {
    const latin = IN_LATIN.map((table) => changed(typed, table));
    ways.push(...latin, ...latin.map((written) => written.replaceAll("iy", "y")));
  }
  return [...new Set(ways.map(plain))];
}

/** Whether a text has a word in it, or begins with it, in any spelling of both. */
export const has = (text, word) => spellings(word).some((typed) => spellings(text).some((written) => written.includes(typed)));
export const begins = (text, word) => spellings(word).some((typed) => spellings(text).some((written) => written.startsWith(typed)));
