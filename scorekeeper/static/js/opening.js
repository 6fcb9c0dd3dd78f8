// Opening a table: the small buttons change the form without a new page, rules follow the chosen preset, and a name
// that was typed over is no longer the player it stood for. Without it every button sends the form.

import { keepLater, send, working } from "./app.js";
import { wireChoosers } from "./choosing.js";
import { beginWith, differing, markAll } from "./house_rules.js";

let acting = Promise.resolve(); // one button after the other: each needs the form that answers the one before

/** What a button is about, so that it is known again in a fresh form: with the name that stood in its seat. */
function meant(button) {
  const name = (within) => within.closest(".slot")?.querySelector("[data-name]").value;
  const before = name(button);
  const find = (fresh) =>
    [...fresh.querySelectorAll("button:not([disabled])")].find(
      (other) => other.name === button.name && other.value === button.value && name(other) === before,
    );
  return { name: button.name, value: button.value, find };
}

/** Send the form that stands there as this button would, and put the answer in its place. A button that has gone
meanwhile, or is about somebody else now, does nothing. */
async function act(button) {
  const form = document.getElementById("opening");
  if (!button.find(form)) return;
  const data = new FormData(form);
  data.append(button.name, button.value);
  const response = await send(form.action, { method: "POST", body: data, headers: { "HX-Request": "true" } });
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html").getElementById("opening");
  if (!fresh) return form.submit();
  const later = keepLater(form, data, fresh);
  for (const input of later) if ("name" in input.dataset) onName(input);
  if (later.some(({ name }) => name === "preset" || name.startsWith("rules."))) {
    startFrom(fresh, fresh.querySelector("[name=preset]:checked"));
    markAll(fresh);
    sayPreset(fresh);
  }
  if (later.some(({ name }) => name === "dealer")) callPlaces(fresh);
  const typing = document.activeElement?.matches("#opening input[type=text]") && fresh.elements[document.activeElement.name];
  form.replaceWith(fresh);
  wire(fresh);
  const same = fresh.querySelector(`[name="${button.name}"][value="${CSS.escape(button.value)}"]:not([disabled])`);
  (typing || same || fresh.querySelector("[data-name]")).focus({ preventScroll: true });
}

function followPreset(form, radio) {
  if (!radio.dataset.rules) return;
  const rules = JSON.parse(radio.dataset.rules);
  for (const input of form.elements) {
    const name = input.name.slice(6);
    if (!input.name.startsWith("rules.") || input.type === "hidden" || (isAsked(input) && !(name in rules))) continue;
    const value = rules[name] ?? "";
    if (input.type === "radio" || input.type === "checkbox") input.checked = input.value === value;
    else input.value = value;
  }
}

/** One's own rules begin with what was chosen last: the form says which, and the options are compared with it. */
function startFrom(form, radio) {
  if (!radio.dataset.rules) return;
  form.elements.start.value = radio.value;
  const name = radio.closest(".box").querySelector("b").textContent;
  beginWith(form, name, JSON.parse(radio.dataset.rules), JSON.parse(radio.dataset.effects));
}

/** The box of the preset from which one's own rules began. */
const startBox = (form) => form.querySelector(`[name=preset][value="${CSS.escape(form.elements.start.value)}"]`).closest(".box");

function sayPreset(form) {
  const radio = form.querySelector("[name=preset]:checked");
  const said = form.querySelector("[data-preset-words]");
  const box = radio.closest(".box");
  const [title, about] = [box.querySelector("b"), box.querySelector("small")].map((part) => part.cloneNode(true));
  const rules = radio.dataset.rules ? [] : differing(form);
  if (rules.length) {
    const name = startBox(form).querySelector("b").textContent;
    about.textContent = said.dataset.differs.replace("{name}", () => name).replace("{rules}", () => rules.join(", "));
  }
  said.replaceChildren(title, about);
}

/** What the club or the table chooses itself belongs to no preset. */
const isAsked = (input) => input.closest("[data-asked]") !== null;

/** House rules of the club say that too: another choice makes them one's own rules. */
function isSaid(form, input) {
  const { rules } = form.querySelector("[name=preset]:checked").dataset;
  return rules !== undefined && input.name.slice(6) in JSON.parse(rules);
}

/** Each place is called anew, from the first dealer on. */
function callPlaces(form) {
  const slots = form.querySelector("[data-line-up]");
  if (!slots) return;
  const names = JSON.parse(slots.dataset.lineUp);
  const dealer = Number(form.elements.dealer.value);
  [...slots.querySelectorAll(".slot")].forEach((slot, place) => {
    const name = names[(place - dealer + names.length) % names.length];
    slot.querySelector("[data-called]").textContent = name;
    slot.querySelector('[name$=".called"]').value = name;
  });
}

function onInput(event) {
  const form = event.currentTarget;
  const input = event.target;
  const changesRules = input.name.startsWith("rules.") && (!isAsked(input) || isSaid(form, input));
  if (input.name === "preset") {
    followPreset(form, input);
    startFrom(form, input);
  }
  if (input.name === "preset" || changesRules) queueMicrotask(() => sayPreset(form));
  if (changesRules) form.querySelector('[name="preset"][value="own"]').checked = true;
  if (input.name === "dealer") callPlaces(form);
  if ("name" in input.dataset) onName(input);
}

/** A name that was typed over stands for nobody known. */
function onName(input) {
  const slot = input.closest(".slot");
  slot.querySelector("[data-player]").value = "";
  slot.querySelector("[data-new]")?.remove();
}

function wire(form) {
  form.querySelector("[data-shown]")?.remove(); // here the boxes of the rules always follow what is chosen
  wireChoosers(form);
  form.addEventListener("input", onInput);
  form.addEventListener("click", (event) => {
    const button = event.target.closest("button[name]:not([name=elsewhere])");
    if (!button) return; // what opens the table is sent as it stands
    event.preventDefault();
    const wanted = meant(button);
    const done = working(button);
    acting = acting.then(() => act(wanted), () => act(wanted)).finally(done);
  });
  const zone = form.querySelector("[data-zone]");
  if (zone) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
}

wire(document.getElementById("opening"));
