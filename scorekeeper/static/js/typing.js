// An old list is typed in without waiting for the answer to each line: a line is sent while the next one is typed, and
// what was typed meanwhile stays, whatever the answer is. Without this module the form is sent as any other.
import { toast, working } from "./app.js";

const place = document.querySelector("[data-typed]");
let isOnItsWay = false;
let isNextReady = false; // Enter was pressed while a line was on its way
let ahead = null; // what was typed of the next line when the one before it was refused

const form = () => place.querySelector("#line");
const cells = () => [...form().querySelectorAll(".typed-line input")];
const isEmpty = () => cells().every((cell) => !cell.value.trim());

/** What stands in the cells, and where the keyboard is. */
function typed() {
  const all = cells();
  const at = Math.max(0, all.indexOf(document.activeElement));
  return { values: all.map((cell) => cell.value), at, caret: all[at].selectionEnd };
}

function fill({ values, at, caret }) {
  cells().forEach((cell, nth) => (cell.value = values[nth] ?? ""));
  cells()[at].focus();
  cells()[at].setSelectionRange(caret, caret);
}

/** The page that answers; null where none came. */
async function sent(body) {
  try {
    const answer = await fetch(form().action, { method: "POST", body, credentials: "same-origin" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return { url: answer.url, isSaved: answer.ok, fresh: page.querySelector("[data-typed]") };
  } catch {
    return null;
  }
}

/** Put the parts of the fresh page in the place of those that stand here; whether there is a next line. */
function renew(fresh) {
  if (!fresh.querySelector("#line")) {
    place.replaceChildren(...fresh.childNodes);
    place.querySelector(".note")?.focus();
    return false;
  }
  place.querySelector(".typed-rows").replaceWith(fresh.querySelector(".typed-rows"));
  form().replaceWith(fresh.querySelector("#line"));
  const held = fresh.querySelector(".held");
  if (held && !place.querySelector(".held")) place.append(held);
  return true;
}

function saved(fresh) {
  const now = typed();
  const next = isEmpty() && ahead ? ahead : now;
  if (!renew(fresh)) return;
  if (next === ahead) ahead = null;
  fill(next);
  if (isNextReady) sendLine();
}

function refused(fresh) {
  setAside();
  renew(fresh);
  const first = form().querySelector("[autofocus]") ?? cells()[0];
  first.focus();
  first.select();
}

function setAside() {
  if (!isEmpty()) ahead = typed();
  isNextReady = false;
}

async function sendLine() {
  if (isOnItsWay) {
    isNextReady = !isEmpty();
    return;
  }
  isNextReady = false;
  const body = new FormData(form());
  const line = typed();
  isOnItsWay = true;
  fill({ values: [], at: 0, caret: 0 });
  const done = working(form().querySelector("button:not([type=button])"));
  const answer = await sent(body);
  done();
  isOnItsWay = false;
  if (answer?.fresh && answer.isSaved) saved(answer.fresh);
  else if (answer?.fresh) refused(answer.fresh);
  else if (answer?.isSaved) location.assign(answer.url);
  else {
    setAside();
    fill(line);
    toast(place.dataset.typed);
  }
}

place?.addEventListener("submit", (event) => {
  if (event.target.id !== "line") return;
  event.preventDefault();
  sendLine();
});
