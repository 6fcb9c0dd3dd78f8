// Choosing a person: while a name is typed the server searches the club's book, and a list of who was found opens below
// the field (the combobox pattern of ARIA). Without it the field takes a name, and the server asks where it must.

import { send } from "./app.js";

const PAUSE = 150; // milliseconds after the last letter
const SHORTEST = 1; // letters

let lists = 0;
const wired = new WeakSet();

/** Make each chooser below `root` one that searches. */
export function wireChoosers(root = document) {
  for (const box of root.querySelectorAll("[data-find]")) if (!wired.has(box)) wire(box);
}

function wire(box) {
  wired.add(box);
  const input = box.querySelector("input:not([type=hidden])");
  const chosen = box.querySelector("[data-chosen]");
  const status = box.querySelector("[data-status]");
  const but = new Set(JSON.parse(box.dataset.but || "[]"));
  const list = document.createElement("ul");
  list.id = `found-${(lists += 1)}`;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", box.dataset.list);
  list.hidden = true;
  box.append(list);
  for (const [name, value] of [["role", "combobox"], ["aria-autocomplete", "list"], ["aria-expanded", "false"], ["aria-controls", list.id]]) {
    input.setAttribute(name, value);
  }
  input.removeAttribute("list");

  let asked = 0; // number of the newest search
  let timer = 0;
  let active = -1;
  const options = () => [...list.children];

  function close() {
    list.hidden = true;
    active = -1;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  }

  function mark(place) {
    const all = options();
    active = all.length ? (place + all.length) % all.length : -1;
    all.forEach((option, at) => option.setAttribute("aria-selected", String(at === active)));
    if (active < 0) return input.removeAttribute("aria-activedescendant");
    input.setAttribute("aria-activedescendant", all[active].id);
    all[active].scrollIntoView({ block: "nearest" });
  }

  function show({ people, said }) {
    const found = people.filter(({ id }) => !but.has(id));
    list.replaceChildren(...found.map(optionOf));
    status.textContent = said;
    active = -1;
    input.removeAttribute("aria-activedescendant");
    list.hidden = !found.length;
    input.setAttribute("aria-expanded", String(Boolean(found.length)));
    if (found.length) list.scrollIntoView({ block: "nearest" });
  }

  function optionOf({ id, name, note }, place) {
    const option = document.createElement("li");
    option.id = `${list.id}-${place}`;
    option.setAttribute("role", "option");
    option.setAttribute("aria-selected", "false");
    option.dataset.player = id;
    const words = option.appendChild(document.createElement("bdi"));
    words.textContent = name;
    option.appendChild(document.createElement("small")).textContent = note;
    return option;
  }

  function choose(option) {
    clearTimeout(timer);
    asked += 1; // what is still on its way comes too late
    input.value = option.querySelector("bdi").textContent;
    chosen.value = option.dataset.player;
    status.textContent = "";
    close();
    if ("now" in box.dataset) input.form.requestSubmit(input.form.querySelector("button[type=submit]:not([name])"));
  }

  async function search() {
    const typed = input.value.trim();
    const number = (asked += 1);
    if (typed.length < SHORTEST) {
      status.textContent = "";
      return close();
    }
    try {
      const response = await send(`${box.dataset.find}?${new URLSearchParams({ q: typed })}`);
      if (number !== asked) return;
      if (response.ok) show(await response.json());
      else close();
    } catch {
      close(); // no connection: the field takes the name as it is
    }
  }

  input.addEventListener("input", () => {
    chosen.value = ""; // a name that was typed over stands for nobody known
    clearTimeout(timer);
    timer = setTimeout(search, PAUSE);
  });
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (list.hidden) return void search();
      mark(event.key === "ArrowDown" ? active + 1 : Math.max(active, 0) - 1);
    } else if (event.key === "Enter" && active >= 0) {
      event.preventDefault();
      choose(options()[active]);
    } else if (event.key === "Escape" && !list.hidden) {
      event.preventDefault();
      close();
    }
  });
  input.addEventListener("blur", close);
  list.addEventListener("pointerdown", (event) => event.preventDefault()); // the field keeps the focus
  list.addEventListener("click", (event) => {
    const option = event.target.closest("[role=option]");
    if (option) choose(option);
  });
}

wireChoosers();
