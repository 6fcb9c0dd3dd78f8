// A hand told by its end: what everybody put in, who won, and whether that can be.

import { amount, floorDiv, sum } from "../core.js";
import { amounts, arePlaces, bannerProblems, complete, duplicates, given, listed, strangers } from "./reading.js";
import { problem } from "./refusals.js";
import {
  anteOf, bigBet, dealt, ENDS, fromLeftOf, isAmount, isCard, isLimit, SAME_SUIT, suitOf,
} from "./values.js";

export const WINNER = 1;
const WINNERS = { last_standing: [1], same_suit: SAME_SUIT, tie_last_two: [2] }; // how many; else any
const SUITS_OF = { same_suit: 1, tie_last_two: 2 }; // of how many suits the winners are

/** What is wrong with a quick hand. */
export function quickProblems(data, rules, table) {
  const { seats } = table;
  const dealer = dealt(data.dealer, table);
  const found = strangers("dealer", dealer, seats);
  const order = found.length ? seats : fromLeftOf(dealer, seats);
  found.push(
    ...amounts("contributions", data.contributions),
    ...contributionProblems(data, rules, table),
    ...rankingProblems(data.ranking, seats.length),
  );
  if (!found.length) found.push(...endProblems(data, seats));
  const banners = given(data.banners);
  if (banners === null) return found;
  return [...found, ...bannerProblems(banners, seats, order), ...duplicates("banners", listed(banners))];
}

function contributionProblems(data, rules, table) {
  const size = table.seats.length;
  if (!complete(data.contributions, size)) return [problem("contributions_required", "contributions")];
  const paid = data.contributions;
  if (!paid.every(isAmount)) return [];
  const allIn = given(data.all_in);
  const found = betProblems(paid, listed(allIn), rules);
  if (!sum(paid) && !table.state.carry) found.push(problem("empty_pot", "contributions"));
  if (!areFlags(allIn, paid)) found.push(problem("all_in_invalid", "all_in"));
  return found;
}

/** Whether these mark players, each of whom has put something in. */
function areFlags(allIn, paid) {
  if (allIn === null) return true;
  const isSized = Array.isArray(allIn) && allIn.length > 0 && allIn.length <= paid.length;
  return isSized && allIn.every((flag, nth) => flag === null || flag === false || (flag === true && paid[nth] > 0));
}

/** Everybody has put in the ante, and a sum of bets over it. */
function betProblems(paid, allIn, rules) {
  const ante = anteOf(rules);
  const counted = paid.map((own, nth) => [`contributions.${nth}`, own]).filter((_, nth) => allIn[nth] !== true);
  const found = counted
    .filter(([, own]) => own < ante)
    .map(([field]) => problem("ante_missing", field, { ante: amount(ante) }));
  if (!isLimit(rules) || rules.uncalled_bet !== "stays") return found;
  const strange = counted.filter(([, own]) => own >= ante && !reachable(own - ante, rules));
  return [...found, ...strange.map(([field]) => problem("contribution_unreachable", field))];
}

/**
 * Whether bets make so much, with a small one where there is a big one. The fewest big bets that leave a multiple
 * of the small bet leave the most for the small ones. The products are more than a number holds exactly.
 */
function reachable(more, rules) {
  const small = rules.small_bet;
  const big = bigBet(rules);
  if (more % small === 0) return true;
  const common = gcd(small, big);
  if (more % common) return false;
  const step = small / common;
  const times = BigInt(more / common) * BigInt(inverse((big / common) % step, step));
  const fewest = times % BigInt(step);
  return BigInt(more) - fewest * BigInt(big) >= BigInt(small);
}

const gcd = (one, other) => (other ? gcd(other, one % other) : one);

/** What times `number` leaves 1 over a multiple of `step`; the two have no common divisor. */
function inverse(number, step) {
  let [rest, next, found, after] = [step, number, 0, 1];
  while (next) {
    const times = floorDiv(rest, next);
    [rest, next] = [next, rest - times * next];
    [found, after] = [after, found - times * after];
  }
  return found < 0 ? found + step : found;
}

function rankingProblems(ranking, size) {
  if (!listed(given(ranking)).length) return [problem("ranking_required", "ranking")];
  if (!arePlaces(ranking, size)) return [problem("ranking_invalid", "ranking")];
  return ranking.includes(WINNER) ? [] : [problem("ranking_required", "ranking")];
}

/** Whether the hand can have ended this way, with these winners and banners. */
export function endProblems(data, seats) {
  const { end = "recorded" } = data;
  if (!ENDS.includes(end)) return [problem("end_invalid", "end")];
  const winners = seats.filter((_, nth) => data.ranking[nth] === WINNER);
  const isCounted = WINNERS[end] ? WINNERS[end].includes(winners.length) : true;
  const isPossible = isCounted && !suitsContradict(end, winners, data.banners, seats);
  return isPossible ? [] : [problem("end_invalid", "end")];
}

function suitsContradict(end, winners, banners, seats) {
  if (!SUITS_OF[end] || !complete(banners, seats.length) || !banners.every(isCard)) return false;
  const suits = new Set(winners.map((seat) => suitOf(banners[seats.indexOf(seat)])));
  return suits.size !== SUITS_OF[end];
}
