// What is marked at the boxes and fields of an entry: what cannot be chosen now, what is wrong, what is let go.

import { choices, fieldOf, form, hasTried, pairs, setLatest } from "./entry.js";
import { letGo } from "./pad.js";

/** Hatch what cannot be chosen now and let go of it where it was chosen; true if something was let go. */
export function mark(disabled) {
  let dropped = false;
  for (const input of choices()) {
    const reason = pairs(input).map(([name, value]) => disabled[name]?.[value]).find(Boolean) ?? "";
    if (reason && input.checked) {
      input.checked = false;
      dropped = true;
    }
    if (reason) {
      input.setAttribute("aria-disabled", "true");
      input.dataset.why = reason;
    } else {
      input.removeAttribute("aria-disabled");
      delete input.dataset.why;
    }
    const no = disabled[input.name]?.[input.value === "true" ? "false" : "true"];
    input.closest(".box").classList.toggle("implied", Boolean(no) && !reason && !input.checked);
    if (no && !reason) input.dataset.implied = no;
    else delete input.dataset.implied;
  }
  markOpeners();
  chosen();
  return dropped;
}

/** The box that opens more of them is as impossible as all that it opens. */
export function markOpeners() {
  for (const opener of form.querySelectorAll("[data-opens]")) {
    const more = [...opener.closest("fieldset").querySelectorAll(".more input")];
    if (more.every((input) => input.getAttribute("aria-disabled"))) {
      opener.checked = false;
      opener.setAttribute("aria-disabled", "true");
      opener.dataset.why = more[0]?.dataset.why ?? "";
    } else {
      opener.removeAttribute("aria-disabled");
      delete opener.dataset.why;
    }
  }
}

/** Problems are shown at fields that hold a finished number; what is only missing yet is said in the preview. */
export function showProblems(problems) {
  for (const line of form.querySelectorAll("[data-err]")) {
    const field = line.dataset.err.split(" ").find((name) => problems[name] && isFilled(name) && !isWriting(name));
    line.textContent = field ? problems[field] : "";
    line.hidden = !field;
  }
  unmarkSaid();
  for (const input of form.querySelectorAll("[data-number]")) {
    const field = fieldOf(input).split(".")[0];
    const isWrong = Boolean((problems[field] ?? problems[fieldOf(input)]) && input.value && !isWriting(field));
    input.closest(".numbox").classList.toggle("bad", isWrong);
    input.setAttribute("aria-invalid", String(isWrong));
    describe(input, isWrong);
  }
}

/** Boxes and groups that the server marked are wrong no longer once the sentence about them is gone. */
function unmarkSaid() {
  for (const marked of form.querySelectorAll("[aria-invalid='true']:not([data-number])")) {
    const ids = (marked.getAttribute("aria-describedby") ?? "").split(" ");
    if (ids.some((id) => document.getElementById(id)?.closest("[hidden]") === null)) continue;
    marked.removeAttribute("aria-invalid");
    marked.removeAttribute("aria-describedby");
  }
}

/** The sentence below the group says what is wrong with this number. */
function describe(input, isWrong) {
  const line = isWrong && [...form.querySelectorAll("[data-err]:not([hidden])")].find(({ dataset }) => dataset.err.split(" ").some((name) => `${fieldOf(input)}.`.startsWith(`${name}.`)));
  if (!line) {
    input.removeAttribute("aria-describedby");
    return;
  }
  line.id ||= `err-${line.dataset.err.split(" ")[0]}`;
  input.setAttribute("aria-describedby", line.id);
}

/** The number boxes of a field: one, or one for each player. */
const numbersOf = (field) =>
  [...form.querySelectorAll("[data-number]")].filter((input) => `${fieldOf(input)}.`.startsWith(`${field}.`));

function isFilled(field) {
  const numbers = numbersOf(field);
  return numbers.length > 0 && numbers.every((input) => input.value);
}

/** Whether this number is being written now: "1" may become "120". */
export const isWriting = (field) => !hasTried && numbersOf(field).includes(document.activeElement);

/** For browsers without :has(): the chosen box carries a class too; and a number above four shows in its box. */
export function chosen() {
  for (const input of choices()) input.closest(".box").classList.toggle("is-chosen", input.checked);
  for (const opener of form.querySelectorAll("[data-opens]")) {
    const high = opener.closest("fieldset").querySelector(".more :checked");
    opener.nextElementSibling.textContent = high ? `${high.nextElementSibling.textContent} +` : "5 +";
  }
}

export function keepKinds(input) {
  const panel = input.closest("[data-kind]");
  const kind = (new FormData(form).get("set-who") ?? "").match(/kind=(\w+)/)?.[1];
  if (panel && kind && kind !== panel.dataset.kind) {
    for (const other of form.querySelectorAll("[name=set-who]:checked")) other.checked = false;
  } else if (input.name === "set-who") {
    for (const other of form.querySelectorAll("[data-kind]")) {
      if (other.dataset.kind !== kind) empty(other);
    }
  }
}

function empty(panel) {
  for (const input of panel.querySelectorAll("input")) {
    if (input.type === "radio" || input.type === "checkbox") input.checked = input.hasAttribute("data-stays");
    else input.value = "";
  }
}

/** Numbers inside `data-belongs="FIELD"` were written for one answer to that field: another answer lets go of them. */
export function keepBelonging(input) {
  for (const panel of form.querySelectorAll("[data-belongs]")) {
    const answer = new FormData(form).getAll(panel.dataset.belongs).pop();
    if (input.matches("[data-number]") && panel.contains(input)) panel.dataset.writtenFor = answer;
    else if (input.name === panel.dataset.belongs && input.checked && panel.dataset.writtenFor !== answer) {
      for (const number of panel.querySelectorAll("[data-number]")) number.value = "";
      panel.dataset.writtenFor = answer;
      letGo();
      setLatest(null); // what it found missing was missing for the other answer
    }
  }
}
