// The unsent as a file, and a file taken in on another phone: the keys stay, so nothing is counted twice.

import { button, el } from "./dom.js";
import { add, allRows, allTables, announce, change, flush, SENT, WAITING } from "./outbox.js";
import { counted, word } from "./words.js";

const FORMAT = "scorekeeper-unsent";
const VERSION = 1;
const LARGEST = 5_000_000; // bytes
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const NEEDED = { hand: ["record"], undo: [], dealer: ["seat"], open: ["opening", "club"] };
const CARRIED = ["key", "kind", "table", "owner", "number", "record", "shown", "made_at", "hand", "takes_back", "said", "seat", "club", "opening", "tries"];

let part = null; // one for the page: what it says, and a file that is being chosen, outlive a drawing
let who = null;

/** The part of the page that moves what is unsent. `isMine(row)` says what may be seen here. */
export function movingPart(isMine, reader) {
  who = { isMine, reader };
  part ??= movingBox();
  return part;
}

function movingBox() {
  const told = el("p", { class: "small", role: "status", "data-moved": true });
  const file = el("input", { type: "file", accept: "application/json,.json", class: "vh", id: "take-in" });
  file.addEventListener("change", async () => {
    told.textContent = await takeIn(file.files[0], who.reader);
    file.value = "";
  });
  return el(
    "section",
    { class: "moving" },
    el("h2", {}, word("moving")),
    el(
      "p",
      { class: "row-actions" },
      button(word("export"), async () => (told.textContent = await saveFile(who.isMine)), "btn small"),
      el("label", { class: "btn small", for: "take-in" }, word("import"), file),
    ),
    told,
  );
}

async function saveFile(isMine) {
  const rows = (await allRows()).filter((row) => row.state !== SENT && isMine(row));
  if (!rows.length) return word("nothing_unsent");
  const named = new Set(rows.map((row) => row.table));
  const tables = (await allTables()).filter((table) => named.has(table.id));
  const carried = rows.map((row) => Object.fromEntries(CARRIED.filter((name) => name in row).map((name) => [name, row[name]])));
  const text = JSON.stringify({ format: FORMAT, version: VERSION, saved_at: new Date().toISOString(), rows: carried, tables });
  const link = el("a", { href: URL.createObjectURL(new Blob([text], { type: "application/json" })), download: fileName() });
  document.body.append(link);
  link.click();
  link.remove();
  return word("exported");
}

const fileName = () => `scorekeeper-${new Date().toISOString().slice(0, 16).replace(/[:T]/g, "-")}.json`;

/** Import a file; the sentence that says what came of it. */
async function takeIn(file, reader) {
  if (!file) return "";
  try {
    if (file.size > LARGEST) throw new Error(word("reason_size"));
    const { rows, tables } = checked(await file.text());
    const taken = await keepFile(rows, tables, reader);
    announce();
    flush().catch(() => {});
    return counted("imported", taken);
  } catch (error) {
    return word("not_a_file", { reason: error.message });
  }
}

/** What a file holds. Throws with the reason why it is none of ours. */
function checked(text) {
  let data = null;
  try {
    data = JSON.parse(text);
  } catch {
    throw new Error(word("reason_json"));
  }
  if (data?.format !== FORMAT || !Array.isArray(data.rows)) throw new Error(word("reason_format"));
  if (!(data.version <= VERSION)) throw new Error(word("reason_version"));
  data.rows.forEach((row, place) => {
    if (!isRow(row)) throw new Error(word("reason_rows", { number: place + 1 }));
  });
  return { rows: data.rows, tables: Array.isArray(data.tables) ? data.tables.filter(isTable) : [] };
}

/** What becomes part of an address must be an id: a file may come from anybody. */
const isRow = (row) =>
  ["key", "table"].every((name) => isId(row?.[name])) &&
  ["hand", "takes_back", "club"].every((name) => isNone(row[name]) || isId(row[name])) &&
  Object.keys(NEEDED).includes(row.kind) && NEEDED[row.kind].every((name) => name in row) &&
  ["number", "seat"].every((name) => isNone(row[name]) || Number.isSafeInteger(row[name]));

const isId = (value) => typeof value === "string" && UUID.test(value);
const isNone = (value) => value === undefined || value === null;

const isTable = (table) => isId(table?.id) && Array.isArray(table.seats) && typeof table.game === "string";

/** Rows that are new here, in their order. They are of who is signed in here: another phone may well be another's. */
async function keepFile(rows, tables, reader) {
  const there = new Set((await allRows()).map((row) => row.key));
  const known = new Set((await allTables()).map((table) => table.id));
  const owned = (one) => ({ ...one, owner: reader || one.owner });
  for (const table of tables.filter(({ id }) => !known.has(id))) {
    await change(["tables"], (store, ask) => ask(store("tables").put(owned(table))));
  }
  const fresh = rows.filter((row) => !there.has(row.key));
  for (const row of fresh) {
    const only = Object.fromEntries(CARRIED.filter((name) => name in row).map((name) => [name, row[name]]));
    await add({ ...owned(only), state: WAITING, answer: null });
  }
  return fresh.length;
}
