// The offline page: the tables of this phone, one of them, or a new one, by the address. All of it comes from the phone.

import { button, el } from "./dom.js";
import { readDraft } from "./draft.js";
import { moment } from "./language.js";
import { movingPart } from "./moving.js";
import { needs } from "./needs.js";
import { openingPage } from "./opening.js";
import { allRows, allTables, flush, isOf, keepNote, NEEDS_YOU, noteOf, onChange, refresh, SENT, tableOf } from "./outbox.js";
import { hasPort } from "./sheet.js";
import { tablePage } from "./table.js";
import { countedRows, word } from "./words.js";

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;
const main = document.getElementById("main");
const where = { title: document.getElementById("where-title"), small: document.getElementById("where-small") };
const AGAIN = 15_000; // milliseconds between looks for the connection
const PATIENCE = 120_000; // milliseconds before a table that was slow to come is tried again by itself
const PAUSE = 500; // milliseconds between drawings that nobody at this page has asked for
let latest = 0;
let timer = 0;
let isPressed = false;
let drawn = 0; // the newest drawing: an older one that is still reading gives way
let shown = ""; // what the page was drawn from: while that stays, so do the reason of a tap and what was opened

/** What the address asks for: the id of a table, "new", or "" for the list. */
function asked() {
  const [, hash] = location.hash.split("#");
  if (hash) return hash === "new" ? "new" : (ID.exec(hash)?.[0] ?? "");
  return /^\/tables\//.test(location.pathname) ? (ID.exec(location.pathname)?.[0] ?? "") : "";
}

/** Draw the page; only how it stands with the connection where nothing else has changed, and nobody asked for it `anew`. */
async function draw({ anew = false } = {}) {
  const mine = ++drawn;
  latest = Date.now();
  const [reader, rows, session, tables] = [(await noteOf("reader")) ?? "", await allRows(), await noteOf("session"), await allTables()];
  const isMine = (one) => isOf(one, reader);
  const view = asked();
  const facts = JSON.stringify([view, reader, rows, tables]);
  const parts = facts === shown && view !== "new" && !anew ? null : await partsOf(view, { rows, tables, isMine, reader });
  if (mine !== drawn) return;
  const focused = document.activeElement?.dataset?.at;
  const way = connection(session, view, rows.filter(isMine));
  if (!parts || main.firstElementChild === parts[0]) main.lastElementChild.replaceWith(way);
  else main.replaceChildren(...parts, way);
  shown = facts;
  if (focused) main.querySelector(`[data-at="${focused}"]`)?.focus({ preventScroll: true });
  document.documentElement.dataset.drawn = main.querySelector(".table") ? "table" : view || "list";
}

function partsOf(view, { rows, tables, isMine, reader }) {
  if (view === "new") return newTable(reader);
  return view ? oneTable(view, rows, isMine) : list(rows, tables.filter(isMine), isMine, reader);
}

function head(title, small = "") {
  where.title.textContent = title;
  where.small.textContent = small;
  document.title = `${title} | Scorekeeper`;
  document.getElementById("back").href = asked() ? "/offline/#" : "/";
}

// One table

async function oneTable(id, rows, isMine) {
  const table = (await tableOf(id)) ?? (await tableOf((await noteOf(`opened:${id}`)) ?? ""));
  if (!table || !isMine(table)) {
    head(word("tables"));
    return [el("div", { class: "page narrow" }, el("p", { class: "note" }, word("not_kept")), toList())];
  }
  document.documentElement.dataset.form = table.ink;
  await dressFor(table.game);
  const { parts, hand } = await tablePage({ ...table, has_port: hasPort(table.game) }, rows);
  head(table.name, [hand, table.rules_name].filter(Boolean).join(" "));
  return [el("div", { class: "table" }, opening(rows, table), parts)];
}

/** A table that could not be opened on the server needs somebody before its hands can go. */
function opening(rows, table) {
  const row = rows.find((one) => one.kind === "open" && one.table === table.id && one.state === NEEDS_YOU);
  const behind = rows.filter((one) => one.table === table.id).length - 1;
  return row ? needs(row, { table, behind, said: "", right: () => {} }) : null;
}

const toList = () => el("p", {}, el("a", { class: "btn small", href: "/offline/#" }, word("tables")));

// A new one

let fillingIn = null; // the form of a new table: what is typed in it outlives a drawing

async function newTable(reader) {
  head(word("new_title"));
  const kept = await noteOf("openings");
  const openings = kept?.owner === reader ? kept : null;
  if (fillingIn?.reader === reader && fillingIn.at === openings?.at) return [fillingIn.page];
  const opened = (id) => {
    fillingIn = null;
    location.hash = `#${id}`;
  };
  fillingIn = { reader, at: openings?.at, page: el("div", { class: "page narrow" }, openingPage(openings, opened)) };
  return [fillingIn.page];
}

// The list

function list(rows, tables, isMine, reader) {
  head(word("tables"));
  tables.sort((one, other) => (one.kept_at < other.kept_at ? 1 : -1));
  const others = rows.filter((row) => !isMine(row) && row.state !== SENT);
  const isElsewhere = location.pathname !== "/offline/";
  return [
    el(
      "div",
      { class: "page narrow" },
      isElsewhere ? el("p", { class: "note" }, word("not_here")) : null,
      tables.length ? el("ul", { class: "offline-tables" }, tables.map((table) => item(table, rows))) : el("p", { class: "empty" }, word("no_tables")),
      others.length && !reader ? el("p", { class: "note" }, countedRows("other_person", others)) : null,
      el("p", { class: "row-actions" }, el("a", { class: "btn", href: "/offline/#new" }, word("open_new"))),
      movingPart(isMine, reader),
    ),
  ];
}

function item(table, rows) {
  const here = rows.filter((row) => row.table === table.id && row.state !== SENT);
  const stuck = here.some((row) => row.state === NEEDS_YOU);
  return el(
    "li",
    {},
    el(
      "a",
      { href: `/offline/#${table.id}` },
      el("b", {}, table.name),
      el("span", { class: "small muted" }, [table.title, table.club_name, word("as_of", { when: moment(table.kept_at) })].filter(Boolean).join(" · ")),
      here.length ? el("span", { class: `state ${stuck ? "disputed" : "here"}` }, stuck ? word("stuck") : countedRows("unsent", here)) : null,
    ),
  );
}

// The way back

function connection(session, view, rows) {
  const isConnected = Boolean(session) && navigator.onLine;
  const isSent = !rows.some((row) => row.state !== SENT);
  const needsName = isConnected && !isSent && rows.some((row) => row.state !== SENT && !isOf(row, session.reader));
  const table = ID.exec(view) ? view : "";
  return el(
    "p",
    { class: "offline-way row-actions", role: "status" },
    el("span", { class: "small muted" }, isConnected ? word("connected") : word("unconnected")),
    needsName ? el("a", { class: "btn small main", href: `/accounts/login/?next=${encodeURIComponent(location.pathname)}` }, word("sign_in_now")) : null,
    table && isConnected ? live(table) : null,
    button(word("try_again"), again, "btn quiet small"),
  );
}

function live(id) {
  const link = el("a", { class: "btn small", href: `/tables/${id}/` }, word("to_live"));
  Promise.all([tableOf(id), noteOf(`opened:${id}`)]).then(([table, opened]) => {
    if (opened) link.href = `/tables/${opened}/`;
    else if (table?.is_local) link.remove(); // the server does not know it yet
  }, () => {});
  return link;
}

/** A table that was only slow to come is shown live after all, where nothing was begun here; once in a while. */
async function goLive() {
  const id = location.pathname === "/offline/" ? "" : asked();
  const session = await noteOf("session");
  const waits = (await allRows()).some((row) => row.table === id && row.state !== SENT);
  if (!id || !session || !navigator.onLine || waits || Object.keys(readDraft(id)).length) return;
  const before = Number(sessionStorage.getItem("went-live") ?? 0);
  if (Date.now() - before < PATIENCE) return;
  sessionStorage.setItem("went-live", String(Date.now()));
  location.reload();
}

async function again() {
  await look();
  if (location.pathname !== "/offline/" && (await noteOf("session")) && navigator.onLine) location.reload();
  else await draw();
}

/** Whether the server answers now; what waits goes out then. */
async function look() {
  await flush().catch(() => {});
  const response = await fetch("/offline/token/", { cache: "no-store", redirect: "error" }).catch(() => null);
  const session = response?.ok ? await response.json().catch(() => null) : null;
  await keepNote("session", session);
  const table = await tableOf(asked());
  if (session && table && !table.is_local) await refresh(table.id);
}

// Begin

const styles = JSON.parse(document.getElementById("page-styles")?.textContent ?? "{}");

/** The styles of a game, as its page with a connection has them; drawing waits for them. */
async function dressFor(game) {
  const before = document.getElementById("game-style");
  if (before?.dataset.game === game) return;
  before?.remove();
  if (!styles[game]) return;
  const link = el("link", { rel: "stylesheet", id: "game-style", "data-game": game, href: styles[game] });
  const come = new Promise((resolve) => ["load", "error"].forEach((name) => link.addEventListener(name, resolve)));
  document.head.append(link);
  await come;
}

/** The reader's own look, as the pages had it. */
async function dress() {
  const look = (await noteOf("look")) ?? {};
  for (const name of ["theme", "suits", "form"]) if (look[name]) document.documentElement.dataset[name] = look[name];
}

/** Draw again when something has changed: at once if it has been quiet, else a little later; never under a finger. */
function drawAgain() {
  clearTimeout(timer);
  const pause = Math.max(0, latest + PAUSE - Date.now());
  if (pause || isPressed) timer = setTimeout(drawAgain, Math.max(pause, 50));
  else draw().catch(() => {});
}

async function begin() {
  try {
    await dress();
    await draw();
  } catch {
    head(word("tables"));
    main.replaceChildren(el("div", { class: "page narrow" }, el("p", { class: "note bad" }, word("nothing_kept"))));
    return;
  }
  for (const name of ["hashchange", "scorekeeper:draw"]) window.addEventListener(name, () => draw({ anew: true }));
  onChange(drawAgain);
  window.addEventListener("pointerdown", () => (isPressed = true));
  for (const name of ["pointerup", "pointercancel"]) window.addEventListener(name, () => setTimeout(() => (isPressed = false)));
  await look();
  await draw();
  window.addEventListener("online", lookAgain);
  setInterval(lookAgain, AGAIN);
  await goLive();
}

/** Whether the connection is back, asked while this page says that it is not. */
async function lookAgain() {
  if (document.visibilityState !== "visible" || (await noteOf("session"))) return;
  await look();
  if (await noteOf("session")) await draw();
}

begin().catch(() => {});
