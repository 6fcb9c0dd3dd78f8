// Opening a table: the small buttons change the form without a new page, rules follow the chosen preset, and a name
// that was typed over is no longer the player it stood for. Without it every button sends the form.

import { send } from "./app.js";

/** Send the form as this button would, and put the answer in its place. */
async function act(form, button) {
  const data = new FormData(form);
  data.append(button.name, button.value);
  const response = await send(form.action, { method: "POST", body: data, headers: { "HX-Request": "true" } });
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html").getElementById("opening");
  if (!fresh) return form.submit();
  keepTyped(form, data, fresh);
  const typing = document.activeElement?.matches("#opening input[type=text]") && fresh.elements[document.activeElement.name];
  form.replaceWith(fresh);
  wire(fresh);
  const same = fresh.querySelector(`[name="${button.name}"][value="${CSS.escape(button.value)}"]:not([disabled])`);
  (typing || same || fresh.querySelector("[data-name]")).focus({ preventScroll: true });
}

/** What was typed while the answer was on its way stays. */
function keepTyped(form, sent, fresh) {
  for (const input of form.querySelectorAll("input[type=text]")) {
    if (input.value === sent.get(input.name)) continue;
    const field = fresh.elements[input.name];
    field.value = input.value;
    if ("name" in field.dataset) onName(field);
  }
}

function followPreset(form, radio) {
  if (!radio.dataset.rules) return;
  const rules = JSON.parse(radio.dataset.rules);
  for (const input of form.elements) {
    if (!input.name.startsWith("rules.")) continue;
    const value = rules[input.name.slice(6)] ?? "";
    if (input.type === "radio" || input.type === "checkbox") input.checked = input.value === value;
    else input.value = value;
  }
}

function sayPreset(form) {
  const box = form.querySelector("[name=preset]:checked").closest(".box");
  const words = [box.querySelector("b"), box.querySelector("small")].map((part) => part.cloneNode(true));
  form.querySelector("[data-preset-words]").replaceChildren(...words);
}

function onInput(event) {
  const form = event.currentTarget;
  const input = event.target;
  if (input.name === "preset") followPreset(form, input);
  if (input.name === "preset" || input.name.startsWith("rules.")) queueMicrotask(() => sayPreset(form));
  if (input.name.startsWith("rules.")) form.querySelector('[name="preset"][value="own"]').checked = true;
  if ("name" in input.dataset) onName(input);
}

/** A name that was typed over stands for nobody known. */
function onName(input) {
  const slot = input.closest(".slot");
  slot.querySelector("[data-player]").value = "";
  slot.querySelector("[data-new]")?.remove();
}

function wire(form) {
  form.addEventListener("input", onInput);
  form.addEventListener("click", (event) => {
    const button = event.target.closest("button[name]");
    if (!button) return;
    event.preventDefault();
    act(form, button);
  });
  const zone = form.querySelector("[data-zone]");
  if (zone) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
}

wire(document.getElementById("opening"));
