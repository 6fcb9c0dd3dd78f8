// The table: the live preview, boxes that cannot be chosen now, the number pad, keys of our own for each hand, and
// the sheet kept in step with other phones. It knows no rule of any game: what is possible and what a hand is worth
// is asked of the server; where there is no connection, the hand is kept on this phone and sent later (js/offline/).
// Without it the form is a plain form.

import { later } from "./app.js";
import { makeKey } from "./offline/words.js";
import {
  blink,
  endSaved,
  form,
  isReady,
  isUntouched,
  keepSaved,
  openedAgain,
  part,
  setForm,
  setTried,
  toTop,
  unwhy,
  why,
  wiredBy,
} from "./table/entry.js";
import { elsewhere, letGo, markAsked, wirePad, wireStepper } from "./table/pad.js";
import { chosen, keepBelonging, keepKinds, markOpeners } from "./table/marks.js";
import { keepDraft, onDrop, takeDraft } from "./table/draft.js";
import { keepUnsent, lookBehind } from "./table/unsent.js";
import { ask, forgetAnswer, isAsking, onFinished, tellUnconnected } from "./table/preview.js";
import { takeStep } from "./table/steps.js";
import { look } from "./table/looking.js";
import { onKey, onPress } from "./table/keys.js";

const LOOK_AGAIN = 6000; // milliseconds between looks at the table while it is seen

function onInput(event) {
  const input = event.target;
  if (input.matches("[data-opens]")) return;
  keepKinds(input);
  keepBelonging(input);
  elsewhere(input);
  markAsked();
  unwhy();
  chosen();
  keepDraft();
  setTried(false);
  for (const refused of form.querySelectorAll("[data-once]")) refused.remove();
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

/** What is known to be incomplete is not sent, the preview says what is missing; what has just been tapped is. */
function onSubmit(event) {
  if (event.submitter?.hasAttribute("data-now") || !part("save")) return; // a box that saves at once
  if (part("save").getAttribute("aria-disabled") !== "true" || isAsking) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  endSaved();
  setTried(true);
  onFinished();
  blink(part("say"));
}

function begin() {
  const found = document.querySelector("[data-entry]");
  if (!found || found === form) return;
  setForm(found);
  letGo();
  forgetAnswer();
  part("key").value = makeKey();
  setTried("refused" in form.dataset);
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
  const hasDraft = takeDraft();
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
  begin();
  document.dispatchEvent(new Event("scorekeeper:table"));
  if (form !== before) toTop();
  if (document.activeElement === document.body) form?.querySelector("[type=radio], [type=checkbox]")?.focus({ preventScroll: true });
});

keepUnsent();
document.addEventListener("click", onDrop);
document.addEventListener("click", ({ target }) => {
  if (target.closest('a[href="#table-doors"]')) document.getElementById("this-table").open = true; // not every browser does by itself
});
window.addEventListener("offline", () => form?.isConnected && tellUnconnected());
window.addEventListener("online", () => form?.isConnected && !isUntouched() && ask());
document.addEventListener("visibilitychange", look);
setInterval(look, LOOK_AGAIN);
wiredBy(begin);
begin();
