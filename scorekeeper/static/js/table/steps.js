// Steps: where a game draws its own screen, a button sends one step with the whole form, and the form comes back.

import { isTick, keepLater, send, tellNews, twin, working } from "../app.js";
import { form, openedAgain, part, replace, why, wire } from "./entry.js";
import { isFresh, writeOn } from "./pad.js";
import { forgetDraft } from "./draft.js";
import { ask, tellUnconnected } from "./preview.js";

let isStepping = "";
let tapped = []; // steps tapped while an answer was on its way; the same one twice is one tap

export async function takeStep(step) {
  if (isStepping) {
    if (step !== isStepping && !tapped.includes(step)) tapped.push(step);
    return;
  }
  isStepping = step;
  const asked = form;
  const body = new FormData(asked);
  body.set("step", step);
  const done = working(asked.querySelector(`button[name=step][value="${CSS.escape(step)}"]`));
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
    tellNews();
    if (later.length) ask(); // the server has not seen it yet
  } catch {
    tapped = [];
    if (form === asked) tellUnconnected();
  } finally {
    done();
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
    writeOn();
    same.setSelectionRange(selectionStart, selectionEnd);
  };
}

/** Whether the screen as it stands now still has a button for this step. */
const isOffered = (step) =>
  [...form.querySelectorAll("[name=step]")].some((button) => button.value === step && !button.dataset.why);
