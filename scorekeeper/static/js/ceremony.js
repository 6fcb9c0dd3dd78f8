// Keys and taps of a ceremony press its buttons: one key each, and a key that is held down turns once.

import "./stale.js";

const KEYS = {
  " ": "next",
  Enter: "next",
  ArrowRight: "next",
  ArrowDown: "next",
  PageDown: "next",
  Backspace: "back",
  ArrowLeft: "back",
  ArrowUp: "back",
  PageUp: "back",
  Home: "start",
  End: "end",
};

const press = (turn) => document.querySelector(`[data-turn="${turn}"]:not(:disabled)`)?.click();

document.addEventListener("keydown", (event) => {
  const turn = KEYS[event.key];
  if (!turn || event.ctrlKey || event.metaKey || event.altKey) return;
  const presses = event.key === " " || event.key === "Enter";
  if (presses && event.target.closest("button, a")) return; // the one that has the focus
  event.preventDefault();
  if (!event.repeat) press(turn);
});

document.addEventListener("click", (event) => {
  if (event.target.closest(".reveal")) press("next");
});

// Who ends the ceremony is led away: what the page asked for meanwhile changes nothing any more.
let leaves = false;
document.addEventListener("submit", ({ target }) => {
  if (!target.hasAttribute("hx-post")) leaves = true;
});
for (const name of ["htmx:beforeRequest", "htmx:beforeOnLoad"]) {
  document.addEventListener(name, (event) => {
    if (leaves) event.preventDefault();
  });
}
window.addEventListener("pageshow", () => (leaves = false));
