// Long lists of people on a page: typing narrows them. A select becomes a field with the list of those who fit; boxes get
// a field above them that hides who does not. Short lists stay as they are, and without it so do long ones.

import { combobox } from "./combobox.js";
import { begins, has } from "./searching.js";

const LONG = 12; // as many are seen at a glance

/** The text of a choice without the marks that keep it apart from what stands around it. */
const nameOf = (option) => option.text.replace(/[\u2066-\u2069]/g, "").trim();

const words = (text) => text.split(/\s+/).filter(Boolean);
const fits = (text, typed) => words(typed).every((word) => has(text, word));
const saying = (template, count) => template.replace("{count}", count);

function wireSelect(select) {
  const named = [...select.options].filter(({ value }) => value);
  if (named.length < LONG) return;
  const { id, dataset } = select;
  const box = document.createElement("div");
  box.className = "chooser";
  box.dataset.list = dataset.list;
  const input = document.createElement("input");
  input.type = "text";
  input.autocomplete = "off";
  input.required = select.required;
  const nobody = [...select.options].find(({ value }) => !value);
  input.placeholder = nobody ? nameOf(nobody) : "";
  for (const name of ["aria-invalid", "aria-describedby"]) {
    if (select.hasAttribute(name)) input.setAttribute(name, select.getAttribute(name));
    select.removeAttribute(name);
  }
  const status = document.createElement("span");
  status.className = "vh";
  status.setAttribute("role", "status");
  select.before(box);
  box.append(input, status, select);
  select.hidden = true;
  select.required = false; // the field is, which can be seen
  select.id = `${id}-choices`;
  input.id = id; // what its label, and a sentence about it, lead to

  const standing = () => (select.value ? nameOf(select.selectedOptions[0]) : "");
  const choose = (value) => {
    select.value = value;
    input.value = standing();
    select.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const leads = (option, typed) => Number(words(nameOf(option)).some((word) => begins(word, words(typed)[0] ?? "")));
  const found = (typed) => named.filter((option) => fits(nameOf(option), typed)).sort((one, other) => leads(other, typed) - leads(one, typed));
  const { search } = combobox(box, input, status, {
    pause: 0,
    find(typed) {
      const people = found(typed === standing() ? "" : typed).map((option) => ({ id: option.value, name: nameOf(option) }));
      return { people, said: saying(dataset.said, people.length) };
    },
    typed() {},
    choose: (_input, id) => choose(id),
  });
  input.value = standing();
  select.addEventListener("change", () => (input.value = standing())); // also where a script of the page chooses
  input.addEventListener("focus", () => input.select());
  input.addEventListener("click", () => search());
  input.addEventListener("blur", () => {
    const typed = input.value.trim();
    const left = typed && typed !== standing() ? found(typed) : [];
    if (left.length === 1) choose(left[0].value);
    else if (!typed && nobody) choose("");
    else input.value = standing(); // what is seen is what will be sent
  });
  select.form?.addEventListener("reset", () => setTimeout(() => (input.value = standing())));
}

function wireBoxes(boxes) {
  const all = [...boxes.querySelectorAll(".box")];
  if (all.length <= LONG) return;
  const input = document.createElement("input");
  input.type = "search";
  input.autocomplete = "off";
  input.className = "narrows";
  input.setAttribute("aria-label", boxes.dataset.typed);
  input.placeholder = boxes.dataset.typed;
  const status = document.createElement("span");
  status.className = "vh";
  status.setAttribute("role", "status");
  boxes.before(input, status);
  input.addEventListener("input", () => {
    for (const box of all) box.hidden = !box.querySelector(":checked") && !fits(box.textContent, input.value);
    status.textContent = input.value.trim() && saying(boxes.dataset.said, all.filter(({ hidden }) => !hidden).length);
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault(); // nothing is chosen yet
  });
}

for (const list of document.querySelectorAll("[data-people]")) (list.matches("select") ? wireSelect : wireBoxes)(list);
