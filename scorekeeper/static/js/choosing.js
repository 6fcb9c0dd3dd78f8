// Choosing a person: while a name is typed the server searches the club's book, and a list of who was found opens below
// the field. Without it the field takes a name, and the server asks where it must.

import { combobox } from "./combobox.js";

const PAUSE = 150; // milliseconds after the last letter
const SHORTEST = 1; // letters

const wired = new WeakSet();

/** Make each chooser below `root` one that searches. */
export function wireChoosers(root = document) {
  for (const box of root.querySelectorAll("[data-find]")) if (!wired.has(box)) wire(box);
}

function wire(box) {
  wired.add(box);
  const chosen = box.querySelector("[data-chosen]");
  const but = new Set(JSON.parse(box.dataset.but || "[]"));
  combobox(box, box.querySelector("input:not([type=hidden])"), box.querySelector("[data-status]"), {
    pause: PAUSE,
    async find(typed) { // it only reads, so it needs nothing of app.js, which imports this
      if (typed.length < SHORTEST) return { people: [], said: "" };
      const response = await fetch(`${box.dataset.find}?${new URLSearchParams({ q: typed })}`);
      if (!response.ok) return { people: [], said: "" };
      const { people, said } = await response.json();
      const offered = people.filter(({ id }) => !but.has(id));
      if (!box.dataset.there) return { people: offered, said: offered.length || !people.length ? said : "" }; // others are seen elsewhere
      const there = people.filter(({ id }) => but.has(id)).map((person) => ({ ...person, note: box.dataset.there, isThere: true }));
      return { people: [...offered, ...there], said };
    },
    typed: () => (chosen.value = ""), // a name that was typed over stands for nobody known
    choose(input, id) {
      chosen.value = id;
      if ("now" in box.dataset) input.form.requestSubmit(input.form.querySelector("button[type=submit]:not([name])"));
    },
  });
}

wireChoosers();
