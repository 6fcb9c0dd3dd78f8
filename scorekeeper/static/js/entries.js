// The list of entries at the desk: what is typed to find or enter somebody narrows it, and what stands beside a line is
// shut again. Everything else goes without it.

import { wireChoosers } from "./choosing.js";
import { begins } from "./searching.js";

const words = (text) => text.split(/[\s\-\u2010-\u2015]+/).filter(Boolean);

/** Show the lines in which each typed word begins a word. */
function narrow(typed) {
  const wanted = words(typed);
  const lines = [...document.querySelectorAll("#entry-lines .entry")];
  for (const line of lines) {
    const there = words(line.dataset.name);
    line.hidden = !wanted.every((word) => there.some((own) => begins(own, word)));
  }
  const nobody = document.getElementById("nobody");
  if (nobody) nobody.hidden = !lines.length || lines.some(({ hidden }) => !hidden);
}

const typed = () => document.querySelector("#enter .chooser input:focus")?.value ?? document.querySelector("#enter .chooser input")?.value ?? "";

document.addEventListener("input", ({ target }) => {
  if (target.matches("#enter .chooser input")) narrow(target.value);
});
document.addEventListener("click", ({ target }) => {
  const shuts = target.closest("[data-shuts]")?.dataset.shuts;
  if (!shuts) return;
  target.closest(".more").replaceChildren();
  document.getElementById(shuts)?.focus();
});
document.addEventListener("htmx:afterSettle", () => {
  wireChoosers();
  narrow(typed());
});
narrow(typed());
