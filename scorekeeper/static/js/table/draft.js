// An entry that is not saved yet outlives a reload of the page: one for each table, until its hand has a row.

import { isTick } from "../app.js";
import { answers, form, isNext, isUntouched, openedAgain } from "./entry.js";

const draftKey = () => `draft:${form.getAttribute("action")}`;

export function keepDraft() {
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

export function forgetDraft() {
  try {
    sessionStorage.removeItem(draftKey());
  } catch {
    // nothing was kept
  }
}

/** Somebody says that an entry is not to be kept. */
export function onDrop(event) {
  if (event.target.closest("[data-drop]")) forgetDraft();
}

/** Fill an empty entry with its draft, and say whether there was one; a draft of another hand is dropped. */
export function takeDraft() {
  if (!isNext()) return false;
  if (!isUntouched()) {
    keepDraft();
    return false;
  }
  let draft = null;
  try {
    draft = JSON.parse(sessionStorage.getItem(draftKey()));
    if (draft?.number !== form.elements.number.value) sessionStorage.removeItem(draftKey());
  } catch {
    return false;
  }
  if (draft?.number !== form.elements.number.value) return false;
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
  return true;
}
