// The table: the live preview, boxes that cannot be chosen now, the number pad, keys of our own for each hand, and
// the sheet kept in step with other phones. It knows no rule of any game: what is possible and what a hand is worth
// is asked of the server; where there is no connection, the hand is kept on this phone and sent later (js/offline/).
// Without it the form is a plain form.

import { isTick, keepLater, later, send, twin } from "./app.js";
import { makeKey, say, word } from "./offline/words.js";

const WAIT = 80; // milliseconds after the last tap until the preview is asked for
const LOOK_AGAIN = 6000; // milliseconds between looks at the table while it is seen
const SAVED_STAYS = 8000; // milliseconds
const CAN_LOOK_INSIDE = CSS.supports("selector(:has(a))");

let form = null; // the entry on this page
let newest = 0; // number of the newest preview asked for: older answers are dropped
let timer = 0;
let isAsking = false; // something was tapped that no preview has answered yet
let hasTried = false; // Save was tapped too early: every problem is shown until the next choice
let latest = null; // the newest answer, told again when a number is finished

/** The fields a box fills, with their values: one, or several where its name begins with "set-". */
function pairs(input) {
  return input.name.startsWith("set-") ? [...new URLSearchParams(input.value)] : [[fieldOf(input), input.value]];
}

/** The field of the record that an input fills: an amount with decimals is named "cents-FIELD". */
const fieldOf = (input) => input.name.replace(/^cents-/, "");

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
  part("say")?.replaceChildren();
  part("sum")?.replaceChildren();
  part("drawn")?.replaceChildren();
  if (part("warnings")) part("warnings").textContent = keepsHere() ? word("keeps_here") : form.dataset.unconnected;
  tellHere().catch(() => {});
}

// Without a connection: what this phone makes of the entry, and where a saved hand goes

/** Whether a hand can be kept here: there is a worker to draw the table without a connection. */
const keepsHere = () => isNext() && Boolean(navigator.serviceWorker?.controller);
const tableId = () => form.getAttribute("action").split("/")[2];
const loadKeeping = () => import("./offline/keeping.js");
const loadRecords = () => import("./offline/record.js");
const loadDraft = () => import("./offline/draft.js");
const loadOutbox = () => import("./offline/outbox.js");
const loadChoices = () => import("./offline/choices.js");
let isBehind = false; // hands of this table wait on this phone: the next one goes behind them
let hasLooked = false; // whether any do is known; before, nothing is sent

async function lookBehind() {
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
async function tellHere() {
  if (!keepsHere() || !part("say")) return;
  const [asked, number] = [form, newest];
  const [{ judgedHere }, { recordOf }] = await Promise.all([loadKeeping(), loadRecords()]);
  const here = await judgedHere(tableId(), (kinds) => recordOf(new FormData(asked), kinds));
  if (!here?.outcome || asked !== form || number !== newest) return;
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
let isTakingBack = false; // until this page is left: a second tap would be for the hand before

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
  if (!say) {
    if (part("warnings")) part("warnings").textContent = "";
    return; // a screen that is saved by its boxes
  }
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
  if (part("drawn")) part("drawn").innerHTML = answer.drawn; // the server's own template, escaped there
  const save = part("save");
  save.textContent = answer.save;
  isReady(answer.complete);
  endSaved();
}

/** Save looks ready only when the server has said that the hand is complete. */
function isReady(ready) {
  if (ready) part("save")?.removeAttribute("aria-disabled");
  else part("save")?.setAttribute("aria-disabled", "true");
}

// Steps: where a game draws its own screen, a button sends one step with the whole form, and the form comes back

let isStepping = "";
let tapped = []; // steps tapped while an answer was on its way; the same one twice is one tap

async function takeStep(step) {
  if (isStepping) {
    if (step !== isStepping && !tapped.includes(step)) tapped.push(step);
    return;
  }
  isStepping = step;
  const asked = form;
  const body = new FormData(asked);
  body.set("step", step);
  try {
    const response = await send(asked.dataset.step, { method: "POST", body, headers: { "HX-Request": "true" } });
    const fresh = new DOMParser().parseFromString(await response.text(), "text/html").getElementById("entry");
    if (!response.ok || !fresh || form !== asked || !asked.isConnected) {
      tapped = [];
      if (form === asked) why(asked.querySelector("[name=step]") ?? asked, asked.dataset.unsaved);
      return;
    }
    const later = keepLater(asked, body, fresh);
    keepOpen(asked, fresh);
    const goOn = focusAgain(asked, fresh);
    forgetDraft(); // a step back to the beginning leaves nothing; else the new form is kept
    const { value: key } = part("key"); // the same hand: an answer to an earlier sending may have been lost
    replace(asked, fresh);
    wire();
    part("key").value = key;
    goOn();
    if (later.length) ask(); // the server has not seen it yet
  } catch {
    tapped = [];
    if (form === asked) tellUnconnected();
  } finally {
    isStepping = "";
  }
  const next = tapped.shift();
  if (next && isOffered(next)) takeStep(next);
}

/** What somebody has opened stays open. */
function keepOpen(old, fresh) {
  const named = (details) => details.querySelector("summary").textContent;
  const opened = [...old.querySelectorAll("details[open]")].map(named);
  for (const details of fresh.querySelectorAll("details:not([open])")) {
    if (!opened.includes(named(details))) continue;
    openedAgain.add(details);
    details.open = true;
  }
}

/** How to give the fresh form the focus of the old one; a number that is being written is written on. */
function focusAgain(old, fresh) {
  const focused = document.activeElement;
  if (!old.contains(focused)) return () => {};
  const stay = focused.closest("[data-stay]")?.dataset.stay;
  if (stay) return () => fresh.querySelector(`[data-stay="${CSS.escape(stay)}"]:not([aria-disabled])`)?.focus({ preventScroll: true });
  const same = focused.name && focused.matches("input") && twin(focused, fresh);
  if (!same) return () => {};
  const isWritten = !isFresh && !isTick(focused);
  const { selectionStart, selectionEnd } = focused;
  return () => {
    same.focus({ preventScroll: true });
    if (!isWritten) return;
    isFresh = false;
    same.setSelectionRange(selectionStart, selectionEnd);
  };
}

/** Whether the screen as it stands now still has a button for this step. */
const isOffered = (step) =>
  [...form.querySelectorAll("[name=step]")].some((button) => button.value === step && !button.dataset.why);

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
    const field = fieldOf(input).split(".")[0];
    const isWrong = Boolean((problems[field] ?? problems[fieldOf(input)]) && input.value && !isWriting(field));
    input.closest(".numbox").classList.toggle("bad", isWrong);
    input.setAttribute("aria-invalid", String(isWrong));
  }
}

/** The number boxes of a field: one, or one for each player. */
const numbersOf = (field) =>
  [...form.querySelectorAll("[data-number]")].filter((input) => `${fieldOf(input)}.`.startsWith(`${field}.`));

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
  (input.closest(".group") ?? input.closest("fieldset") ?? form).append(line);
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

/** Numbers inside `data-belongs="FIELD"` were written for one answer to that field: another answer lets go of them. */
function keepBelonging(input) {
  for (const panel of form.querySelectorAll("[data-belongs]")) {
    const answer = new FormData(form).getAll(panel.dataset.belongs).pop();
    if (input.matches("[data-number]") && panel.contains(input)) panel.dataset.writtenFor = answer;
    else if (input.name === panel.dataset.belongs && input.checked && panel.dataset.writtenFor !== answer) {
      for (const number of panel.querySelectorAll("[data-number]")) number.value = "";
      panel.dataset.writtenFor = answer;
      writing = null;
      latest = null; // what it found missing was missing for the other answer
    }
  }
}

// The number pad

let writing = null;
let isFresh = true; // the box was only just chosen: the next digit begins its number anew

function wirePad(area) {
  const pad = area.querySelector("[data-pad]");
  const fields = [...area.querySelectorAll("[data-number]")];
  pad.hidden = false;
  for (const field of fields) {
    field.setAttribute("inputmode", "none");
    for (const chosen of ["focus", "click"]) field.addEventListener(chosen, () => write(field));
    field.addEventListener("input", () => (isFresh = false));
  }
  pad.addEventListener("pointerdown", (event) => event.preventDefault()); // the field keeps the focus
  pad.addEventListener("click", (event) => {
    const key = event.target.closest("button");
    if (!key) return;
    if (!fields.includes(writing)) write(missing(fields, -1));
    const begun = isFresh ? "" : writing.value;
    const goesOn = "next" in key.dataset;
    const field = goesOn ? missing(fields, fields.indexOf(writing)) : writing;
    if (document.activeElement !== field) field.focus({ preventScroll: true });
    if (goesOn) write(field);
    else type(field, key.dataset.digit ? begun + key.dataset.digit : field.value.slice(0, -1));
  });
}

/** The pad writes into this box now, and so does a keyboard: what stands in it is replaced. */
function write(field) {
  writing = field;
  isFresh = true;
  field.select();
}

/** The number to write after this place: the next one that is missing, else the next one that is asked. */
function missing(fields, place) {
  const following = [...fields.slice(place + 1), ...fields.slice(0, Math.max(place, 0))];
  const isAnyAsked = fields.some(isAsked);
  const open = following.filter((field) => isAsked(field) || !isAnyAsked);
  return open.find(({ name, value }) => !value && latest?.problems[name]) ?? open[0] ?? fields[Math.max(place, 0)];
}

/** A number may say in a selector (`data-unasked`) when the form as it stands does not ask for it. */
const isAsked = ({ dataset }) => !dataset.unasked || !CAN_LOOK_INSIDE || !form.matches(dataset.unasked);

function markAsked() {
  for (const field of form.querySelectorAll("[data-unasked]")) {
    field.closest(".numbox").classList.toggle("unasked", !isAsked(field));
  }
}

function type(field, text) {
  if (text.length > field.maxLength) {
    field.closest(".numbox").animate?.([{ opacity: 0.2 }, { opacity: 1 }], { duration: 220 }); // it is full
    return;
  }
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

// Steppers: a number that goes up and down by the `data-by` of its buttons, with the decimals it is written with

function wireStepper(stepper) {
  const field = stepper.querySelector("[data-number]");
  for (const button of stepper.querySelectorAll("[data-by]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      const decimals = button.dataset.by.split(".")[1]?.length ?? 0;
      const next = Number(field.value.replace(",", ".")) + Number(button.dataset.by);
      if (!(next >= 0)) return;
      field.value = next.toFixed(decimals);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
  }
}

// Events of the form

function onInput(event) {
  const input = event.target;
  if (input.matches("[data-opens]")) return;
  keepKinds(input);
  keepBelonging(input);
  if (input !== writing) isFresh = true;
  markAsked();
  unwhy();
  chosen();
  keepDraft();
  hasTried = false;
  ask();
}

function onClick(event) {
  const input = event.target.closest("input, button");
  if (!input) return;
  const reason = input.dataset.why ?? input.dataset.implied;
  if (reason) {
    event.preventDefault();
    why(input, reason);
    return;
  }
  unwhy();
  if (input.name === "step") {
    event.preventDefault();
    takeStep(input.value);
  }
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
  (open?.querySelector("input[type=radio]:not([aria-disabled])") ?? part("save"))?.focus();
}

/** What is known to be incomplete is not sent, the preview says what is missing; what has just been tapped is. */
function onSubmit(event) {
  if (event.submitter?.hasAttribute("data-now") || !part("save")) return; // a box that saves at once
  if (part("save").getAttribute("aria-disabled") !== "true" || isAsking) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  endSaved();
  hasTried = true;
  onFinished();
  part("say")?.animate?.([{ opacity: 0.2 }, { opacity: 1 }], { duration: 220 });
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
const answers = () => [...choices(), ...form.querySelectorAll("[data-number], [data-kept]")];

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

function forgetDraft() {
  try {
    sessionStorage.removeItem(draftKey());
  } catch {
    // nothing was kept
  }
}

/** Somebody says that an entry is not to be kept. */
function onDrop(event) {
  if (event.target.closest("[data-drop]")) forgetDraft();
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
  hasDraft = true;
  for (const input of answers()) {
    const given = draft.given.filter(([name, value]) => name === input.name && (!isTick(input) || value === input.value));
    if (isTick(input)) input.checked = given.length > 0;
    else input.value = given[0]?.[1] ?? "";
  }
  for (const details of form.querySelectorAll("details[data-numbers]")) {
    if ([...details.querySelectorAll("[data-number]")].some((input) => input.value)) {
      openedAgain.add(details);
      details.open = true;
    }
  }
}

const openedAgain = new WeakSet(); // these are not scrolled to
let hasDraft = false; // the form was filled from its draft just now

// Another phone may record too

function isUntouched() {
  return form ? !choices().some((input) => input.checked && !input.hasAttribute("data-stays")) && !filledNumbers() : true;
}

function filledNumbers() {
  return [...form.querySelectorAll("[data-number], [data-kept]")].some(
    (input) => input.value && input.value !== input.dataset.stays, // what stands there from the start
  );
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
  else for (const part of ["[data-others]", "[data-paper]"]) replace(table.querySelector(part), fresh.querySelector(part));
  document.getElementById("table").dataset.revision = revision;
  for (const id of ["where", "bar-end"]) replace(document.getElementById(id), fresh.getElementById(id));
  wire();
  document.dispatchEvent(new Event("scorekeeper:table"));
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
  isFresh = true;
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
  for (const stepper of form.querySelectorAll("[data-stepper]")) wireStepper(stepper);
  for (const details of form.querySelectorAll("details[data-numbers]")) {
    details.addEventListener("toggle", () => {
      if (!details.open || openedAgain.delete(details)) return;
      details.querySelector("[data-number]").focus({ preventScroll: true });
      details.scrollIntoView({ block: "center" });
    });
  }
  keepSaved();
  hasDraft = false;
  takeDraft();
  for (const panel of form.querySelectorAll("[data-belongs]")) {
    panel.dataset.writtenFor = new FormData(form).getAll(panel.dataset.belongs).pop();
  }
  markAsked();
  chosen();
  markOpeners();
  isReady("complete" in form.dataset);
  later(lookBehind).catch(() => {});
  if (hasDraft && form.querySelector("[data-kept]")) takeStep("null"); // its screen is drawn for what was kept
  else if (!("told" in form.dataset) && !isUntouched()) ask();
}

document.addEventListener("htmx:afterSwap", () => {
  const before = form;
  wire();
  document.dispatchEvent(new Event("scorekeeper:table"));
  if (form !== before) toTop();
  if (document.activeElement === document.body) form?.querySelector("[type=radio], [type=checkbox]")?.focus({ preventScroll: true });
});

/** The next entry begins at its top, wherever the last one ended. */
function toTop() {
  const recorder = form.closest(".recorder");
  recorder.scrollTop = 0;
  if (recorder.getBoundingClientRect().top < 0) window.scrollTo({ top: 0, behavior: "instant" });
}

/** Nothing that was typed is lost: the same form under the same key can be sent again. */
function tellFailed(words) {
  endSaved();
  const line = part("say") ?? part("warnings");
  if (line) line.textContent = form.dataset[words];
  isReady(true);
}

document.addEventListener("htmx:beforeRequest", onBeforeRequest);
for (const name of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) document.addEventListener(name, onUnsent);
document.addEventListener("htmx:confirm", onConfirm);
later(() => Promise.all([loadRecords(), loadDraft(), loadChoices()])).catch(() => {}); // what a lost connection asks for is here then
later(loadOutbox)
  .then(({ onChange }) => onChange(() => lookBehind().catch(() => {})))
  .catch(() => {});
document.addEventListener("scorekeeper:table", () => nameUndo().catch(() => {}));
window.addEventListener("pageshow", () => (isTakingBack = false));
document.addEventListener("click", onDrop);
window.addEventListener("offline", () => form?.isConnected && tellUnconnected());
window.addEventListener("online", () => form?.isConnected && !isUntouched() && ask());
document.addEventListener("visibilitychange", look);
setInterval(look, LOOK_AGAIN);
wire();
