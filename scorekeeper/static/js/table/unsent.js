// Without a connection: what this phone makes of the entry, and where a saved hand goes (js/offline/).

import { later } from "../app.js";
import { say, word } from "../offline/words.js";
import { form, isNext, isReady, isUntouched, part, tellFailed } from "./entry.js";
import { forgetDraft } from "./draft.js";

const tableId = () => form.getAttribute("action").split("/")[2];
const loadKeeping = () => import("../offline/keeping.js");
const loadRecords = () => import("../offline/record.js");
const loadDraft = () => import("../offline/draft.js");
const loadOutbox = () => import("../offline/outbox.js");
const loadChoices = () => import("../offline/choices.js");
let isBehind = false; // hands of this table wait on this phone: the next one goes behind them
let hasLooked = false; // whether any do is known; before, nothing is sent
let isTakingBack = false; // until this page is left: a second tap would be for the hand before

/** Whether a hand can be kept here: there is a worker to draw the table without a connection. */
export const keepsHere = () => isNext() && Boolean(navigator.serviceWorker?.controller);

export async function lookBehind() {
  const { waitsAt } = await loadKeeping();
  isBehind = Boolean(form?.isConnected && isNext() && (await waitsAt(tableId())));
  hasLooked = true;
  await nameUndo();
}

/** The button says which hand it takes back: the newest that waits here, where one does. */
async function nameUndo() {
  if (!document.getElementById("undo")) return;
  const { newestHere } = await loadChoices();
  const { hand } = await newestHere(liveId());
  if (hand?.number) document.querySelector("#undo button")?.setAttribute("aria-label", word("undo", { number: hand.number }));
}

/** Save was tapped before it is known what waits here: look first, then send. */
function onConfirm(event) {
  if (event.detail.elt.id === "undo") onUndo(event);
  if (event.detail.elt !== form || hasLooked || !keepsHere()) return;
  event.preventDefault();
  lookBehind()
    .catch(() => {})
    .finally(() => event.detail.issueRequest(true));
}

/** The sentence of this phone's copy of the game; the server says it again when it gets the hand. */
export async function tellHere(isNewest) {
  if (!keepsHere() || !part("say")) return;
  const asked = form;
  const [{ judgedHere }, { recordOf }] = await Promise.all([loadKeeping(), loadRecords()]);
  const here = await judgedHere(tableId(), (kinds) => recordOf(new FormData(asked), kinds));
  if (!here?.outcome || asked !== form || !isNewest()) return;
  const { problems, said } = here.outcome;
  part("say").textContent = say(problems ? problems[0].message : said, here.table);
  isReady(!problems);
}

/** Keep the hand of a form that can't be sent now, and go on where this phone draws the table. */
async function keepInstead(asked, data) {
  const id = tableId();
  const [key, number] = [part("key").value, Number(asked.elements.number.value)];
  const [{ keepFromForm }, { recordOf }] = await Promise.all([loadKeeping(), loadRecords()]);
  const done = await keepFromForm(id, { key, number, record: (kinds) => recordOf(data, kinds) });
  if (done.problems) {
    part("say")?.replaceChildren(say(done.problems[0].message, done.table));
    isReady(true);
  } else if (done.unknown) {
    tellFailed("unsent");
  } else {
    forgetDraft();
    location.assign(`/offline/#${id}`);
  }
}

function onBeforeRequest(event) {
  if (event.detail.elt !== form || !isBehind || !keepsHere()) return;
  event.preventDefault();
  keepInstead(form, event.detail.requestConfig.formData).catch(() => tellFailed("unsent"));
}

const DOWN = [502, 503, 504];

const liveId = () => document.querySelector("[data-table]").dataset.table.split("/")[2];

/** Undo with hands of this table still on this phone: the server's last hand is not the last one there is. */
function onUndo(event) {
  event.preventDefault();
  if (isTakingBack) return;
  isTakingBack = true;
  takeBackHere()
    .catch(() => false) // a browser that keeps nothing
    .then((isHere) => {
      isTakingBack = isHere;
      if (!isHere) event.detail.issueRequest(true);
    });
}

/** Take back the newest hand that waits here, in its turn where it may have gone out; false if nothing waits. */
async function takeBackHere() {
  const id = liveId();
  const [{ newestHere, takeBack }, { NEEDS_YOU, tableOf }] = await Promise.all([loadChoices(), loadOutbox()]);
  const { waits, hand } = await newestHere(id);
  if (!waits) return false;
  if (hand && hand.state !== NEEDS_YOU) await takeBack(hand);
  await goOnOffline(id, await tableOf(id));
  return true;
}

/** Taking back and passing the deal are kept as hands are. */
async function keepAct(elt) {
  const id = liveId();
  const [{ keepDealer, keepUndo }, { tableOf }] = await Promise.all([loadKeeping(), loadOutbox()]);
  const table = await tableOf(id);
  const isUndo = elt.id === "undo";
  if (!table || (isUndo && !elt.action.includes(table.last?.id))) throw new Error("this phone knows another table");
  await (isUndo ? keepUndo(table) : keepDealer(table, Number(elt.value)));
  await goOnOffline(id, table);
}

/** Where this phone draws the table; what is half filled in goes along. */
async function goOnOffline(id, table) {
  const [{ recordOf }, { writeDraft }] = await Promise.all([loadRecords(), loadDraft()]);
  if (form?.isConnected && table) {
    if (!isUntouched()) writeDraft(id, recordOf(new FormData(form), table.kinds));
    forgetDraft();
  }
  location.assign(`/offline/#${id}`);
}

const isAct = (elt) => elt.id === "undo" || Boolean(elt.closest("#deal"));

function onUnsent(event) {
  const { elt, xhr, requestConfig } = event.detail;
  const isDown = event.type !== "htmx:responseError" || DOWN.includes(xhr.status);
  if (isAct(elt) && isDown && navigator.serviceWorker?.controller) keepAct(elt).catch(() => form?.isConnected && tellFailed("unsent"));
  if (elt !== form) return;
  if (!isDown || !keepsHere()) tellFailed(event.type === "htmx:responseError" ? "unsaved" : "unsent");
  else keepInstead(form, requestConfig.formData).catch(() => tellFailed("unsent"));
}

/** What the page does where a sending fails or has to wait; once. */
export function keepUnsent() {
  document.addEventListener("htmx:beforeRequest", onBeforeRequest);
  for (const name of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) document.addEventListener(name, onUnsent);
  document.addEventListener("htmx:confirm", onConfirm);
  later(() => Promise.all([loadRecords(), loadDraft(), loadChoices()])).catch(() => {}); // what a lost connection asks for is here then
  later(loadOutbox)
    .then(({ onChange }) => onChange(() => lookBehind().catch(() => {})))
    .catch(() => {});
  document.addEventListener("scorekeeper:table", () => nameUndo().catch(() => {}));
  window.addEventListener("pageshow", () => (isTakingBack = false));
}
