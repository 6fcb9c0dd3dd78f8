// The quick entry of any game, drawn from what its port says is asked now. It knows no rule.

import { written } from "./amounts.js";
import { boardOf } from "./board.js";
import { el } from "./dom.js";
import { drawing } from "./drawing.js";
import { decimalsOf } from "./sheet.js";
import { nameOf, say, word } from "./words.js";

/**
 * An entry for the hand at `place`, before which the seats have these `totals`. `draft` is what it begins with; `deal` is
 * who deals, where the game shows it above; `onChange(draft)` hears of every tap, and `onSave(record, outcome)` of the
 * hand that is to be kept.
 */
export function entryOf({ table, place, port, totals, draft, deal, onChange, onSave }) {
  let now = { ...draft };
  let savesByBox = false;
  let isSaved = false;
  const opened = {};
  const saying = (text) => say(text, table);
  const { drawGroups, drawFuller, dealerMark } = drawing({
    table, dealer: place.dealer, totals, opened, onTap: tap, onNumber: type, onWhy: why,
  });
  const tell = el("div", { class: "tell", "data-tell": true });
  const [groups, ends] = [el("div", { class: "groups" }), el("div", { class: "groups" })];
  const pays = el("div", { class: "moves", "aria-live": "polite" });
  const save = el("button", { type: "button", class: "btn main big wide", "data-save": true, onclick: () => finish() }, word("save", { number: place.number }));
  const foot = el("div", { class: "foot" });
  const board = port.board ? boardOf(port.board(table.rules, place), { table, mark: dealerMark(), pass: deal }) : [];
  const form = el("div", { class: "entry offline-entry" }, board, groups, pays, tell, ends, foot);

  const judged = () => port.judge(now, table.rules, place);

  function keep(next) {
    now = next;
    onChange(now);
  }

  function draw() {
    const at = document.activeElement?.dataset?.at;
    const asked = port.screen(now, table.rules, place);
    const saver = asked.findIndex(({ look }) => look?.saves);
    savesByBox = asked.some(({ items }) => items.some((item) => item.save));
    groups.replaceChildren(...drawGroups(saver < 0 ? asked : asked.slice(0, saver)));
    ends.replaceChildren();
    if (saver >= 0) {
      const { fuller } = asked[saver].look;
      const [last, ...more] = drawGroups(asked.slice(saver));
      ends.append(last, ...(fuller ? [drawFuller(fuller)] : []), ...more);
    }
    foot.replaceChildren(...(saver < 0 ? [tell, save] : [save]));
    if (saver >= 0) ends.before(tell);
    if (at) form.querySelector(`[data-at="${at}"]`)?.focus({ preventScroll: true });
    drawTell(asked[saver]?.look.says);
  }

  function tap(item) {
    keep(merged(now, item.set));
    draw();
    if (item.save) finish();
  }

  function type(item, value) {
    keep(setAt({ ...item.begins, ...now }, item.path, value));
    drawTell();
  }

  /** What the hand comes to; else what is missing, or while nothing is chosen what is asked. */
  function drawTell(says = []) {
    const { problems, said, lines = [], warnings = [] } = judged();
    save.hidden = Boolean(savesByBox && problems);
    foot.hidden = save.hidden && tell.parentElement !== foot;
    drawPays(problems ? [] : lines);
    if (problems) {
      save.setAttribute("aria-disabled", "true");
      tell.replaceChildren(says.length ? wins(says) : el("p", { class: "say muted" }, isBegun(problems) ? saying(problems[0].message) : asks()));
      return;
    }
    save.removeAttribute("aria-disabled");
    const [, play, result] = /^(.*: )?([^]*)$/.exec(saying(said));
    const notices = warnings.filter((warning) => !warning.habit).map((warning) => saying(warning.message));
    tell.replaceChildren(
      el("p", { class: "say" }, play ?? "", el("b", {}, result)),
      notices.length ? el("p", { class: "small muted" }, notices.join(" ")) : "",
    );
  }

  const asks = () => (port.asks ? saying(typeof port.asks === "function" ? port.asks(now, place) : port.asks) : word("asks"));

  /** A sentence, then for each side what winning brings. */
  const wins = (says) =>
    el("p", { class: "say" }, says.flatMap((one) => (Array.isArray(one) ? [`${saying(one[0])}: `, el("b", {}, saying(one[1])), `${word("stop")} `] : `${saying(one)} `)));

  /** What each player gains or loses: a row for everybody from the start, so that nothing moves when the figures come. */
  function drawPays(lines) {
    if (!port.pays) return;
    const decimals = decimalsOf(table, port);
    const net = (seat) => lines.reduce((sum, [whose, measure, amount]) => (whose === seat && measure === "net" ? sum + amount : sum), 0);
    const figure = (units) => `${units > 0 ? "+" : ""}${written(units, decimals)}`;
    const row = (seat) =>
      el("tr", {}, el("th", { scope: "row" }, nameOf(table, seat)), el("td", {}), el("td", { class: "num" }, lines.length ? el("b", {}, figure(net(seat))) : null));
    pays.replaceChildren(
      el("table", { class: "pay" }, el("caption", { class: "vh" }, saying(port.pays)), el("tbody", {}, place.seats.map(row))),
    );
  }

  /** A second tap on the same button is no second hand; what could not be kept can be saved again. */
  async function finish() {
    const outcome = judged();
    if (outcome.problems) {
      if (!matchMedia("(prefers-reduced-motion: reduce)").matches) tell.animate?.([{ opacity: 0.2 }, { opacity: 1 }], { duration: 220 });
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

/** Something is chosen, so that there is a kind of hand. */
const isBegun = (problems) => problems[0].code !== "kind_unknown";

function why(text, box) {
  const group = box.closest("fieldset") ?? box.parentElement;
  group.closest(".entry").querySelector(".why-line")?.remove();
  const line = el("p", { class: "why-line", role: "status", onclick: () => line.remove() }, text);
  group.append(line); // a tap takes it away: it may lie over what is tapped next
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
