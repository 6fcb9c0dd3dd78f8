// One table without a connection: what needs somebody, the quick entry, the hands kept here under the totals there were.

import { written } from "./amounts.js";
import { forgo, putRight, seen, takeBack } from "./choices.js";
import { button, el } from "./dom.js";
import { forgetDraft, readDraft, writeDraft } from "./draft.js";
import { entryOf } from "./entry.js";
import { keepDealer, keepHand, keepUndo } from "./keeping.js";
import { moment } from "./language.js";
import { needs } from "./needs.js";
import { NEEDS_YOU, SENT, WAITING } from "./outbox.js";
import { decimalsOf, portOf, rowsOf, running, shownOf, totals } from "./sheet.js";
import { makeKey, nameOf, say, word } from "./words.js";

let righting = ""; // the key of a refused hand that is being put right

/** The parts of the page for a table, and in words which hand is next. */
export async function tablePage(table, all) {
  const port = await portOf(table).catch(() => null);
  const rows = rowsOf(all, table);
  const now = running(table, rows, port);
  const stuck = rows.find((row) => row.state === NEEDS_YOU);
  const behind = stuck ? rows.filter((row) => row.order > stuck.order).length : 0;
  const parts = [
    el(
      "div",
      { class: "recorder" },
      all.filter((row) => row.table === table.id && row.difference).map((row) => difference(row)),
      held(rows),
      stuck ? needs(stuck, { table, behind, said: saidOf(now, stuck, table), right: () => startRighting(stuck, table) }) : null,
      recorder(table, { now, rows, port }),
    ),
    el(
      "section",
      { class: "paper", "aria-labelledby": "sheet-title" },
      el("div", { class: "hd" }, el("h2", { id: "sheet-title" }, word("the_sheet"), unitOf(table, port))),
      sheet(table, now, port),
      undoButton(table, rows, now),
    ),
  ];
  return { parts, hand: now.over ? "" : nextHand(table, now.place, port) };
}

/** "Hand 15 of 36." */
function nextHand(table, { number, state, seats }, port) {
  const [, length] = port ? port.progress(state, table.rules, seats) : [0, null];
  return `${length ? word("hand_of", { number, length }) : word("hand", { number })}${word("stop")}`;
}

/** What the totals of the sheet are in, where they are amounts. */
function unitOf(table, port) {
  const isAmount = port && table.unit && Object.keys(port.weights(table.rules)).every((measure) => table.in_units.includes(measure));
  return isAmount ? [" ", el("span", { class: "why" }, word("in_unit", { unit: table.unit }))] : null;
}

/** Why the server does not take what waits, though it answers: a pass that has ended, a right that is gone. */
function held(rows) {
  const row = rows.find((one) => one.state === WAITING && [401, 403].includes(one.answer?.status));
  if (!row) return null;
  const again = row.answer.code === "phone_ended" ? el("a", { href: "/join/" }, word("join_again")) : null;
  return el("p", { class: "note warn", role: "status" }, el("span", {}, row.answer.detail, " ", again));
}

function difference(row) {
  return el(
    "div",
    { class: "note warn", role: "status" },
    el("span", {}, word("differs", { number: row.number, said: row.difference.said })),
    button(word("seen"), () => seen(row), "btn small"),
  );
}

/** What is asked now, or why nothing is. */
function recorder(table, { now, rows, port }) {
  const reason = whyNot(table, now, port);
  if (reason) return el("p", { class: "note" }, reason);
  const wrong = rows.find((row) => row.key === righting);
  const before = wrong ? running(table, rows.filter((row) => row.order < wrong.order), port) : now;
  const place = before.place;
  return el(
    "div",
    {},
    entryOf({
      table,
      place,
      port,
      totals: writtenTotals(before, table, port),
      deal: wrong || !table.may_keep ? null : passButton(table, place),
      draft: readDraft(table.id),
      onChange: (draft) => writeDraft(table.id, draft),
      onSave: (record, outcome) => save(table, { wrong, place, record, outcome, port }),
    }),
    wrong || port.board ? null : deal(table, place),
  );
}

/** {seat: total as it is written} before a hand. */
function writtenTotals(now, table, port) {
  const decimals = decimalsOf(table, port);
  return Object.fromEntries(totals(now, table, port).flatMap(({ seats, total }) => seats.map((seat) => [seat, written(total, decimals)])));
}

/** Who deals the next hand, and for who keeps the sheet the way to the next one. */
function deal(table, place) {
  const said = word("deals", { name: nameOf(table, place.dealer) });
  if (!table.may_keep) return el("p", { class: "deal small muted" }, said);
  return el("p", { class: "deal" }, passButton(table, place, el("span", {}, said), " "));
}

/** What passes the deal to the next seat, behind these `words`. */
function passButton(table, { seats, dealer }, ...words) {
  const next = seats.find((seat) => seat > dealer) ?? seats[0];
  const pass = el("u", {}, word("pass_deal", { name: nameOf(table, next) }));
  const attributes = { type: "button", class: "btn quiet small", "data-at": "deal", onclick: () => keepDealer(table, next).then(drawNow) };
  return el("button", attributes, words, pass);
}

const drawNow = () => window.dispatchEvent(new Event("scorekeeper:draw"));

function whyNot(table, now, port) {
  if (!table.may_record) return word("may_not");
  if (now.over) return table.takes_hands ? table.complete : word("ended");
  if (port) return "";
  return word(table.has_port ? "old_port" : "no_port");
}

/** Keep the hand; what is drawn next belongs to the hand after it. */
async function save(table, { wrong, place, record, outcome, port }) {
  if (wrong) {
    await putRight(wrong, record, shownOf(outcome, port));
    righting = "";
  } else {
    await keepHand(table, { key: makeKey(), record, outcome, port, number: place.number });
  }
  forgetDraft(table.id);
  drawNow();
}

function startRighting(row, table) {
  righting = row.key;
  writeDraft(table.id, row.record);
  drawNow();
}

// The sheet

function sheet(table, now, port) {
  const decimals = port ? decimalsOf(table, port) : 0;
  const before = port ? totals(running(table, [], port), table, port) : [];
  const head = before.map(({ seats }) => el("th", { scope: "col", class: "num box-l" }, seats.map((seat) => nameOf(table, seat)).join(" & ")));
  const cells = (sides) => sides.map(({ total }) => el("td", { class: "num box-l" }, el("span", { class: "running" }, written(total, decimals))));
  const blank = () => before.map(() => el("td", { class: "num box-l" }));
  const line = (hand) =>
    el(
      "tr",
      { class: hand.isBack ? "void" : "here", "data-hand": hand.row.key },
      el("td", { class: "no" }, String(hand.number)),
      el("td", { class: "gm" }, el("span", {}, said(hand, table)), " ", el("span", { class: `state ${markClass(hand)}` }, markOf(hand))),
      hand.totals ? cells(hand.totals) : blank(),
    );
  return el(
    "table",
    { class: `sheet list-sheet offline-sheet n${before.length}` },
    el("caption", { class: "vh" }, word("sheet")),
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, word("no")), el("th", { scope: "col" }, word("game")), head)),
    el("tbody", {}, [...now.hands].reverse().map(line)),
    el(
      "tfoot",
      {},
      el("tr", {}, el("td", { colspan: 2 }, word("before", { when: moment(table.kept_at) })), cells(before)),
    ),
  );
}

function said(hand, table) {
  if (hand.isStruck) return hand.row.said ?? word("taken_back");
  return hand.outcome ? say(hand.outcome.said, table) : word(hand.isBack ? "taken_back" : "not_judged");
}

const saidOf = (now, row, table) => {
  const hand = now.hands.find((one) => one.row.key === row.key);
  return hand ? said(hand, table) : "";
};

function markOf({ row, isBack, isStruck }) {
  if (isBack) return word(isStruck && row.state === NEEDS_YOU ? "stuck" : "taken_back");
  if (row.state === SENT) return word("is_sent");
  if (row.state === NEEDS_YOU) return word("stuck");
  return word(row.tries && row.answer === null ? "on_its_way" : "on_phone");
}

const markClass = ({ row }) => (row.state === NEEDS_YOU ? "disputed" : row.state === SENT ? "recorded" : "here");

/** Taking back the last hand: one that is kept here, else the last one that the server has; or leaving that one. */
function undoButton(table, rows, now) {
  const way = (words, number, onclick) => el("p", { class: "row-actions" }, button(word(words, { number }), onclick, "btn small", { "data-undo": true }));
  const last = now.hands.filter((hand) => !hand.isBack).at(-1);
  if (last) return last.row.state === NEEDS_YOU ? null : way("undo", last.number, () => takeBack(last.row));
  const struck = now.hands.find((hand) => hand.isStruck)?.row;
  if (struck) return rows.at(-1) === struck && struck.state === WAITING && !struck.tries ? way("leave", struck.number, () => forgo(struck)) : null;
  return table.last && table.may_record ? way("undo", table.last.number, () => keepUndo(table)) : null;
}
