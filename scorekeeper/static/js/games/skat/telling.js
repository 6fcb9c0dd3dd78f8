// The sentences a scorer says aloud.

import { allOf, pgettext, notice, seatName, text } from "../core.js";

const LARGE_VALUE = 150;
const LEVELS = {
  hand: pgettext("skat", "{before}, hand {times}"),
  schneider: pgettext("skat", "{before}, schneider {times}"),
  schneider_announced: pgettext("skat", "{before}, schneider announced {times}"),
  schwarz: pgettext("skat", "{before}, schwarz {times}"),
  schwarz_announced: pgettext("skat", "{before}, schwarz announced {times}"),
  ouvert: pgettext("skat", "{before}, ouvert {times}"),
};

const FIRST_SCORE = pgettext("skat", "{play}: {score} to {seat}");
const NEXT_SCORE = pgettext("skat", "{play}, {score} to {seat}");
const SCORES = [FIRST_SCORE, NEXT_SCORE].map((template) => text(template).text);
export const DEALER_OUT_OF_TURN = notice(
  "dealer_out_of_turn", text(pgettext("skat", "Somebody else should have dealt this hand.")),
);

const BID_MISSING = notice(
  "bid_missing", text(pgettext("skat", "Without the bid nobody knows whether this was overbid.")), "bid",
);

const VALUE_ABOVE_150 = notice(
  "value_above_150", text(pgettext("skat", "So high a value is rare. Is everything right?")),
);

const NULL_BELOW_BID = notice(
  "null_below_bid", text(pgettext("skat", "The null game is worth less than the bid: it is lost.")),
);

/** "With 2, game 3, hand 4, times 11: 44 to Anna". */
export function saidOf(hand, worth) {
  const { made, value, factor, score } = worth;
  let play = hand.contract === "null" ? nullSaid(hand) : timesSaid(hand, worth);
  if (worth.isOverbid) {
    play = text(pgettext("skat", "{play}: {made}, overbid at {bid}: {value}"), { play, made, bid: hand.bid, value });
  } else if (!worth.won || factor > 1) {
    play = text(pgettext("skat", "{play}: {value}"), { play, value });
  }
  if (!worth.won) {
    const isDoubled = -score === 2 * factor * value;
    play = text(isDoubled ? pgettext("skat", "{before}, lost, doubled") : pgettext("skat", "{before}, lost"), { before: play });
  }
  return text(pgettext("skat", "{play}: {score} to {declarer}"), {
    play: factorsSaid(hand, play), score, declarer: seatName(hand.declarer),
  });
}

function factorsSaid(hand, play) {
  const factors = [
    [hand.kontra, pgettext("skat", "{before}, kontra")],
    [hand.re, pgettext("skat", "{before}, re")],
    [hand.bock, pgettext("skat", "{before}, Bock")],
  ];
  return factors.reduce((before, [isPresent, template]) => (isPresent ? text(template, { before }) : before), play);
}

function nullSaid({ hand, ouvert }) {
  if (ouvert) return text(hand ? pgettext("skat", "Null ouvert hand") : pgettext("skat", "Null ouvert"));
  return text(hand ? pgettext("skat", "Null hand") : pgettext("skat", "Null"));
}

/** "With 2, game 3, hand 4, times 11". */
function timesSaid(hand, { matadors, levels, base }) {
  const run = { matadors, times: matadors + 1 };
  const first = hand.with
    ? text(pgettext("skat", "With {matadors}, game {times}"), run)
    : text(pgettext("skat", "Without {matadors}, game {times}"), run);
  const count = levels.reduce(
    (before, level, index) => text(LEVELS[level], { before, times: run.times + 1 + index }), first,
  );
  return text(pgettext("skat", "{count}, times {base}"), { count, base });
}

export function warningsOf(hand, { won, isOverbid, made, value }) {
  const overbid = notice(
    "overbid", text(pgettext("skat", "The game made {made}, but {bid} was bid: it is lost."), { made, bid: hand.bid }),
  );
  return [
    [!won && hand.bid === null, BID_MISSING],
    [isOverbid, hand.contract === "null" ? NULL_BELOW_BID : overbid],
    [value > LARGE_VALUE, VALUE_ABOVE_150],
  ].filter(([holds]) => holds).map(([, warning]) => warning);
}

/** Each score that moves something, one after the other; `scores` is a map by seat. */
export function scoresSaid(play, scores) {
  const moved = [...scores].filter(([, score]) => score);
  return moved.reduce(
    (said, [seat, score], index) =>
      text(index ? NEXT_SCORE : FIRST_SCORE, { play: said, score, seat: seatName(seat) }),
    play,
  );
}

/** Bierlachs, where nobody gets anything: "Grand with 1, ...: 48 against Bernd and Clara". */
export function chargesSaid(said, charged) {
  let play = said.values.play;
  while (SCORES.includes(play.text)) play = play.values.play;
  const amounts = new Set(charged.values());
  if (charged.size === 1 || amounts.size > 1) return scoresSaid(play, charged);
  const [[, amount]] = charged;
  const against = { play, amount: -amount, seats: allOf([...charged.keys()]) };
  return text(pgettext("skat", "{play}: {amount} against {seats}"), against);
}
