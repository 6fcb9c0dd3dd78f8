// Why an entry is refused at a table: the match, the deal, then the entry itself.

import { isBetween, isWhole, kindProblem } from "../core.js";
import { beforeAt } from "./machine.js";
import { winnerAt } from "./match.js";
import { fullProblems, quickProblems } from "./reading.js";
import { BAD_PLAYER_COUNT, extraFields, refused } from "./refusals.js";
import { FIELDS, isMissing, isSide } from "./values.js";

const PLAYERS = [2, 4, 6];
const KINDS = Object.keys(FIELDS);

/** Every reason to refuse an entry, in the order of the rules; empty if there is none. */
export function problemsOf(data, rules, table) {
  const wrongKind = kindProblem(KINDS, data);
  if (wrongKind) return [wrongKind];
  const closed = closedProblems(rules, table);
  if (closed.length) return closed;
  return [...READ[data.kind](data, rules, table), ...extraFields(data, FIELDS[data.kind])];
}

/** Why nothing at all can be recorded. */
export function closedProblems(rules, table) {
  if (!PLAYERS.includes(table.seats.length)) return [BAD_PLAYER_COUNT];
  if (table.state.winner !== null) return [refused("match_already_over")];
  return winnerAt(table.state.score, rules.target) === null ? [] : [refused("game_already_over")];
}

const READ = {
  quick: (data, rules, table) => [...dealerProblems(data, table), ...quickProblems(data, rules, dealt(data, table))],
  full: (data, rules, table) => [...dealerProblems(data, table), ...fullProblems(data, rules, dealt(data, table))],
  penalty: penaltyProblems,
  forfeit: (data) => (isSide(data.side) ? [] : [refused("unknown_side")]),
};

function penaltyProblems(data, rules) {
  const found = isSide(data.to) ? [] : [refused("unknown_side", { field: "to" })];
  const isPossible = isBetween(data.points, 1, rules.target);
  return isPossible ? found : [...found, refused("bad_penalty", { values: { target: rules.target } })];
}

function dealerProblems(data, table) {
  if (isMissing(data.dealer)) return [];
  if (!isWhole(data.dealer)) return [refused("dealer_not_integer")];
  return table.seats.includes(data.dealer) ? [] : [refused("dealer_not_at_table")];
}

const dealerOf = (data, table) => (table.seats.includes(data.dealer) ? data.dealer : table.dealer);

const dealt = (data, table) => beforeAt(table, dealerOf(data, table));
