// The numbers of the rule book (Internationale Skatordnung, ISkO).

import { range } from "../core.js";

export const BASES = { diamonds: 9, hearts: 10, spades: 11, clubs: 12, grand: 24 };
export const CONTRACTS = [...Object.keys(BASES), "null"];
export const GRAND_OUVERT_36 = 36;
export const NULL = 23;
export const nullValue = (isHand, isOuvert) => (isOuvert ? (isHand ? 59 : 46) : isHand ? 35 : NULL);
export const mostMatadors = (contract) => (contract === "grand" ? 4 : 11);
export const ALL_POINTS = 120;
export const ALL_TRICKS = 10;
export const MOST_IN_SKAT = 22;
export const MOST_REPEATS = 9; // Bock rounds, and pushes of a Ramsch

/** Declarer's tricks (0..10) -> the fewest and the most card points possible, skat included. */
export const POINTS_BY_TRICKS = [
  [0, 22], [0, 54], [0, 84], [0, 96], [4, 106], [11, 114], [20, 120], [32, 120], [56, 120], [87, 120], [120, 120],
];

/** Every value a game can have is a legal bid, and nothing else is. */
export const LEGAL_BIDS = new Set([
  ...Object.keys(BASES).flatMap((contract) =>
    range(mostMatadors(contract) + 6).map((times) => BASES[contract] * (times + 2))),
  ...[false, true].flatMap((isHand) => [nullValue(isHand, false), nullValue(isHand, true)]),
]);
