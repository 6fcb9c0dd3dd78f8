// Ramsch, a house rule: nobody declares, and the most card points lose.

import { get, pgettext, isBetween, isWhole, range, sum, text } from "../core.js";
import { REFUSALS, those } from "./refusals.js";
import { ALL_POINTS, ALL_TRICKS, MOST_IN_SKAT, MOST_REPEATS, NULL } from "./values.js";

export function ramschProblems(data, rules, seats) {
  const [points, tricks, skat] = [get(data, "points"), get(data, "tricks"), get(data, "skat_points", 0)];
  const found = those(
    [!make(tricks, ALL_TRICKS), "ramsch_tricks"],
    [!isBetween(skat, 0, MOST_IN_SKAT) || !make(points, ALL_POINTS - skat), "ramsch_points"],
  );
  if (!found.length && points.some((own, place) => own && !tricks[place])) {
    found.push(REFUSALS.ramsch_points_without_trick);
  }
  if (!isBetween(get(data, "pushes", 0), 0, MOST_REPEATS)) found.push(REFUSALS.ramsch_pushes);
  return found.length || isLastTrickKnown(data, rules, seats) ? found : [REFUSALS.ramsch_last_trick];
}

/** Whether these are three counts that add up to `total`. */
const make = (numbers, total) =>
  Array.isArray(numbers) && numbers.length === 3 && numbers.every((own) => isBetween(own, 0, total)) &&
  sum(numbers) === total;

function isLastTrickKnown({ points, tricks, ...data }, rules, seats) {
  const last = get(data, "last_trick");
  if (last !== null) return isWhole(last) && seats.includes(last) && tricks[seats.indexOf(last)] > 0;
  if (tricks.includes(ALL_TRICKS) || rules.passed === "lowest_ramsch_null") return true;
  const isTie = points.filter((own) => own === Math.max(...points)).length > 1;
  return rules.ramsch_skat_to === "loser" && !(isTie && rules.ramsch_tie === "last_trick");
}

const withoutTrick = ({ tricks }) => tricks.filter((own) => own === 0).length;

export function ramschSaid(hand, isLowestWins) {
  if (isLowestWins) return text(pgettext("skat", "Ramsch, the fewest points win a null"));
  if (hand.tricks.includes(ALL_TRICKS)) return text(pgettext("skat", "Ramsch, all ten tricks"));
  const isJungfrau = withoutTrick(hand) === 1;
  return text(isJungfrau ? pgettext("skat", "Ramsch with a player without a trick") : pgettext("skat", "Ramsch"));
}

export const lowestScores = ({ points }) => points.map((own) => (own === Math.min(...points) ? NULL : 0));

/** One player without a trick doubles, and so does each push. */
export function ramschScores(hand, rules, seats) {
  const factor = (withoutTrick(hand) === 1 ? 2 : 1) * 2 ** hand.pushes;
  if (hand.tricks.includes(ALL_TRICKS)) return hand.tricks.map((own) => (own ? factor * ALL_POINTS : 0));
  const last = hand.last_trick === null ? null : seats.indexOf(hand.last_trick);
  const toLast = rules.ramsch_skat_to === "last_trick" ? last : null;
  const points = hand.points.map((own, place) => own + (place === toLast ? hand.skat_points : 0));
  const losers = ramschLosers(points, last, rules);
  const extra = rules.ramsch_skat_to === "loser" && losers.length === 1 ? hand.skat_points : 0;
  return points.map((own, place) => (losers.includes(place) ? -factor * (own + extra) : 0));
}

function ramschLosers(points, last, rules) {
  const losers = range(3).filter((place) => points[place] === Math.max(...points));
  return rules.ramsch_tie === "last_trick" && losers.includes(last) ? [last] : losers;
}
