// The table: the live preview, boxes that cannot be chosen now, the number pad, keys of our own for each hand, and
// the sheet kept in step with other phones. It knows no rule of any game: what is possible and what a hand is worth
// is asked of the server. Without it the form is a plain form.

import { send } from "./app.js";

const WAIT = 80; // milliseconds after the last tap until the preview is asked for
const LOOK_AGAIN = 6000; // milliseconds between looks at the table while it is seen
const SAVED_STAYS = 8000; // milliseconds

let form = null; // the entry on this page
let newest = 0; // number of the newest preview asked for: older answers are dropped
let timer = 0;
let isAsking = false; // something was tapped that no preview has answered yet
let hasTried = false; // Save was tapped too early: every problem is shown until the next choice
let latest = null; // the newest answer, told again when a number is finished

/** A random UUID; crypto.randomUUID is missing on plain http. */
function makeKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** The fields a box fills, with their values: one, or several where its name begins with "set-". */
function pairs(input) {
  return input.name.startsWith("set-") ? [...new URLSearchParams(input.value)] : [[input.name, input.value]];
}

const choices = () => [...form.querySelectorAll("input[type=radio], input[type=checkbox]")].filter((input) => input.name);
const part = (name) => form.querySelector(`[data-${name}]`);

// The preview

function ask() {
  isAsking = true;
  newest += 1; // an answer still on its way is to a question that stands no more
  clearTimeout(timer);
  timer = setTimeout(preview, WAIT);
}

async function preview() {
  const number = ++newest;
  const asked = form;
  let answer;
  try {
    const response = await send(asked.dataset.preview, { method: "POST", body: new FormData(asked) });
    if (!response.ok) return;
    answer = await response.json();
  } catch {
    if (number === newest && asked === form) tellUnconnected();
    return;
  }
  if (number !== newest || asked !== form || !form.isConnected) return;
  isAsking = false;
  show(answer);
}

/** No answer: what stood here belongs to an earlier choice. What is chosen now is kept, and saved later. */
function tellUnconnected() {
  newest += 1; // an answer still on its way would write over this
  if (isUntouched()) return;
  endSaved();
  part("say").replaceChildren();
  part("sum").replaceChildren();
  part("warnings").textContent = form.dataset.unconnected;
}

function show(answer) {
  latest = answer;
  const dropped = mark(answer.disabled);
  if (dropped) {
    preview();
    return;
  }
  for (const once of form.querySelectorAll("[data-once]")) once.remove();
  showProblems(answer.problems);
  tell(answer);
}

function tell(answer) {
  const say = part("say");
  say.replaceChildren();
  if (answer.complete) {
    if (answer.play) say.append(`${answer.play} `);
    const result = document.createElement("b");
    result.textContent = answer.result;
    say.append(result, answer.result.endsWith(".") ? "" : ".");
  } else {
    const next = document.createElement("span");
    next.className = "muted";
    next.textContent = prompt(answer.problems);
    say.append(next);
  }
  const sum = part("sum");
  sum.replaceChildren(answer.sum ? `${answer.sum} ` : "");
  if (answer.total) {
    const total = document.createElement("b");
    total.className = "ink";
    total.textContent = answer.total;
    sum.append(total);
  }
  part("warnings").textContent = answer.warnings.join(" ");
  const save = part("save");
  save.textContent = answer.save;
  isReady(answer.complete);
  endSaved();
}

/** Save looks ready only when the server has said that the hand is complete. */
function isReady(ready) {
  if (ready) part("save").removeAttribute("aria-disabled");
  else part("save").setAttribute("aria-disabled", "true");
}

/** What to do next: the problem whose field stands first on the screen; a number is left alone while it is written. */
function prompt(problems) {
  const order = [...form.elements].flatMap((input) => (input.name ? pairs(input).map(([name]) => name) : []));
  const place = (field) => {
    const found = order.findIndex((name) => name === field || name.startsWith(`${field}.`));
    return found < 0 ? order.length : found;
  };
  const asked = Object.keys(problems).filter((field) => !isWriting(field));
  const [first] = asked.sort((one, other) => place(one) - place(other));
  return first === undefined ? "" : problems[first];
}

/** Hatch what cannot be chosen now and let go of it where it was chosen; true if something was let go. */
function mark(disabled) {
  let dropped = false;
  for (const input of choices()) {
    const reason = pairs(input).map(([name, value]) => disabled[name]?.[value]).find(Boolean) ?? "";
    if (reason && input.checked) {
      input.checked = false;
      dropped = true;
    }
    if (reason) {
      input.setAttribute("aria-disabled", "true");
      input.dataset.why = reason;
    } else {
      input.removeAttribute("aria-disabled");
      delete input.dataset.why;
    }
    const no = disabled[input.name]?.[input.value === "true" ? "false" : "true"];
    input.closest(".box").classList.toggle("implied", Boolean(no) && !reason && !input.checked);
    if (no && !reason) input.dataset.implied = no;
    else delete input.dataset.implied;
  }
  markOpeners();
  chosen();
  return dropped;
}

/** The box that opens more of them is as impossible as all that it opens. */
function markOpeners() {
  for (const opener of form.querySelectorAll("[data-opens]")) {
    const more = [...opener.closest("fieldset").querySelectorAll(".more input")];
    if (more.every((input) => input.getAttribute("aria-disabled"))) {
      opener.checked = false;
      opener.setAttribute("aria-disabled", "true");
      opener.dataset.why = more[0]?.dataset.why ?? "";
    } else {
      opener.removeAttribute("aria-disabled");
      delete opener.dataset.why;
    }
  }
}

/** Problems are shown at fields that hold a finished number; what is only missing yet is said in the preview. */
function showProblems(problems) {
  for (const line of form.querySelectorAll("[data-err]")) {
    const field = line.dataset.err.split(" ").find((name) => problems[name] && isFilled(name) && !isWriting(name));
    line.textContent = field ? problems[field] : "";
    line.hidden = !field;
  }
  for (const input of form.querySelectorAll("[data-number]")) {
    const field = input.name.split(".")[0];
    const isWrong = Boolean(problems[field] && input.value && !isWriting(field));
    input.closest(".numbox").classList.toggle("bad", isWrong);
    input.setAttribute("aria-invalid", String(isWrong));
  }
}

/** The number boxes of a field: one, or one for each player. */
const numbersOf = (field) =>
  [...form.querySelectorAll("[data-number]")].filter(({ name }) => name === field || name.startsWith(`${field}.`));

function isFilled(field) {
  const numbers = numbersOf(field);
  return numbers.length > 0 && numbers.every((input) => input.value);
}

/** Whether this number is being written now: "1" may become "120". */
const isWriting = (field) => !hasTried && numbersOf(field).includes(document.activeElement);

/** A number is finished when another box is entered: what is wrong with it is said then. */
function onFinished() {
  if (!latest || isAsking || !form.isConnected) return;
  showProblems(latest.problems);
  if (!latest.complete && !part("saved")) tell(latest);
}

/** For browsers without :has(): the chosen box carries a class too; and a number above four shows in its box. */
function chosen() {
  for (const input of choices()) input.closest(".box").classList.toggle("is-chosen", input.checked);
  for (const opener of form.querySelectorAll("[data-opens]")) {
    const high = opener.closest("fieldset").querySelector(".more :checked");
    opener.nextElementSibling.textContent = high ? `${high.nextElementSibling.textContent} +` : "5 +";
  }
}

// The reason, in one line below the group, until the next tap

function why(input, text) {
  unwhy();
  const line = document.createElement("p");
  line.className = "why-line";
  line.setAttribute("role", "status");
  line.textContent = text;
  (input.closest(".group") ?? input.closest("fieldset"))?.append(line);
}

function unwhy() {
  form?.querySelector(".why-line")?.remove();
}

// Kinds of hands: what belongs to another kind is let go

function keepKinds(input) {
  const panel = input.closest("[data-kind]");
  const kind = (new FormData(form).get("set-who") ?? "").match(/kind=(\w+)/)?.[1];
  if (panel && kind && kind !== panel.dataset.kind) {
    for (const other of form.querySelectorAll("[name=set-who]:checked")) other.checked = false;
  } else if (input.name === "set-who") {
    for (const other of form.querySelectorAll("[data-kind]")) {
      if (other.dataset.kind !== kind) empty(other);
    }
  }
}

function empty(panel) {
  for (const input of panel.querySelectorAll("input")) {
    if (input.type === "radio" || input.type === "checkbox") input.checked = input.hasAttribute("data-stays");
    else input.value = "";
  }
}

// The number pad

let writing = null;

function wirePad(area) {
  const pad = area.querySelector("[data-pad]");
  const fields = [...area.querySelectorAll("[data-number]")];
  pad.hidden = false;
  for (const field of fields) {
    field.setAttribute("inputmode", "none");
    field.addEventListener("focus", () => (writing = field));
  }
  pad.addEventListener("pointerdown", (event) => event.preventDefault()); // the field keeps the focus
  pad.addEventListener("click", (event) => {
    const key = event.target.closest("button");
    if (!key) return;
    if (!fields.includes(writing)) writing = fields[0];
    if (key.dataset.digit) type(writing, writing.value + key.dataset.digit);
    else if ("delete" in key.dataset) type(writing, writing.value.slice(0, -1));
    else writing = fields[(fields.indexOf(writing) + 1) % fields.length];
    writing.focus({ preventScroll: true });
  });
}

function type(field, text) {
  if (text.length > field.maxLength) return;
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

// Events of the form

function onInput(event) {
  const input = event.target;
  if (input.matches("[data-opens]")) return;
  keepKinds(input);
  unwhy();
  chosen();
  keepDraft();
  hasTried = false;
  ask();
}

function onClick(event) {
  const input = event.target.closest("input");
  if (!input) return;
  const reason = input.dataset.why ?? input.dataset.implied;
  if (reason) {
    event.preventDefault();
    why(input, reason);
  } else unwhy();
}

/** A chosen box lets go when it is tapped again. */
function onPress(event) {
  const input = event.target.closest(".box")?.querySelector("input[type=radio]");
  if (!input?.checked || event.button) return;
  const release = () =>
    setTimeout(() => {
      input.checked = false;
      input.dispatchEvent(new Event("input", { bubbles: true }));
    });
  input.addEventListener("click", release, { once: true });
}

/** A digit fills the box at this place of the group that has the focus, and goes on to the next question; where 5
 * has opened the higher numbers, a digit is the number itself. */
function onKey(event) {
  const input = event.target;
  if (!input.matches("input[type=radio], input[type=checkbox]") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (!/^[1-9]$/.test(event.key)) return;
  const group = input.closest("fieldset");
  const boxes = [...group.querySelectorAll(".box > input")].filter((box) => box.getClientRects().length);
  const digit = Number(event.key);
  const isHigher = digit > 4 && boxes.length > 5 && boxes[4].matches("[data-opens]"); // the opener is no number
  const box = boxes[isHigher ? digit : digit - 1];
  if (!box) return;
  event.preventDefault();
  box.click();
  box.focus();
  if (box.checked && box.type === "radio") nextQuestion(box);
}

function nextQuestion(box) {
  const groups = [...form.querySelectorAll("fieldset")].filter((group) => group.getClientRects().length);
  const open = groups.slice(groups.indexOf(box.closest("fieldset")) + 1).find((group) => {
    const radio = group.querySelector("input[type=radio]:not([aria-disabled])"); // null asks for no matadors
    return radio && !form.querySelector(`[name="${CSS.escape(radio.name)}"]:checked`);
  });
  (open?.querySelector("input[type=radio]:not([aria-disabled])") ?? part("save")).focus();
}

/** What is known to be incomplete is not sent, the preview says what is missing; what has just been tapped is. */
function onSubmit(event) {
  if (part("save").getAttribute("aria-disabled") !== "true" || isAsking) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  endSaved();
  hasTried = true;
  onFinished();
  part("say").animate?.([{ opacity: 0.2 }, { opacity: 1 }], { duration: 220 });
}

// What was just saved stands where the preview stands, until something is filled in

function endSaved() {
  const saved = part("saved");
  if (!saved) return;
  saved.remove();
  part("tell").hidden = false;
}

function keepSaved() {
  const saved = part("saved");
  if (!saved) return;
  const later = () => {
    if (saved.matches(":hover") || saved.contains(document.activeElement)) setTimeout(later, 1000);
    else if (saved.isConnected) endSaved();
  };
  setTimeout(later, SAVED_STAYS);
}

// An entry that is not saved yet outlives a reload of the page: one for each table, until its hand has a row

const draftKey = () => `draft:${form.getAttribute("action")}`;
const isNext = () => form.hasAttribute("hx-post"); // not a correction
const answers = () => [...choices(), ...form.querySelectorAll("[data-number]")];
const isTick = (input) => input.type === "radio" || input.type === "checkbox";

function keepDraft() {
  if (!isNext()) return;
  const given = answers().filter((input) => (isTick(input) ? input.checked : input.value));
  const draft = { number: form.elements.number.value, given: given.map((input) => [input.name, input.value]) };
  try {
    if (isUntouched()) sessionStorage.removeItem(draftKey());
    else sessionStorage.setItem(draftKey(), JSON.stringify(draft));
  } catch {
    // a browser that keeps nothing
  }
}

/** Somebody says that an entry is not to be kept. */
function onDrop(event) {
  if (!event.target.closest("[data-drop]")) return;
  try {
    sessionStorage.removeItem(draftKey());
  } catch {
    // nothing was kept
  }
}

/** Fill an empty entry with its draft; a draft of another hand is dropped. */
function takeDraft() {
  if (!isNext()) return;
  if (!isUntouched()) {
    keepDraft();
    return;
  }
  let draft = null;
  try {
    draft = JSON.parse(sessionStorage.getItem(draftKey()));
    if (draft?.number !== form.elements.number.value) sessionStorage.removeItem(draftKey());
  } catch {
    return;
  }
  if (draft?.number !== form.elements.number.value) return;
  for (const input of answers()) {
    const given = draft.given.filter(([name, value]) => name === input.name && (!isTick(input) || value === input.value));
    if (isTick(input)) input.checked = given.length > 0;
    else input.value = given[0]?.[1] ?? "";
  }
  for (const details of form.querySelectorAll("details[data-numbers]")) {
    if ([...details.querySelectorAll("[data-number]")].some((input) => input.value)) {
      openedForDraft.add(details);
      details.open = true;
    }
  }
}

const openedForDraft = new WeakSet(); // these are not scrolled to

// Another phone may record too

function isUntouched() {
  return form ? !choices().some((input) => input.checked && !input.hasAttribute("data-stays")) && !filledNumbers() : true;
}

function filledNumbers() {
  return [...form.querySelectorAll("[data-number]")].some((input) => input.value);
}

async function look() {
  const table = document.querySelector("[data-live]");
  if (!table || document.visibilityState !== "visible" || document.querySelector(".htmx-request")) return;
  const response = await send(`${table.dataset.table}?since=${table.dataset.revision}`, {
    headers: { "HX-Request": "true" },
    cache: "no-store",
  }).catch(() => null);
  if (response?.status !== 200 || !table.isConnected) return;
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
  const { revision } = fresh.getElementById("table").dataset;
  if (isUntouched()) replace(table, fresh.getElementById("table"));
  else replace(table.querySelector("[data-paper]"), fresh.querySelector("[data-paper]"));
  document.getElementById("table").dataset.revision = revision;
  for (const id of ["where", "bar-end"]) replace(document.getElementById(id), fresh.getElementById(id));
  wire();
}

function replace(old, fresh) {
  if (!old || !fresh) return;
  fresh.removeAttribute("hx-swap-oob");
  old.replaceWith(fresh);
  window.htmx?.process(fresh);
}

// Begin

function wire() {
  const found = document.querySelector("[data-entry]");
  if (!found || found === form) return;
  form = found;
  writing = null;
  isAsking = false;
  latest = null;
  part("key").value = makeKey();
  form.addEventListener("input", onInput);
  form.addEventListener("click", onClick);
  form.addEventListener("pointerdown", onPress);
  form.addEventListener("keydown", onKey);
  form.addEventListener("focusout", () => setTimeout(onFinished));
  form.addEventListener("submit", onSubmit, true);
  for (const area of form.querySelectorAll("[data-numbers]")) wirePad(area);
  for (const details of form.querySelectorAll("details[data-numbers]")) {
    details.addEventListener("toggle", () => {
      if (!details.open || openedForDraft.delete(details)) return;
      details.querySelector("[data-number]").focus({ preventScroll: true });
      details.scrollIntoView({ block: "center" });
    });
  }
  keepSaved();
  takeDraft();
  chosen();
  markOpeners();
  isReady(false);
  if (!isUntouched()) ask();
}

document.addEventListener("htmx:afterSwap", () => {
  const before = form;
  wire();
  if (form !== before) toTop();
  if (document.activeElement === document.body) form?.querySelector("input:not([type=hidden])")?.focus({ preventScroll: true });
});

/** The next entry begins at its top, wherever the last one ended. */
function toTop() {
  const recorder = form.closest(".recorder");
  recorder.scrollTop = 0;
  if (recorder.getBoundingClientRect().top < 0) window.scrollTo({ top: 0, behavior: "instant" });
}

/** Nothing that was typed is lost: the same form under the same key can be sent again. */
function failed(event, words) {
  if (event.detail.elt !== form) return;
  endSaved();
  part("say").textContent = form.dataset[words];
  isReady(true);
}
document.addEventListener("htmx:sendError", (event) => failed(event, "unsent"));
document.addEventListener("htmx:responseError", (event) => failed(event, "unsaved"));
document.addEventListener("click", onDrop);
window.addEventListener("offline", () => form?.isConnected && tellUnconnected());
window.addEventListener("online", () => form?.isConnected && !isUntouched() && ask());
document.addEventListener("visibilitychange", look);
setInterval(look, LOOK_AGAIN);
wire();
