// Palace Poker as the server scores it (games/palace_poker), for a phone without a connection: tests/agreement holds
// the two together. The parts in palace_poker/ are called like those of the server.

import { eachAlone, filled, kindProblem, unknownFields } from "./core.js";
import { logProblems } from "./palace_poker/log.js";
import { ACTION, RESPONSE } from "./palace_poker/moves.js";
import { quickProblems } from "./palace_poker/quick.js";
import { cardsAsStored } from "./palace_poker/reading.js";
import { problem } from "./palace_poker/refusals.js";
import { scored } from "./palace_poker/scoring.js";
import { FEWEST_SEATS, MOST_SEATS } from "./palace_poker/values.js";

export { choices } from "./palace_poker/choices.js";
export { asks, screen } from "./palace_poker/screen.js";

export const version = "1";

/** The fields of each kind of hand, with what stands in those that need not be given. */
const HANDS = {
  quick: {
    kind: "quick", contributions: null, ranking: null, all_in: null, end: "recorded", banners: null, dealer: null,
  },
  log: {
    kind: "log", banners: null, cards: "counts", palaces: null, stacks: null, showdown: null, actions: null,
    dealer: null,
  },
};

/** The state before the first hand. */
export const start = () => ({ hands: 0, carry: 0 });

/** The seats that play this hand: everybody at the table. */
export const active = (table) => table.seats;

/** Everybody plays for themselves. */
export const sides = eachAlone;

/** What makes a total: everybody's net. */
export const weights = () => ({ net: 1 });

/** Hands so far; a sitting has no fixed length. */
export const progress = (state) => [state.hands, null];

/** Why this hand is refused, or its record and what it moves. */
export function judge(given, rules, table) {
  const data = cardsAsStored(given);
  const problems = problemsOf(data, rules, table);
  if (problems.length) return { problems };
  const record = recordOf(data);
  return { record, ...scored(record, rules, table) };
}

function problemsOf(data, rules, table) {
  const wrong = kindProblem(Object.keys(HANDS), data);
  if (wrong) return [wrong];
  const size = table.seats.length;
  if (size < FEWEST_SEATS || size > MOST_SEATS) return [problem("players_range")];
  const found = data.kind === "quick" ? quickProblems(data, rules, table) : logProblems(data, rules, table);
  return [...found, ...unknownFields(data, Object.keys(HANDS[data.kind]))];
}

/** The record of a hand without problems, with every field. */
function recordOf(data) {
  const record = filled(HANDS[data.kind], data);
  return data.kind === "log" ? { ...record, actions: data.actions.map(actionOf) } : record;
}

const actionOf = (action) => ({
  ...filled(ACTION, action),
  responses: (action.responses ?? []).map((response) => filled(RESPONSE, response)),
});
