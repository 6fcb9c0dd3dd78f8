// On every page: what is kept on this phone is shown and sent, tables that are looked at are kept for later, and the
// worker that draws them without a connection is in place.

import { allRows, allTables, announce, change, DEVICE, flush, isOf, keepNote, NEEDS_YOU, noteOf, onChange, refresh, SENT, tableOf } from "./offline/outbox.js";
import { counted, countedRows, word } from "./offline/words.js";

const AGAIN = 15_000; // milliseconds between tries
const FRESH = 10 * 60_000; // milliseconds: what opens a table is asked for again after that
const bar = document.getElementById("kept");
const mark = document.querySelector('meta[name="reader"]'); // only on pages that came from the server

// The bar

async function draw() {
  const reader = (await noteOf("reader")) ?? "";
  const rows = (await allRows()).filter((row) => row.state !== SENT);
  const mine = reader ? rows.filter((row) => isOf(row, reader)) : rows; // of nobody who is signed in: a number, no more
  bar.hidden = !mine.length;
  if (!mine.length) return;
  const name = await stateOf(mine);
  const stuck = mine.filter((row) => row.state === NEEDS_YOU);
  bar.className = `kept ${name}`;
  bar.querySelector("[data-count]").textContent = stuck.length ? counted(name, stuck.length) : countedRows(name, mine);
}

async function stateOf(rows) {
  const session = await noteOf("session");
  if (rows.some((row) => row.state === NEEDS_YOU)) return "needs_you";
  if (!navigator.onLine || !session) return "offline";
  if (rows.some((row) => !isOf(row, session.reader))) return "sign_in";
  return rows.some((row) => row.answer?.code === "phone_ended") ? "rejoin" : "sending";
}

// Who reads

/** Somebody else has signed in: what belongs to the one before is shown no more, and what is not unsent goes. */
async function knowReader() {
  const before = (await noteOf("reader")) ?? "";
  const reader = mark?.content ?? "";
  if (!reader || reader === before) return; // a login that ran out is no sign-out: the evening goes on
  await keepNote("reader", reader);
  if (before) await forget(before);
}

/** Forget the tables of somebody, but for those at which something is unsent. */
async function forget(owner) {
  const busy = new Set((await allRows()).map((row) => row.table));
  const gone = (await allTables()).filter((table) => table.owner === owner && !busy.has(table.id));
  await change(["tables", "notes"], async (store, ask) => {
    for (const table of gone) await ask(store("tables").delete(table.id));
    await ask(store("notes").delete("openings"));
  });
}

/** Signing out leaves what is unsent here, and says so before. */
async function wireLeaving() {
  for (const form of document.querySelectorAll("form[data-leaves]")) {
    const reader = (await noteOf("reader")) ?? "";
    const rows = (await allRows()).filter((row) => row.state !== SENT && row.owner === reader && reader);
    if (rows.length) {
      const line = document.createElement("p");
      line.className = "note warn";
      line.setAttribute("role", "status");
      line.textContent = countedRows("leaving", rows);
      form.before(line);
    }
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      try {
        await keepNote("reader", "");
        if (reader) await forget(reader);
      } finally {
        form.submit();
      }
    });
  }
}

// Tables for later

/** Keep the table of this page as it stands. */
async function keepThisTable() {
  const table = document.querySelector("[data-table][data-revision]");
  if (!table) return;
  const id = table.dataset.table.split("/")[2];
  const kept = await tableOf(id);
  const isMine = kept && (kept.owner === DEVICE || kept.owner === mark?.content);
  const [revision] = table.dataset.revision.split("-"); // what follows says who else looks on
  const isOld = String(kept?.revision) !== revision || kept?.written_in !== table.dataset.writtenIn;
  if (!isMine || isOld) await refresh(id);
  document.documentElement.dataset.keptRevision = String((await tableOf(id))?.revision ?? "");
}

async function keepOpenings() {
  if (!mark) return;
  const reader = mark.content;
  if (reader !== ((await noteOf("reader")) ?? "")) return; // a login that ran out: what it knew stays
  const kept = await noteOf("openings");
  if (kept?.owner !== reader || Date.now() - kept.at > FRESH) {
    const response = await fetch("/offline/openings/", { credentials: "same-origin", cache: "no-store", redirect: "error" });
    if (response.ok) await keepNote("openings", { ...(await response.json()), at: Date.now() });
  }
  document.documentElement.dataset.openings = "kept";
}

// Begin

async function work() {
  try {
    await flush();
    await draw();
  } catch {
    // this browser keeps nothing, or not now; the next try is not far
  }
}

async function register() {
  if (!("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
  const { active } = await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller) {
    const watched = new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
    active.postMessage("watch"); // it may have begun while this page was on its way
    await watched;
  }
  document.documentElement.dataset.worker = "ready";
}

/** Plain http has no worker: where it matters, the page says so. */
function tellPlain() {
  const place = document.querySelector("[data-live] .recorder");
  if (window.isSecureContext || !place || document.querySelector("[data-plain]")) return;
  const line = document.createElement("p");
  line.className = "small muted plain-http";
  line.dataset.plain = "";
  line.textContent = word("plain_http");
  place.append(line);
}

async function begin() {
  tellPlain();
  await knowReader();
  if (mark) {
    const { theme = "", suits = "", form = "" } = document.documentElement.dataset;
    await keepNote("look", { theme, suits, form });
  }
  await draw();
  await wireLeaving();
  register().catch(() => {}); // a browser may allow none
  await Promise.allSettled([keepThisTable(), keepOpenings()]);
  await work();
}

onChange(() => draw().catch(() => {}));
window.addEventListener("online", work);
window.addEventListener("offline", announce);
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && work());
document.addEventListener("scorekeeper:table", () => keepThisTable().catch(() => {}));
setInterval(work, AGAIN);
begin().catch(() => {});
