// The end of a battle: who won, and the cards that change hands.

import { otherOf } from "./battle.js";
import { bestHand, compareHands } from "./evaluation.js";
import { bannerSuit, buried, changed, handOf, placeOf } from "./position.js";
import { refused } from "./refusals.js";
import { gone, passedOn } from "./steps.js";
import { areCards, areDifferent, CARDS, DEALT_EACH, isCount, MOST_SOLDIERS, suitOf, TIE } from "./values.js";

/** The position after the battle: who is out, who holds what, whose turn it is. */
export function decide(position, fight, winner, keep) {
  if (fight.awaited !== null) throw refused("response_incomplete", "responses");
  const won = winnerOf(position, fight, winner);
  const [attacker, defender] = [fight.attacker, fight.defender].map((place) => position.players[place].seat);
  const fought = { attacker, defender, winner: won === null ? null : position.players[won].seat };
  const after = { ...position, battles: [...position.battles, fought] };
  if (won === null) return tied(after, fight, keep);
  if (fight.folded !== null) return captured(after, fight, won, keep);
  const loser = position.players[otherOf(fight, won)].seat;
  return captured({ ...after, lost: [...position.lost, [loser]] }, fight, won, keep);
}

function tied(position, fight, keep) {
  checkReadable(keep);
  const both = [fight.attacker, fight.defender];
  const seats = both.map((place) => position.players[place].seat).sort((one, other) => one - other);
  const after = both.reduce(gone, position);
  return passedOn({ ...after, lost: [...position.lost, seats] }, fight.attacker);
}

/** The place of the winner, null after a tie. */
function winnerOf(position, fight, given) {
  const named = namedPlace(position, fight, given);
  if (fight.folded !== null) {
    if (given !== null) throw refused("winner_not_allowed", "winner");
    return otherOf(fight, fight.folded);
  }
  if (!known(position, [fight.attacker, fight.defender])) {
    if (given === null) throw refused("winner_required", "winner");
    return named;
  }
  const won = compare(position, fight);
  if (given !== null && named !== won) throw refused("winner_mismatch", "winner");
  return won;
}

function namedPlace(position, fight, given) {
  if (given === null || given === TIE) return null;
  const place = placeOf(position, given);
  if (place === null) throw refused("unknown_player", "winner");
  if (place !== fight.attacker && place !== fight.defender) throw refused("winner_invalid", "winner");
  return place;
}

/** Whether all cards of these players are named. */
export const known = (position, places) =>
  position.full && places.every((place) => position.players[place].palace !== null);

/** Both hands without the void cards; then the cards of the own banner suit; then a tie. */
function compare(position, { attacker, defender }) {
  const [mine, theirs] = [position.players[attacker], position.players[defender]];
  const { rules } = position;
  const hands = [[mine, theirs], [theirs, mine]].map((pair) => bestHand(counting(rules, ...pair), rules.wheel));
  const better = compareHands(...hands) || ofOwnSuit(mine) - ofOwnSuit(theirs);
  if (!better) return null;
  return better > 0 ? attacker : defender;
}

/** Every card of the suit of the opponent's banner is void. */
function counting(rules, player, against) {
  const isVoid = (card) => rules.foreign_suit !== "off" && suitOf(card) === bannerSuit(against);
  return handOf(player).filter((card) => !isVoid(card));
}

const ofOwnSuit = (player) => handOf(player).filter((card) => suitOf(card) === bannerSuit(player)).length;

/** The winner takes the soldiers and the banner; the palace goes to the discards. */
function captured(position, fight, won, keep) {
  const [winner, loser] = [won, otherOf(fight, won)].map((place) => position.players[place]);
  const out = changed(position, otherOf(fight, won), { out: true, soldiers: 0, cards: [] });
  const over = passedOn(out, fight.attacker);
  if (over.end) {
    checkReadable(keep);
    return over;
  }
  const held = keptOf(position, keep, bootyOf(position, winner, loser));
  const after = changed(over, won, { soldiers: held.count, cards: held.cards });
  const named = [...winner.cards, ...loser.cards, loser.banner].filter((card) => !held.cards.includes(card));
  const spoils = DEALT_EACH + loser.soldiers + winner.soldiers;
  return buried(after, spoils - held.count, [...(loser.palace ?? []), ...named]);
}

/** What the winner can keep as soldiers: how many, and which where every card is named. */
function bootyOf(position, winner, loser) {
  const hasBanner = position.rules.captured_banner === "soldier";
  const banner = hasBanner && position.full ? [loser.banner] : [];
  const count = winner.soldiers + loser.soldiers + (hasBanner ? 1 : 0);
  return { count, cards: [...winner.cards, ...loser.cards, ...banner] };
}

/** A battle that ends the hand needs no choice: what is there only has to be one. */
function checkReadable(keep) {
  const areKept = areCards(keep) && keep.length <= CARDS.size;
  if (keep !== null && !isCount(keep) && !areKept) throw refused("keep_invalid", "keep");
}

/** How many soldiers stay, or which ones where every card is named. */
function keptOf(position, keep, booty) {
  if (keep === null) {
    if (booty.count > MOST_SOLDIERS) throw refused("keep_required", "keep");
    return booty;
  }
  if (position.full && isChoice(keep, booty.cards)) {
    return { count: keep.length, cards: booty.cards.filter((card) => keep.includes(card)) };
  }
  const most = Math.min(booty.count, MOST_SOLDIERS);
  if (!position.full && isCount(keep) && keep <= most) return { count: keep, cards: booty.cards };
  throw refused("keep_invalid", "keep");
}

function isChoice(keep, cards) {
  const isSized = areCards(keep) && keep.length <= MOST_SOLDIERS && areDifferent(keep);
  return isSized && keep.every((card) => cards.includes(card));
}
