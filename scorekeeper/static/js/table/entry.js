// The entry on this page: its form, the boxes and fields of it, what the server last said of it, and its lines.

const SAVED_STAYS = 8000; // milliseconds

export let form = null; // the entry on this page
export let latest = null; // the newest answer, told again when a number is finished
export let hasTried = false; // Save was tapped too early, or was refused: every problem is shown until the next choice
export const openedAgain = new WeakSet(); // these are not scrolled to

export const setForm = (found) => (form = found);
export const setLatest = (answer) => (latest = answer);
export const setTried = (tried) => (hasTried = tried);

let wireAgain = () => {};

/** What is to be done whenever a fresh form may stand on the page: table.js says it once. */
export const wiredBy = (callback) => (wireAgain = callback);
export const wire = () => wireAgain();

export const part = (name) => form.querySelector(`[data-${name}]`);
export const isNext = () => form.hasAttribute("hx-post"); // not a correction
export const answers = () => [...choices(), ...form.querySelectorAll("[data-number], [data-kept]")];

/** The fields a box fills, with their values: one, or several where its name begins with "set-". */
export function pairs(input) {
  return input.name.startsWith("set-") ? [...new URLSearchParams(input.value)] : [[fieldOf(input), input.value]];
}

/** The field of the record that an input fills: an amount with decimals is named "cents-FIELD". */
export const fieldOf = (input) => input.name.replace(/^cents-/, "");

export const choices = () => [...form.querySelectorAll("input[type=radio], input[type=checkbox]")].filter((input) => input.name);

/** Save looks ready only when the server has said that the hand is complete. */
export function isReady(ready) {
  if (ready) part("save")?.removeAttribute("aria-disabled");
  else part("save")?.setAttribute("aria-disabled", "true");
}

export function endSaved() {
  const saved = part("saved");
  if (!saved) return;
  saved.remove();
  part("tell").hidden = false;
}

export function keepSaved() {
  const saved = part("saved");
  if (!saved) return;
  const later = () => {
    if (saved.matches(":hover") || saved.contains(document.activeElement)) setTimeout(later, 1000);
    else if (saved.isConnected) endSaved();
  };
  setTimeout(later, SAVED_STAYS);
}

/** Draw the eye to what is amiss, but not of those who want no motion. */
export function blink(element) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  element?.animate?.([{ opacity: 0.2 }, { opacity: 1 }], { duration: 220 });
}

export function why(input, text) {
  unwhy();
  const line = document.createElement("p");
  line.className = "why-line";
  line.setAttribute("role", "status");
  line.textContent = text;
  line.addEventListener("click", unwhy); // it may lie over what is tapped next
  (input.closest(".group") ?? input.closest("fieldset") ?? form).append(line);
}

export function unwhy() {
  form?.querySelector(".why-line")?.remove();
}

export function isUntouched() {
  return form ? !choices().some((input) => input.checked && !input.hasAttribute("data-stays")) && !filledNumbers() : true;
}

function filledNumbers() {
  return [...form.querySelectorAll("[data-number], [data-kept]")].some(
    (input) => input.value && input.value !== input.dataset.stays, // what stands there from the start
  );
}

/** Nothing that was typed is lost: the same form under the same key can be sent again. */
export function tellFailed(words) {
  endSaved();
  const line = part("say") ?? part("warnings");
  if (line) line.textContent = form.dataset[words];
  isReady(true);
}

export function replace(old, fresh) {
  if (!old || !fresh) return;
  fresh.removeAttribute("hx-swap-oob");
  old.replaceWith(fresh);
  window.htmx?.process(fresh);
}

/** The next entry begins at its top, wherever the last one ended. */
export function toTop() {
  const recorder = form.closest(".recorder");
  recorder.scrollTop = 0;
  if (recorder.getBoundingClientRect().top < 0) window.scrollTo({ top: 0, behavior: "instant" });
}
