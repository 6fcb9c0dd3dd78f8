// The results of a round are typed without a mouse: Enter goes on to the next figure, and in the last one of a table it
// saves this table alone. What was typed stays until the server has it; without this module a button sends all rows.
import { announce, send } from "./app.js";
import { numberOf, written } from "./offline/amounts.js";

const AGAIN = 15_000; // milliseconds between tries without a connection
const ASKS = 10_000; // milliseconds between two looks at what others have written
const form = document.querySelector("form[data-results]");
const words = form.dataset;
const rows = () => [...form.querySelectorAll("[data-row]")];
const rowOf = (element) => element?.closest?.("[data-row]");
const fields = (row) => [...row.querySelectorAll("input:not([type=hidden]), select")];
const figures = (row) => [...row.querySelectorAll("[data-figure]")];
const busy = new Map(); // row number -> what is on its way
const unsent = new Map(); // row number -> the button and the values that did not arrive
let isLeaving = false;

const started = (field) => (field.matches("select") ? ([...field.options].find((each) => each.defaultSelected)?.value ?? "") : field.defaultValue);
const isDirty = (row) => fields(row).some((field) => field.validity.badInput || field.value.trim() !== started(field));
const values = (row) => new Map(fields(row).map((field) => [field.name, field.value]));

// What stands in a row

const markDirty = (row) => row.classList.toggle("dirty", isDirty(row));

function say(row, text) {
  const place = row.querySelector("[data-row-words]");
  if (place) place.textContent = text;
}

/** The sum of a table as it is typed, where the game says what it comes to; null while a figure is missing. */
function sumOf(row) {
  const points = [...row.querySelectorAll("[data-points]")];
  if (words.sumsTo === undefined || !points.length || points.some((field) => field.value.trim() === "")) return null;
  const factor = 10 ** Number(words.decimals);
  return points.reduce((sum, field) => sum + Math.round(numberOf(field.value) * factor), 0);
}

function showSum(row) {
  const sum = sumOf(row);
  const place = row.querySelector("[data-row-sum]");
  if (!place) return;
  const figure = written(sum ?? 0, Number(words.decimals));
  place.textContent = sum === null ? "" : words.sum.replace("{sum}", figure);
  place.classList.toggle("off", isOff(row));
}

const isOff = (row) => ![null, Number(words.sumsTo)].includes(sumOf(row));

/** Whether the figures of a match say who has won: the first that both sides have and that differ. */
function isDecided(row) {
  const typed = figures(row).map((field) => field.value.trim());
  const half = typed.length / 2;
  const pairs = [...Array(half).keys()].map((nth) => [typed[nth], typed[nth + half]]);
  const whole = pairs.filter((pair) => !pair.includes(""));
  return whole.some(([home, away]) => numberOf(home) !== numberOf(away)) || (whole.length > 0 && "draws" in row.dataset);
}

function count() {
  for (const [name, mark] of [["result", "has-result"], ["check", "is-checked"]]) {
    const place = document.querySelector(`[data-count="${name}"]`);
    if (place) place.textContent = rows().filter((row) => row.classList.contains(mark)).length;
  }
  const waiting = form.querySelector("[data-waiting]");
  const asking = rows().filter((row) => "needsYou" in row.dataset || unsent.has(row.dataset.row));
  waiting.hidden = !asking.length;
  waiting.replaceChildren(...asking.slice(0, 8).map((row) => {
    const link = document.createElement("a");
    link.href = `#${row.id}`;
    link.className = "btn small quiet";
    link.textContent = words.needsYou.replace("{number}", row.dataset.row);
    return link;
  }));
}

// Sending a row

/** Send what a button of a row does; the row that answers takes its place. */
async function post(row, name, value) {
  const number = row.dataset.row;
  if (busy.has(number)) await busy.get(number);
  const current = document.getElementById(`table-${number}`);
  const body = new FormData();
  body.set("key", form.elements.key.value);
  for (const field of current.querySelectorAll("input, select")) body.set(field.name, field.value);
  body.set(name, value);
  const sent = values(current);
  current.classList.add("sending");
  say(current, words.saving);
  const task = answerOf(current, name, value, body, sent);
  busy.set(number, task);
  const fresh = await task;
  busy.delete(number);
  count();
  document.dispatchEvent(new Event("results:saved"));
  return fresh;
}

async function answerOf(row, name, value, body, sent) {
  let answer;
  try {
    answer = await send(location.href, { method: "POST", body, headers: { "HX-Request": "true" } });
  } catch {
    return failed(row, words.offline, () => post(row, name, value));
  }
  if (answer.redirected) return failed(row, words.signedOut);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById(row.id);
  if (!fresh) return failed(row, words.failed);
  unsent.delete(row.dataset.row);
  return renew(row, fresh, sent);
}

function failed(row, text, again) {
  row.classList.remove("sending");
  row.classList.add("unsent");
  say(row, text);
  announce(text);
  unsent.set(row.dataset.row, again ?? null);
  return row;
}

/** Put the fresh row in the place of this one; what was typed since it was sent stays, and so does the keyboard. */
function renew(row, fresh, sent) {
  const at = row.contains(document.activeElement) ? document.activeElement : null;
  const now = values(row);
  document.adoptNode(fresh);
  row.replaceWith(fresh);
  for (const field of fields(fresh)) {
    if (now.has(field.name) && sent?.has(field.name) && now.get(field.name) !== sent.get(field.name)) {
      field.value = now.get(field.name);
    }
  }
  showSum(fresh);
  markDirty(fresh);
  if ("needsYou" in fresh.dataset) announce(words.needsYou.replace("{number}", fresh.dataset.row));
  if (at) focusAgain(fresh, at);
  return fresh;
}

function focusAgain(row, before) {
  const asked = row.querySelector(".row-asks input:not([type=hidden]), .row-asks button, [aria-invalid]");
  const same = before.name && [...row.querySelectorAll("input, select, button")].find(({ name, type }) => name === before.name && type === before.type);
  (asked ?? same ?? row.querySelector("button") ?? fields(row)[0])?.focus();
}

const save = (row) => post(row, "row", row.dataset.row);

// Going on

function enter(field) {
  field?.focus();
  field?.select?.();
}

const following = (row) => rows()[rows().indexOf(row) + 1];

/** The first field of the next table; below the last one the button that saves all. */
function nextTable(row) {
  const next = following(row);
  if (next) enter(fields(next)[0]);
  else form.querySelector(".results-end button")?.focus();
}

/** Enter in a field: the next one, or the table is saved. Where something is going to be asked the answer is waited for. */
async function goOn(field) {
  const row = rowOf(field);
  const all = fields(row);
  const next = all[all.indexOf(field) + 1];
  const isSkipped = next?.matches("select") && isDecided(row);
  if (next && !isSkipped && !(field.matches("select") && field.value)) return enter(next);
  const bad = all.find((each) => each.validity.badInput); // the browser sends nothing of it
  if (bad) {
    say(row, words.bad);
    announce(words.bad);
    return enter(bad);
  }
  if (!isDirty(row) && !field.name.endsWith("-reason")) return nextTable(row);
  if ("known" in row.dataset || isOff(row) || field.name.endsWith("-reason")) {
    const fresh = await save(row);
    if (fresh.matches(".saved") && (fresh.contains(document.activeElement) || document.activeElement === document.body)) nextTable(fresh);
    return undefined;
  }
  nextTable(row);
  return save(row);
}

/** Up and down: the same figure of the table above or below. */
function moveBy(field, step) {
  const row = rowOf(field);
  const other = rows()[rows().indexOf(row) + step];
  if (other) enter(fields(other)[fields(row).indexOf(field)] ?? fields(other)[0]);
}

function nextCheck(row) {
  const after = rows().slice(rows().indexOf(row) + 1);
  const button = after.map((each) => each.querySelector(".agrees.main")).find(Boolean) ?? form.querySelector(".agrees.main");
  button?.focus();
}

// Keys and buttons

form.addEventListener("focusin", ({ target }) => (target.enterKeyHint = "next")); // of the keyboard of a phone

form.addEventListener("keydown", (event) => {
  const field = event.target;
  if (!rowOf(field) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (field.matches("input, select")) {
    if (event.key === "Enter") {
      event.preventDefault();
      goOn(field);
    } else if (field.matches("[data-figure]") && ["ArrowUp", "ArrowDown"].includes(event.key)) {
      event.preventDefault(); // else the figure would change by one
      moveBy(field, event.key === "ArrowUp" ? -1 : 1);
    }
  } else if (field.matches(".agrees") && event.key.length === 1 && event.key !== " ") {
    enter(fields(rowOf(field))[0]); // it differs: what is typed replaces the first figure
  }
});

// A wheel that turns over a figure scrolls the page.
form.addEventListener("wheel", (event) => {
  if (event.target === document.activeElement && event.target.type === "number") {
    event.preventDefault();
    window.scrollBy(0, event.deltaY);
  }
}, { passive: false });

form.addEventListener("click", async (event) => {
  const button = event.target.closest("button");
  const row = rowOf(button);
  if (!row) return;
  event.preventDefault();
  const { name, value } = button;
  if (name === "check") {
    nextCheck(row);
    await post(row, name, value);
  } else {
    button.focus(); // some browsers do not focus what is clicked
    await post(row, name, value);
  }
});

form.addEventListener("input", ({ target }) => {
  const row = rowOf(target);
  if (!row) return;
  showSum(row);
  markDirty(row);
  row.classList.remove("saved");
  if (isDirty(row) && !row.querySelector(".row-asks")) say(row, words.unsaved);
});

form.addEventListener("submit", () => (isLeaving = true));
window.addEventListener("beforeunload", (event) => {
  if (!isLeaving && (unsent.size || busy.size || rows().some(isDirty))) event.preventDefault();
});

// No connection: what did not arrive is sent again

function sendAgain() {
  for (const again of [...unsent.values()]) again?.();
}

window.addEventListener("online", sendAgain);
setInterval(() => unsent.size && sendAgain(), AGAIN);

// What others write appears in rows that nobody types in

async function look() {
  if (document.hidden || busy.size || unsent.size) return;
  const address = new URL(location.href);
  address.searchParams.set("since", form.dataset.since);
  try {
    const answer = await fetch(address, { headers: { "HX-Request": "true" }, credentials: "same-origin" });
    if (answer.status !== 200 || answer.redirected) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const there = page.querySelector("form[data-results]");
    if (!there || busy.size) return;
    form.dataset.since = there.dataset.since;
    for (const row of rows()) {
      const fresh = page.getElementById(row.id);
      if (fresh && fresh.dataset.stands !== row.dataset.stands && !isDirty(row) && !("needsYou" in row.dataset)) renew(row, fresh, values(row));
    }
    count();
  } catch {
    // there is no connection now: the next look
  }
}

setInterval(look, ASKS);
form.classList.add("scripted");
for (const row of rows()) {
  showSum(row);
  markDirty(row);
}
count();

/** The row that the address names: whoever came for this table types, or checks, at once. */
function begin() {
  const row = location.hash ? rowOf(document.getElementById(location.hash.slice(1))) : null;
  if (form.matches(".checking")) (row?.querySelector(".agrees") ?? form.querySelector(".agrees.main"))?.focus();
  else if (row) enter(row.querySelector(".row-asks input:not([type=hidden]), .row-asks button") ?? fields(row)[0]);
}

window.addEventListener("hashchange", begin);
begin();
// A browser that goes to the row itself, once all is there, takes the keyboard from the field.
window.addEventListener("load", () => setTimeout(() => document.activeElement === document.body && begin()));
