// Boxes by keyboard and by a second tap.

import { form, part } from "./entry.js";

/** A chosen box lets go when it is tapped again. */
export function onPress(event) {
  const input = event.target.closest(".box")?.querySelector("input[type=radio]");
  if (!input?.checked || event.button) return;
  const release = () =>
    setTimeout(() => {
      input.checked = false;
      input.dispatchEvent(new Event("input", { bubbles: true }));
    });
  input.addEventListener("click", release, { once: true });
}

/** A digit fills the box at this place of the group that has the focus, and goes on to the next question; where 5
 * has opened the higher numbers, a digit is the number itself. */
export function onKey(event) {
  const input = event.target;
  if (!input.matches("input[type=radio], input[type=checkbox]") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (!/^[1-9]$/.test(event.key)) return;
  const group = input.closest("fieldset");
  const boxes = [...group.querySelectorAll(".box > input")].filter((box) => box.getClientRects().length);
  const digit = Number(event.key);
  const isHigher = digit > 4 && boxes.length > 5 && boxes[4].matches("[data-opens]"); // the opener is no number
  const box = boxes[isHigher ? digit : digit - 1];
  if (!box) return;
  event.preventDefault();
  box.click();
  box.focus();
  if (box.checked && box.type === "radio") nextQuestion(box);
}

function nextQuestion(box) {
  const groups = [...form.querySelectorAll("fieldset")].filter((group) => group.getClientRects().length);
  const open = groups.slice(groups.indexOf(box.closest("fieldset")) + 1).find((group) => {
    const radio = group.querySelector("input[type=radio]:not([aria-disabled])"); // null asks for no matadors
    return radio && !form.querySelector(`[name="${CSS.escape(radio.name)}"]:checked`);
  });
  (open?.querySelector("input[type=radio]:not([aria-disabled])") ?? part("save"))?.focus();
}
