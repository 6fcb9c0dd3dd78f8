// A table as this phone knows it: what the server had, and the hands kept here on top of it, judged by the game's port.

import { NEEDS_YOU, SENT } from "./outbox.js";
import { learn } from "./words.js";

const ports = JSON.parse(document.getElementById("page-ports")?.textContent ?? "{}");
const sentences = JSON.parse(document.getElementById("page-sentences")?.textContent ?? "{}");

/** The scoring of a game for the browser; null where there is none, or where the table is of other rules. */
export async function portOf(table) {
  const address = ports[table.game];
  if (!address) return null;
  const [port] = await Promise.all([import(address), learn(table.game, sentences[table.game])]);
  return port.version === table.version && port.screen ? port : null;
}

export const hasPort = (game) => game in ports;

/** The rows of a table that the server's picture of it does not show yet. */
export const rowsOf = (rows, table) =>
  rows.filter((row) => row.table === table.id && row.kind !== "open" && !(row.state === SENT && row.revision <= table.revision));

/** Where the table stands before the hand after these rows, and what each of them made of it. */
export function running(table, rows, port) {
  const back = new Set(rows.map((row) => row.takes_back).filter(Boolean));
  const here = new Set(rows.filter((row) => row.kind === "hand").map((row) => row.key));
  const now = {
    place: placeOf(table),
    tallies: Object.fromEntries(table.seats.map((seat) => [seat.number, { ...seat.tally }])),
    over: !table.takes_hands,
    hands: [],
  };
  for (const row of rows) {
    if (row.kind === "dealer") now.place = { ...now.place, dealer: row.seat };
    else if (row.kind === "undo" && !here.has(row.takes_back)) now.hands.push(strike(now, row, table, port));
    if (row.kind !== "hand") continue;
    const isBack = back.has(row.key);
    const hand = { row, isBack, number: row.number ?? now.place.number, outcome: null, totals: null };
    if (!isBack) count(now, hand, table, port);
    now.hands.push(hand);
  }
  return now;
}

/** The last hand that the server has counts no more. If another has come after it, the server will say so. */
function strike(now, row, table, port) {
  const last = table.last?.id === row.hand ? table.last : null;
  if (last) {
    for (const [seat, measure, amount] of last.lines) now.tallies[seat][measure] = (now.tallies[seat][measure] ?? 0) - amount;
    now.place = { ...now.place, number: last.number, dealer: last.dealer, state: last.state };
    now.over = !last.takes_hands;
  }
  return { row, isStruck: true, isBack: true, number: row.number, outcome: null, totals: port && last ? totals(now, table, port) : null };
}

const placeOf = (table) => ({
  seats: table.seats.filter((seat) => seat.is_active).map((seat) => seat.number),
  number: table.next_number,
  dealer: table.dealer,
  state: table.state,
});

/** Let one hand count: tallies move, the deal goes on. What can't be judged here only takes its number. */
function count(now, hand, table, port) {
  const outcome = port?.judge(hand.row.record, table.rules, now.place);
  if (!outcome || outcome.problems) {
    now.place = { ...now.place, number: now.place.number + 1 };
    return;
  }
  for (const [seat, measure, amount] of outcome.lines) {
    now.tallies[seat][measure] = (now.tallies[seat][measure] ?? 0) + amount;
  }
  hand.outcome = outcome;
  hand.totals = totals(now, table, port);
  now.over = outcome.over;
  now.place = { ...now.place, number: now.place.number + 1, dealer: outcome.dealer, state: outcome.state };
}

/** [{seats, total}] of each side, by the system of the table. */
export function totals(now, table, port) {
  const weights = port.weights(table.rules);
  const sides = port.sides(table.seats.map((seat) => seat.number));
  return sides.map((seats) => ({ seats, total: weighed(now.tallies[seats[0]], weights) }));
}

const weighed = (tally, weights) =>
  Object.entries(weights).reduce((total, [measure, weight]) => total + weight * (tally[measure] ?? 0), 0);

/** Whether a total of this table is an amount in its unit. */
export const decimalsOf = (table, port) =>
  Object.keys(port.weights(table.rules)).every((measure) => table.in_units.includes(measure)) ? table.decimals : 0;

/** What the server will be compared with. */
export const shownOf = (outcome, port) => ({ version: port.version, lines: outcome.lines, dealer: outcome.dealer });

export const isStuck = (row) => row.state === NEEDS_YOU;
