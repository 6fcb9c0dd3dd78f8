// Why a hand is refused: first the hand itself, then its seats and the course of the list.

import { get, isWhole, kindProblem, unknownFields } from "../core.js";
import { KINDS, PLAYED_FIELDS, RAMSCH_FIELDS } from "./hand.js";
import { ramschProblems } from "./ramsch.js";
import { passedProblems, playedProblems } from "./reading.js";
import { REFUSALS, those } from "./refusals.js";
import { activeSeats, isOver } from "./state.js";

export function problems(data, rules, table) {
  const wrong = kindProblem(KINDS, data);
  if (wrong) return [wrong];
  if (![3, 4].includes(table.seats.length)) return [REFUSALS.table_size];
  return [
    ...handProblems(data, rules, table),
    ...those([isOver(table.state, table.seats.length), "hand_after_end"]),
    ...unknownFields(data, data.kind === "ramsch" ? RAMSCH_FIELDS : PLAYED_FIELDS),
  ];
}

function handProblems(data, rules, table) {
  const dealer = get(data, "dealer") ?? table.dealer;
  const atFault = seatProblems(dealer, table, "dealer");
  if (data.kind === "passed") return [...passedProblems(data), ...atFault];
  if (data.kind === "played") {
    return [...playedProblems(data, rules), ...atFault, ...declarerProblems(get(data, "declarer"), dealer, table)];
  }
  const seats = atFault.length ? table.seats.slice(0, 3) : activeSeats(table, dealer);
  return [...ramschProblems(data, rules, seats), ...atFault];
}

const seatProblems = (seat, table, name) =>
  those(
    [!isWhole(seat), `${name}_not_integer`], [isWhole(seat) && !table.seats.includes(seat), `${name}_not_at_table`],
  );

function declarerProblems(declarer, dealer, table) {
  if (declarer === null) return [REFUSALS.declarer_missing];
  const found = seatProblems(declarer, table, "declarer");
  const sitsOut = !found.length && declarer === dealer && table.seats.length === 4;
  return [...found, ...those([sitsOut, "dealer_cannot_declare_at_four"])];
}
