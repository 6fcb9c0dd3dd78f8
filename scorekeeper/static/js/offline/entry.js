// The quick entry of any game, drawn from what its port says is asked now. It knows no rule.

import { smallest, written } from "./amounts.js";
import { el } from "./dom.js";
import { say, word } from "./words.js";

/**
 * An entry for the hand at `place`. `draft` is what it begins with; `onChange(draft)` hears of every tap, and
 * `onSave(record, outcome)` of the hand that is to be kept.
 */
export function entryOf({ table, place, port, draft, onChange, onSave }) {
  let now = { ...draft };
  let savesByBox = false;
  let isSaved = false;
  let first = null; // the first question
  const tell = el("div", { class: "tell", "data-tell": true });
  const groups = el("div", { class: "groups" });
  const save = el("button", { type: "button", class: "btn main big wide", "data-save": true, onclick: () => finish() }, word("save", { number: place.number }));
  const form = el("div", { class: "entry offline-entry" }, groups, el("div", { class: "save offline-save" }, tell, save));

  const judged = () => port.judge(now, table.rules, place);

  function keep(next) {
    now = next;
    onChange(now);
  }

  function draw() {
    const at = document.activeElement?.dataset?.at;
    const asked = port.screen(now, table.rules, place);
    groups.replaceChildren(...asked.map((group, index) => drawGroup(group, index)));
    if (at) groups.querySelector(`[data-at="${at}"]`)?.focus({ preventScroll: true });
    first = asked[0]?.title ?? null;
    savesByBox = asked.some(({ items }) => items.some((item) => item.save));
    drawTell();
  }

  function drawGroup({ title, items }, index) {
    const boxes = items.filter((item) => item.kind === "box");
    const numbers = items.filter((item) => item.kind === "number");
    const drawn = [
      boxes.length ? el("div", { class: `boxes c${columns(boxes.length)}` }, boxes.map((item, place) => drawBox(item, `${index}-${place}`))) : null,
      numbers.length ? el("div", { class: "offline-numbers" }, numbers.map((item, place) => drawNumber(item, `${index}-n${place}`))) : null,
    ];
    return el("fieldset", { class: "group" }, el("legend", { class: "label" }, say(title, table)), drawn);
  }

  function drawBox(item, at) {
    const attributes = { type: "button", class: "box", "data-at": at, "aria-pressed": String(Boolean(item.chosen)) };
    if (item.why) attributes["aria-disabled"] = "true";
    return el("button", { ...attributes, onclick: (event) => tap(item, event.currentTarget) }, el("span", {}, say(item.label, table)));
  }

  function tap(item, box) {
    if (item.why) {
      why(box, say(item.why, table));
      return;
    }
    keep(merged(now, item.set));
    draw();
    if (item.save) finish();
  }

  function drawNumber(item, at) {
    const decimals = item.amount ? table.decimals : 0;
    const value = item.value === null ? "" : written(item.value, decimals);
    const input = el("input", { inputmode: decimals ? "decimal" : "numeric", autocomplete: "off", "data-at": at, value, maxlength: 12 });
    input.addEventListener("input", () => {
      keep(setAt(now, item.path, amountOf(input.value, decimals)));
      drawTell();
    });
    return el("label", { class: "field" }, el("span", { class: "label" }, say(item.label, table)), input);
  }

  function drawTell() {
    const { problems, said, warnings = [] } = judged();
    save.hidden = Boolean(savesByBox && problems);
    if (problems) {
      save.setAttribute("aria-disabled", "true");
      tell.replaceChildren(el("p", { class: "say muted" }, say(isBegun(problems) ? problems[0].message : first, table)));
      return;
    }
    save.removeAttribute("aria-disabled");
    const [, play, result] = /^(.*: )?([^]*)$/.exec(say(said, table));
    const notices = warnings.filter((warning) => !warning.habit).map((warning) => say(warning.message, table));
    tell.replaceChildren(
      el("p", { class: "say" }, play ?? "", el("b", {}, result)),
      notices.length ? el("p", { class: "small muted" }, notices.join(" ")) : "",
    );
  }

  /** A second tap on the same button is no second hand; what could not be kept can be saved again. */
  async function finish() {
    const outcome = judged();
    if (outcome.problems) {
      tell.animate?.([{ opacity: 0.2 }, { opacity: 1 }], { duration: 220 });
      return;
    }
    if (isSaved) return;
    isSaved = true;
    try {
      await onSave(outcome.record, outcome);
    } catch {
      isSaved = false;
      tell.replaceChildren(el("p", { class: "err", role: "alert" }, word("not_saved")));
    }
  }

  draw();
  return form;
}

/** Nothing is chosen yet: there is no kind of hand. */
const isBegun = (problems) => problems[0].code !== "kind_unknown";

/** As many boxes in a row as fit a thumb. */
function columns(count) {
  if (count <= 4) return count;
  return count % 4 === 0 ? 4 : 3;
}

function why(box, text) {
  const group = box.closest("fieldset");
  group.parentElement.querySelector(".why-line")?.remove();
  group.append(el("p", { class: "why-line", role: "status" }, text));
}

/** The draft with what a box sets; null lets go of a field. */
export const merged = (draft, set) =>
  Object.fromEntries(Object.entries({ ...draft, ...set }).filter(([, value]) => value !== null));

/** The draft with a value at a path of names and places. */
function setAt(part, [step, ...rest], value) {
  const copy = Array.isArray(part) ? [...part] : { ...part };
  if (rest.length) copy[step] = setAt(copy[step] ?? (typeof rest[0] === "number" ? [] : {}), rest, value);
  else if (value === null && !Array.isArray(copy)) delete copy[step];
  else copy[step] = value;
  if (Array.isArray(copy)) for (let place = 0; place < copy.length; place += 1) copy[place] ??= null;
  return copy;
}

/** A number as the rules count it, null for nothing; what is no number stays as it was written, to be refused. */
function amountOf(text, decimals) {
  const typed = text.trim();
  return typed ? (smallest(typed, decimals) ?? typed) : null;
}
