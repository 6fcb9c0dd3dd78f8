// What a hand is worth: base value times levels, overbidding, and what is written.

import { floorDiv, sum } from "../core.js";
import { ALL_TRICKS, BASES, GRAND_OUVERT_36, NULL, nullValue } from "./values.js";

/** ISkO 5.2.6: ouvert (not null) implies schwarz announced, that implies schneider announced. */
export function shapeOf(hand) {
  const schwarz = hand.schwarz_announced || (hand.ouvert && hand.contract !== "null");
  return { hand: hand.hand, schneider: hand.schneider_announced || schwarz, schwarz, ouvert: hand.ouvert };
}

/** Who won the play, whatever was bid, and at which level (ISkO 5.2). */
export function reached(hand, shape) {
  if (hand.outcome) {
    const { won, schneider, schwarz } = hand.outcome;
    return { won, schneider: schneider || schwarz, schwarz };
  }
  const [points, tricks] = [hand.declarer_points ?? 0, hand.declarer_tricks];
  if (hand.contract === "null") return { won: tricks === 0, schneider: false, schwarz: false };
  const hasWon = shape.schwarz ? tricks === ALL_TRICKS : points >= (shape.schneider ? 90 : 61);
  return { won: hasWon, schneider: points >= 90 || points <= 30, schwarz: tricks === 0 || tricks === ALL_TRICKS };
}

export function worthOf(hand, rules) {
  const shape = shapeOf(hand);
  const end = reached(hand, shape);
  const isNull = hand.contract === "null";
  const matadors = Math.min(hand.matadors ?? 0, rules.matadors_cap ?? Infinity);
  const levels = isNull ? [] : levelsOf(shape, end);
  const base = isNull ? nullValue(shape.hand, shape.ouvert) : baseOf(hand, shape, rules);
  const made = isNull ? base : base * (matadors + 1 + levels.length);
  const isOverbid = hand.bid !== null && made < hand.bid;
  const value = isOverbid ? raised(hand, rules, base) : made;
  const won = end.won && !isOverbid;
  const factor = 2 ** sum([hand.kontra, hand.re, hand.bock].map(Number));
  const score = factor * (won ? value : -timesLost(hand, rules, shape, isOverbid) * value);
  return { won, isOverbid, base, made, value, factor, score, matadors, levels };
}

const baseOf = ({ contract }, shape, rules) =>
  rules.grand_ouvert_36 && shape.ouvert && contract === "grand" ? GRAND_OUVERT_36 : BASES[contract];

/** An announced level counts whether it was reached or not (ISkO 5.2.5). */
function levelsOf(shape, end) {
  const named = {
    hand: shape.hand,
    schneider: end.schneider || shape.schneider,
    schneider_announced: shape.schneider,
    schwarz: end.schwarz || shape.schwarz,
    schwarz_announced: shape.schwarz,
    ouvert: shape.ouvert,
  };
  return Object.keys(named).filter((name) => named[name]);
}

/** The smallest multiple that reaches the bid, unless the club says otherwise. */
function raised(hand, rules, base) {
  const isNull = hand.contract === "null";
  if (!isNull && rules.overbid_loss === "double_base") return base;
  const step = isNull && rules.null_overbid === "base23_multiple" ? NULL : base;
  return -floorDiv(-hand.bid, step) * step;
}

/**
 * A lost game counts double; before 1999, and as an option, a lost hand game once. Another option is that one whose
 * announcement was missed counts once, unless it was overbid too.
 */
function timesLost(hand, rules, shape, isOverbid) {
  const isByBase = rules.overbid_loss === "double_base" && isOverbid && hand.contract !== "null";
  const isSingle = rules.lost_hand_single && hand.hand && !isByBase;
  const isMissed = rules.missed_announcement_single && shape.schneider && !isOverbid;
  return isSingle || isMissed ? 1 : 2;
}
