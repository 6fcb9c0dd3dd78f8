// What a deal moves: the lines, the sentence, the state after it.

import { filled, seatAfter } from "../core.js";
import { asStored } from "./cards.js";
import { RECORD } from "./hand.js";
import { problems } from "./reading.js";
import { settle } from "./settling.js";
import { endOf, stateAfter } from "./state.js";
import { DEALER_OUT_OF_TURN, saidOf } from "./telling.js";

/** One deal at a table: why it is refused, or what it moves. */
export function judge(data, rules, table) {
  const found = problems(data, rules, table);
  return found.length ? { problems: found } : scored(recordOf(data), rules, table);
}

/** The record of a deal without problems, with every field. */
function recordOf(data) {
  const record = filled(RECORD, data);
  return { ...record, last_card: asStored(record.last_card), top_card: asStored(record.top_card) };
}

function scored(record, rules, { seats, dealer: turn, state: before }) {
  const dealer = record.dealer ?? turn;
  const settled = settle(record, rules, seats);
  const { winners, drawn, loser, points } = settled;
  const state = stateAfter(before, seats, record.trumps, winners);
  const lost = loser === null ? [] : [[loser, "lost", 1]];
  const cards = loser !== null && record.cards_left ? [[loser, "cards_left", record.cards_left]] : [];
  return {
    record,
    lines: [
      ...seats.filter((seat) => points.get(seat)).map((seat) => [seat, "points", points.get(seat)]),
      ...winners.map((seat) => [seat, "won", 1]),
      ...drawn.map((seat) => [seat, "drawn", 1]),
      ...lost,
      ...cards,
      ...seats.map((seat) => [seat, "hands", 1]),
    ],
    state,
    dealer: loser ?? seatAfter(seats, dealer),
    over: endOf(state, rules) !== "",
    said: saidOf(settled, record.cards_left),
    warnings: dealer === turn || !before.deals ? [] : [DEALER_OUT_OF_TURN],
  };
}
