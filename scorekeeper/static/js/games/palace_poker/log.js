// A log from its setup to its end: replayed step by step, and closed by a showdown.

import { attack, respond } from "./battle.js";
import { decide, known } from "./conquest.js";
import { bestHand, compareHands } from "./evaluation.js";
import { answerOf, moveOf } from "./moves.js";
import { handOf, isAllIn, playerOf, openingOf, remaining } from "./position.js";
import { couldClaim } from "./pots.js";
import {
  amounts, arePlaces, bannerProblems, complete, duplicates, given, listed, strangers, tiersBy,
} from "./reading.js";
import { at, problem, refused } from "./refusals.js";
import { act, begin } from "./steps.js";
import { dealt, fromLeftOf, isCard, MOST_ACTIONS, MOST_SEATS, PALACE } from "./values.js";

/** What is wrong with a log: with its setup, else with an action, else with its end. */
export function logProblems(data, rules, table) {
  const found = setupProblems(data, table);
  if (found.length) return found;
  let position;
  try {
    position = replay(data, rules, table);
  } catch (refusal) {
    if (!refusal.problem) throw refusal;
    return [refusal.problem];
  }
  if (position.end === null) return [problem("hand_not_finished", "actions")];
  return showdownProblems(position, data.showdown, table.seats);
}

/** What is wrong with a log, apart from its actions and its showdown. */
function setupProblems(data, table) {
  const { seats } = table;
  const found = [];
  const { cards = "counts" } = data;
  if (cards !== "counts" && cards !== "full") found.push(problem("cards_mode_invalid", "cards"));
  const dealer = dealt(data.dealer, table);
  const atFault = strangers("dealer", dealer, seats);
  const order = atFault.length ? seats : fromLeftOf(dealer, seats);
  const stacks = given(data.stacks);
  found.push(
    ...atFault,
    ...amounts("stacks", data.stacks),
    ...bannerProblems(data.banners, seats, order),
    ...palaceProblems(data, seats.length),
  );
  if (stacks !== null && !complete(stacks, seats.length)) found.push(problem("stack_required", "stacks"));
  if (!Array.isArray(data.actions)) found.push(problem("actions_required", "actions"));
  return found;
}

function palaceProblems(data, size) {
  const palaces = listed(data.palaces);
  if (palaces.length > MOST_SEATS) return [problem("palace_size", "palaces")];
  const each = (code, isWrong) =>
    palaces.flatMap((palace, nth) => (isWrong(palace) ? [problem(code, `palaces.${nth}`)] : []));
  const named = palaces.flatMap((palace) => listed(palace));
  const isShort = given(data.palaces) !== null && palaces.length !== size;
  return [
    ...each("bad_card", (palace) => !listed(palace).every(isCard)),
    ...duplicates(named.length ? "palaces" : "banners", [...listed(data.banners), ...named]),
    ...(isShort ? [problem("palace_size", "palaces")] : []),
    ...each("palace_size", (palace) => palace !== null && listed(palace).length !== PALACE),
  ];
}

/** The position after all actions of a log whose setup is right; throws where a rule was broken. */
function replay(data, rules, table) {
  let position = laidOut(data, rules, table);
  data.actions.forEach((action, nth) => {
    if (nth >= MOST_ACTIONS) {
      throw refused("action_invalid", `actions.${nth}`, { case: "actions", most: MOST_ACTIONS });
    }
    position = at(`actions.${nth}`, () => played(position, moveOf(action)));
  });
  return position;
}

/** The position before the first action. */
function laidOut(data, rules, table) {
  const { seats } = table;
  const [palaces, stacks] = [given(data.palaces) ?? [], given(data.stacks) ?? []];
  const players = fromLeftOf(dealt(data.dealer, table), seats).map((seat) => {
    const nth = seats.indexOf(seat);
    return playerOf(seat, data.banners[nth], palaces[nth] ?? null, stacks[nth] ?? null);
  });
  return begin(openingOf(rules, players, data.cards === "full"));
}

/** The position after one whole action, a battle to its end. */
function played(position, move) {
  if (move.do !== "battle") return act(position, move);
  let [after, fight] = attack(position, move);
  move.responses.forEach((response, nth) => {
    [after, fight] = at(`responses.${nth}`, () => respond(after, fight, answerOf(response)));
  });
  return decide(after, fight, move.winner, move.keep);
}

const worthOf = (position, player) => bestHand(handOf(player), position.rules.wheel);

/** The order of all hands that are shown, nothing void; null where a card is not known. */
function showdownOf(position) {
  const places = remaining(position);
  if (!known(position, places)) return null;
  const shown = places
    .map((place) => position.players[place])
    .map((player) => ({ seat: player.seat, hand: worthOf(position, player) }))
    .sort((one, other) => compareHands(other.hand, one.hand));
  const tiers = [];
  shown.forEach(({ seat, hand }, nth) => {
    const isNext = nth === 0 || compareHands(hand, shown[nth - 1].hand) !== 0;
    if (isNext) tiers.push([seat]);
    else tiers[tiers.length - 1].push(seat);
  });
  return tiers;
}

/** What is wrong with the showdown of a hand that is over; `seats` is the order of its places. */
function showdownProblems(position, showdown, seats) {
  const places = given(showdown);
  if (position.end !== "showdown") return places === null ? [] : [problem("showdown_not_allowed", "showdown")];
  const computed = showdownOf(position);
  if (places === null) return computed ? [] : [problem("showdown_required", "showdown")];
  const tiers = arePlaces(places, seats.length) ? tiersBy(places, seats) : [];
  const stillIn = remaining(position).map((place) => position.players[place].seat);
  if (!tiers.length || !tiers.flat().every((seat) => stillIn.includes(seat))) {
    return [problem("showdown_invalid", "showdown")];
  }
  if (contradicts(position, tiers)) return [problem("winner_mismatch", "showdown")];
  if (computed || !leavesOpen(position, tiers)) return [];
  return [problem("showdown_required", "showdown", { case: "next" })];
}

/**
 * Whether these places say otherwise than the cards of two players that are known; who has none is below all who have
 * one.
 */
function contradicts(position, tiers) {
  const placeOf = ({ seat }) => tiers.findIndex((tier) => tier.includes(seat));
  const shown = remaining(position)
    .filter((place) => known(position, [place]))
    .map((place) => position.players[place])
    .map((player) => ({ place: placeOf(player), hand: worthOf(position, player) }));
  return shown.some((one) => one.place >= 0 && shown.some((other) => isOtherwise(one, other)));
}

/** Whether `one`, who has a place, stands not below `other` as the cards would have it. */
function isOtherwise(one, other) {
  const isBelow = other.place >= 0 && other.place < one.place;
  if (isBelow) return false;
  const better = compareHands(one.hand, other.hand);
  return better < 0 || (better === 0) !== (one.place === other.place);
}

/** Whether a player without a place could claim what nobody with one can, because somebody is all-in. */
function leavesOpen(position, tiers) {
  const paid = new Map(position.players.map((player) => [player.seat, player.paid]));
  const allIn = position.players.filter(isAllIn).map((player) => player.seat);
  const others = position.players.filter((player) => !player.out && !tiers.flat().includes(player.seat));
  const stakes = { paid, allIn, tiers, carry: 0 };
  return couldClaim(stakes, others.map((player) => player.seat));
}

/**
 * What a log comes to: its `end`; the `tiers` of the winners, of lower showdown hands, then of who lost a battle, the
 * latest first; its `ledger`, who is `allIn`, its `battles`.
 */
export function ofLog(hand, rules, table) {
  const position = replay(hand, rules, table);
  const allIn = position.players.filter(isAllIn).map((player) => player.seat);
  const tiers = tiersOf(position, tiersBy(listed(hand.showdown), table.seats));
  return { end: position.end, tiers, ledger: position.ledger, allIn, battles: position.battles };
}

function tiersOf(position, showdown) {
  const lost = [...position.lost].reverse();
  if (position.end === "showdown") return [...(showdownOf(position) ?? showdown), ...lost];
  if (position.end === "tie_last_two") return lost;
  return [remaining(position).map((place) => position.players[place].seat), ...lost];
}
