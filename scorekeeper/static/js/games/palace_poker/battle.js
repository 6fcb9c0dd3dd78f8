// The betting of a battle: the bet, and the answers to it.
//
// A fight is a battle that is going on. `awaited` is the place that must answer, null when the betting is over; `due`
// is what a call costs there. `raised` is the last raise, `folded` who gave up.

import { amount } from "../core.js";
import { able, bannerSuit, paid, placeOf } from "./position.js";
import { noAmount, refused, refusing } from "./refusals.js";
import { actor, affordable } from "./steps.js";
import { bigBet, isAmount, isLimit } from "./values.js";

/** What a player must bet or call at least: a small bet for the banner and for each soldier. */
const minimum = (position, place) => (position.players[place].soldiers + 1) * position.rules.small_bet;

/** The place of the other one of the two who fight. */
export const otherOf = (fight, place) => fight.attacker + fight.defender - place;

/** [the position after the bet of the attacker, the battle that is open]. */
export function attack(position, move) {
  const attacker = actor(position, move);
  const defender = targetOf(position, attacker, move.target);
  const bet = betOf(position, attacker, move.bet);
  const due = minimum(position, defender) + Math.max(0, bet - minimum(position, attacker));
  const fight = { attacker, defender, bet, due, awaited: defender, raises: 0, raised: 0, folded: null };
  return [{ ...paid(position, attacker, bet, "bet"), passed: new Set() }, fight];
}

function targetOf(position, attacker, target) {
  const place = placeOf(position, target);
  if (target === null) throw refused("action_invalid", "target");
  if (place === null) throw refused("unknown_player", "target");
  if (place === attacker) throw refused("target_invalid", "target");
  if (position.players[place].out) throw refused("target_out", "target");
  const isOfOneSuit = bannerSuit(position.players[place]) === bannerSuit(position.players[attacker]);
  if (isOfOneSuit) throw refused("same_banner_suit", "target");
  return place;
}

function betOf(position, place, bet) {
  const player = position.players[place];
  const least = able(player, minimum(position, place));
  if (bet === null) return least;
  affordable(player, wholeAmount(bet, "bet"), "bet");
  return inRange(bet, least, position.rules, ["bet_invalid", "bet"]);
}

function wholeAmount(value, field) {
  if (!isAmount(value)) throw refusing(noAmount(value, field));
  return value;
}

/** This amount, if it is the least one, or with no limit more. */
function inRange(value, least, rules, [code, field]) {
  if (value < least || (isLimit(rules) && value > least)) throw refused(code, field, leastOf(least, rules));
  return value;
}

const leastOf = (least, rules) => ({ case: rules.limit, least: amount(least) });

/** [the position, the battle] after an answer. */
export function respond(position, fight, answer) {
  const place = placeOf(position, answer.by);
  if (place === null) throw refused("unknown_player", "by");
  if (fight.awaited === null) throw refused("response_after_end");
  if (place !== fight.awaited) throw refused("response_out_of_turn", "by");
  if (answer.do === "fold") return giveUp(position, fight, place);
  if (answer.do === "raise") return raise(position, fight, place, answer);
  const called = paid(position, place, able(position.players[place], fight.due), "call");
  return [called, { ...fight, awaited: null }];
}

/** The last raise goes back to the raiser; an uncalled bet only where the club wants it. */
function giveUp(position, fight, place) {
  const after = { ...fight, awaited: null, folded: place };
  const other = otherOf(fight, place);
  if (fight.raises) return [paid(position, other, -fight.raised, "raise_returned"), after];
  const isReturned = position.rules.uncalled_bet === "returned";
  return [isReturned ? paid(position, other, -fight.bet, "bet_returned") : position, after];
}

function raise(position, fight, place, answer) {
  const player = position.players[place];
  const { rules } = position;
  const least = leastRaise(rules, player);
  const raised = raisedBy(answer.amount, rules, least);
  affordable(player, fight.due + raised, "amount");
  inRange(raised, least, rules, ["raise_invalid", "amount"]);
  if (fight.raises >= (rules.max_raises ?? Infinity)) throw refused("raise_limit", "do");
  const after = paid(paid(position, place, fight.due, "call"), place, raised, "raise");
  return [after, { ...fight, due: raised, awaited: otherOf(fight, place), raises: fight.raises + 1, raised }];
}

function raisedBy(value, rules, least) {
  if (value !== null) return wholeAmount(value, "amount");
  if (!isLimit(rules)) throw refused("raise_invalid", "amount", leastOf(least, rules));
  return least;
}

/** The raise of a limit game, and the smallest one without a limit. */
const leastRaise = (rules, player) =>
  isLimit(rules) && !player.soldiers ? 2 * rules.small_bet : bigBet(rules);
