// The live preview: the server says what is possible and what the hand is worth.

import { send } from "../app.js";
import { stopAfter, word } from "../offline/words.js";
import { endSaved, form, isReady, isUntouched, latest, pairs, part, setLatest } from "./entry.js";
import { isWriting, mark, showProblems } from "./marks.js";
import { keepsHere, tellHere } from "./unsent.js";

const WAIT = 80; // milliseconds after the last tap until the preview is asked for

let newest = 0; // number of the newest preview asked for: older answers are dropped
let timer = 0;
export let isAsking = false; // something was tapped that no preview has answered yet

/** Another entry: nothing was asked of it yet. */
export function forgetAnswer() {
  isAsking = false;
  setLatest(null);
}

export function ask() {
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
export function tellUnconnected() {
  newest += 1; // an answer still on its way would write over this
  if (isUntouched()) return;
  endSaved();
  part("say")?.replaceChildren();
  part("sum")?.replaceChildren();
  part("drawn")?.replaceChildren();
  if (part("warnings")) part("warnings").textContent = keepsHere() ? word("keeps_here") : form.dataset.unconnected;
  const number = newest;
  tellHere(() => number === newest).catch(() => {});
}

function show(answer) {
  setLatest(answer);
  const dropped = mark(answer.disabled);
  if (dropped) {
    preview();
    return;
  }
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
    say.append(result, stopAfter(answer.result));
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

/** A number is finished when another box is entered: what is wrong with it is said then. */
export function onFinished() {
  if (!latest || isAsking || !form.isConnected) return;
  showProblems(latest.problems);
  if (!latest.complete && !part("saved")) tell(latest);
}
