// The number pad, and numbers that go up and down.

import { numberOf, written } from "../offline/amounts.js";
import { blink, form, latest } from "./entry.js";

const CAN_LOOK_INSIDE = CSS.supports("selector(:has(a))");

export let writing = null;
export let isFresh = true; // the box was only just chosen: the next digit begins its number anew

/** No number is being written any more. */
export function letGo() {
  writing = null;
  isFresh = true;
}

/** The number that is being written is written on. */
export const writeOn = () => (isFresh = false);

/** Something else than the number that is being written was filled in. */
export function elsewhere(input) {
  if (input !== writing) isFresh = true;
}

export function wirePad(area) {
  const pad = area.querySelector("[data-pad]");
  const fields = [...area.querySelectorAll("[data-number]")];
  // A hand that is corrected has its numbers: its pad comes with the first of them that is chosen
  pad.hidden = Boolean(form.closest(".alone")) && fields.some((field) => field.value);
  const choose = (field) => {
    pad.hidden = false;
    write(field);
  };
  for (const field of fields) {
    field.setAttribute("inputmode", "none");
    for (const chosen of ["focus", "click"]) field.addEventListener(chosen, () => choose(field));
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

export function markAsked() {
  for (const field of form.querySelectorAll("[data-unasked]")) {
    field.closest(".numbox").classList.toggle("unasked", !isAsked(field));
  }
}

function type(field, text) {
  if (text.length > field.maxLength) {
    blink(field.closest(".numbox")); // it is full
    return;
  }
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

export function wireStepper(stepper) {
  const field = stepper.querySelector("[data-number]");
  for (const button of stepper.querySelectorAll("[data-by]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      const decimals = button.dataset.by.split(/[.,]/)[1]?.length ?? 0;
      const next = Math.round((numberOf(field.value) + numberOf(button.dataset.by)) * 10 ** decimals);
      if (!(next >= 0)) return;
      field.value = written(next, decimals);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
  }
}
