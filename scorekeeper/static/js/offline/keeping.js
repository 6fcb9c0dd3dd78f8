// Keeping a hand from whatever screen it was tapped on.

import { add, allRows, flush, SENT, tableOf } from "./outbox.js";
import { portOf, rowsOf, running, shownOf } from "./sheet.js";
import { makeKey } from "./words.js";

/** Ask the browser not to throw away what is kept; it may say no. */
const stay = () => navigator.storage?.persist?.().catch(() => false);

/** Have the worker woken when the connection is back, where the browser can: the page may be closed by then. */
const wake = () => navigator.serviceWorker?.ready.then(({ sync }) => sync?.register("scorekeeper")).catch(() => {});

/** Keep something to be sent, and send it as soon as it goes. */
export async function keep(row) {
  await add(row);
  goOut();
}

/** Something is kept: see that it stays, and that it goes out. */
export function goOut() {
  stay();
  wake();
  flush().catch(() => {});
}

/** Keep a hand of a table as the next one; `number` where a form said which one it is. */
export async function keepHand(table, { key, record, outcome, port, number }) {
  await keep({
    key,
    kind: "hand",
    table: table.id,
    owner: table.owner,
    number,
    record,
    shown: outcome ? shownOf(outcome, port) : null,
  });
}

/** Take back the last hand that the server has, as this phone knows it. */
export async function keepUndo({ id, owner, last }) {
  await keep({ key: makeKey(), kind: "undo", table: id, owner, number: last.number, hand: last.id, said: last.said });
}

/** Another seat deals the next hand. */
export async function keepDealer({ id, owner }, seat) {
  await keep({ key: makeKey(), kind: "dealer", table: id, owner, seat });
}

/** Whether hands of a table wait on this phone: a new one has to go behind them. */
export async function waitsAt(id) {
  return (await allRows()).some((row) => row.table === id && row.state !== SENT);
}

/** What this phone makes of a hand as the next one: {table, place, port, made, outcome}; null for a table not kept. */
export async function judgedHere(id, record) {
  const table = await tableOf(id);
  if (!table) return null;
  const made = record(table.kinds);
  const port = await portOf(table).catch(() => null);
  const { place } = running(table, rowsOf(await allRows(), table), port);
  return { table, place, port, made, outcome: port ? port.judge(made, table.rules, place) : null };
}

/**
 * Keep the hand of a form that could not be sent; `record(kinds)` makes it. `{problems}` if the rules refuse it,
 * `{unknown}` if this phone does not keep the table, else `{kept}`.
 */
export async function keepFromForm(id, { key, number, record }) {
  const here = await judgedHere(id, record);
  if (!here) return { unknown: true };
  const { table, place, port, made, outcome } = here;
  if (outcome?.problems) return { problems: outcome.problems, table };
  await keepHand(table, { key, record: outcome?.record ?? made, outcome, port, number: Math.max(number || 0, place.number) });
  return { kept: true };
}
