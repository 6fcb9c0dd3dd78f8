// What somebody at this phone decides about its rows. Nothing leaves the outbox unsent but by a tap.

import { goOut } from "./keeping.js";
import { allRows, announce, append, change, isOf, NEEDS_YOU, noteOf, SENT, WAITING } from "./outbox.js";
import { makeKey } from "./words.js";

/** Take back the last hand kept here: gone if it was never sent, else taken back on the server too, in its turn. */
export async function takeBack(row) {
  await change(["outbox"], async (store, ask) => {
    const outbox = store("outbox");
    const now = await ask(outbox.get(row.key));
    const wasTried = now && now.tries && now.state !== NEEDS_YOU;
    if (wasTried) await append(outbox, ask, undoOf(now));
    else if (now) await ask(outbox.delete(row.key));
  });
  announce();
  goOut();
}

const undoOf = ({ key, table, owner, number, hand = null }) => ({ key: makeKey(), kind: "undo", table, owner, number, hand, takes_back: key });

/** What waits here at a table for who reads: whether anything does, and the newest hand that is not taken back. */
export async function newestHere(id) {
  const reader = (await noteOf("reader")) ?? "";
  const rows = (await allRows()).filter((row) => row.table === id && row.state !== SENT && isOf(row, reader));
  const back = new Set(rows.map((row) => row.takes_back));
  return { waits: rows.length > 0, hand: rows.filter((row) => row.kind === "hand" && !back.has(row.key)).at(-1) };
}

/** Think better of the newest row, which was never sent. */
export async function forgo(row) {
  await onTable(row, (rows, write) => {
    const now = rows.at(-1);
    if (now.key === row.key && now.state === WAITING && !now.tries) write.remove(now);
  });
}

/** Let go of a row that needs somebody, and of what takes it back. A hand that was refused gives its number back. */
export async function drop(row) {
  await onTable(row, (rows, write) => {
    const isTaken = row.answer?.code === "number_taken";
    for (const other of rows) {
      if (other.key === row.key || other.takes_back === row.key) write.remove(other);
      else if (row.kind === "hand" && !isTaken) write.shift(other, -1);
    }
  });
}

/** It was the next hand: it and those behind it go on where the server stands now. */
export async function sendAsNext(row, next) {
  const by = next - row.number;
  await onTable(row, (rows, write) => {
    write.put({ ...row, number: next, state: WAITING, answer: null });
    for (const other of rows) write.shift(other, by);
  });
}

/** Try once more what was refused. */
export async function sendAgain(row) {
  await onTable(row, (_rows, write) => write.put({ ...row, state: WAITING, answer: null }));
}

/** Another record for a hand that was refused; under a new key where the old one belongs to another hand. */
export async function putRight(row, record, shown) {
  const fresh = { ...row, record, shown, state: WAITING, answer: null };
  await onTable(row, (rows, write) => {
    if (row.answer?.code !== "key_reused") {
      write.put(fresh);
      return;
    }
    const key = makeKey();
    write.remove(row);
    write.put({ ...fresh, key, tries: 0 });
    for (const other of rows) if (other.takes_back === row.key) write.put({ ...other, takes_back: key });
  });
}

/** The difference between phone and server has been read. */
export async function seen(row) {
  await onTable(row, (_rows, write) => (row.state === SENT ? write.put({ ...row, difference: null }) : null));
}

/** Change rows of the table of `row` in one transaction; `work` gets those behind it too. */
async function onTable(row, work) {
  await change(["outbox"], async (store, ask) => {
    const outbox = store("outbox");
    const rows = (await ask(outbox.index("order").getAll())).filter((one) => one.table === row.table);
    const wishes = [];
    work(rows, {
      put: (one) => wishes.push(() => outbox.put(one)),
      remove: (one) => wishes.unshift(() => outbox.delete(one.key)),
      shift: (one, by) => {
        if (one.kind === "hand" && one.order > row.order && one.state !== SENT) {
          wishes.push(() => outbox.put({ ...one, number: one.number + by }));
        }
      },
    });
    for (const wish of wishes) await ask(wish());
  });
  announce();
}
