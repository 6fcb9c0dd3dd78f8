// What cannot be chosen now in a half-filled quick entry, and why.

import { endProblems, WINNER } from "./quick.js";
import { arePlaces, cardsAsStored } from "./reading.js";
import { ENDS } from "./values.js";

/** {"end": {end: reason}} of the ends that the winners and their banners rule out. */
export function choices(given, rules, { seats }) {
  const draft = cardsAsStored(given);
  const { kind = "quick", ranking } = draft;
  if (kind !== "quick" || !arePlaces(ranking, seats.length) || !ranking.includes(WINNER)) return {};
  const reasons = ENDS.flatMap((end) => endProblems({ ...draft, end }, seats).map(({ message }) => [end, message]));
  return reasons.length ? { end: Object.fromEntries(reasons) } : {};
}
