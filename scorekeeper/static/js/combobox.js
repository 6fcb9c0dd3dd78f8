// A field with a list of what was found for the letters in it: the combobox pattern of ARIA.

let lists = 0;

/**
 * Make `input` one, in `box`, which says what its list is called (`data-list`); `status` says how many were found.
 * `find(typed)` gives `{ people: [{ id, name, note, isThere }], said }` (`isThere`: cannot be chosen again), `typed()` hears of each letter, `choose(input, id)` of
 * whoever was chosen, and `pause` is how long it waits after a letter, in milliseconds.
 */
export function combobox(box, input, status, { find, typed, choose, pause }) {
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
    list.replaceChildren(...people.map(optionOf));
    status.textContent = said;
    active = -1;
    input.removeAttribute("aria-activedescendant");
    list.hidden = !people.length;
    input.setAttribute("aria-expanded", String(Boolean(people.length)));
    if (people.length) list.scrollIntoView({ block: "nearest" });
  }

  function optionOf({ id, name, note, isThere }, place) {
    const option = document.createElement("li");
    option.id = `${list.id}-${place}`;
    option.setAttribute("role", "option");
    option.setAttribute("aria-selected", "false");
    if (isThere) option.setAttribute("aria-disabled", "true");
    option.dataset.player = id;
    const words = option.appendChild(document.createElement("bdi"));
    words.textContent = name;
    if (note) option.appendChild(document.createElement("small")).textContent = note;
    return option;
  }

  function take(option) {
    if (option.getAttribute("aria-disabled")) return;
    clearTimeout(timer);
    asked += 1; // what is still on its way comes too late
    input.value = option.querySelector("bdi").textContent;
    status.textContent = "";
    close();
    choose(input, option.dataset.player);
  }

  async function search(letters = input.value.trim()) {
    const number = (asked += 1);
    try {
      const found = await find(letters);
      if (number === asked) show(found);
    } catch {
      close(); // no connection: the field takes the name as it is
    }
  }

  input.addEventListener("input", () => {
    typed();
    clearTimeout(timer);
    timer = setTimeout(search, pause);
  });
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (list.hidden) return void search();
      mark(event.key === "ArrowDown" ? active + 1 : Math.max(active, 0) - 1);
    } else if (event.key === "Enter" && active >= 0) {
      event.preventDefault();
      take(options()[active]);
    } else if (event.key === "Escape" && !list.hidden) {
      event.preventDefault();
      close();
    }
  });
  input.addEventListener("blur", () => {
    clearTimeout(timer);
    asked += 1;
    close();
  });
  list.addEventListener("pointerdown", (event) => event.preventDefault()); // the field keeps the focus
  list.addEventListener("click", (event) => {
    const option = event.target.closest("[role=option]");
    if (option) take(option);
  });
  return { search };
}
