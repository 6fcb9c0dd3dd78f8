// The groups of a quick entry in the boxes of a table's page, by what a port says of their look. It knows no rule.

import { numberOf, smallest, written } from "./amounts.js";
import { el, glyph } from "./dom.js";
import { nameOf, say, word } from "./words.js";

const LONG = 7; // letters of a name that still fit at the usual size
const SUITS = JSON.parse(document.getElementById("page-suits")?.textContent ?? "{}"); // {cards: {suit: {picture, style}}}

/**
 * What draws the groups of an entry at `table`, where `dealer` deals. `totals` are {seat: total as it is written}, `opened`
 * the titles of what was opened so far; `onTap(item, box)` hears of each tap, `onNumber(item, text)` of what is typed, and
 * `onWhy(why, box)` of a tap on what cannot be.
 */
export function drawing({ table, dealer, totals, opened, onTap, onNumber, onWhy }) {
  const saying = (text) => say(text, table);
  const suits = SUITS[table.cards ?? "french"]; // a table that was kept before cards were said has none

  const drawSuit = (name) => glyph(suits[name].picture, suits[name].style);

  /** Groups one after the other; those that share a fold lie in one. */
  function drawGroups(groups) {
    const drawn = [];
    const folds = {};
    groups.forEach((group, index) => {
      const fold = group.look?.fold;
      const made = drawGroup(group, index);
      if (!fold) {
        drawn.push(made);
        return;
      }
      const title = saying(fold.title);
      if (!folds[title]) drawn.push((folds[title] = drawFold(fold, title)));
      folds[title].append(made);
    });
    return drawn;
  }

  function drawFold({ style = "", isOpen = false }, title) {
    const summary = el("summary", {}, glyph("open", "i"), " ", title);
    const fold = el("details", { class: `quiet ${style}`.trim(), open: opened[title] ?? isOpen }, summary);
    summary.addEventListener("click", () => (opened[title] = !fold.open));
    return fold;
  }

  function drawGroup({ title, items, look = {} }, index) {
    const at = items.map((item, place) => [item, `${index}-${place}`]);
    const boxes = at.filter(([{ kind }]) => kind === "box");
    const numbers = at.filter(([{ kind }]) => kind === "number");
    const isHeard = look.isSilent || look.side;
    const legend = el("legend", { class: isHeard ? "vh" : "label" }, saying(title));
    if (look.rows) return el("fieldset", { class: "group" }, legend, drawRows(at, look.rows));
    const parts = [
      look.above ? drawAbove(look.above) : null,
      look.side ? el("span", { class: "label", "aria-hidden": "true" }, saying(look.side)) : null,
      numbers.length ? el("div", { class: `numbers boxes ${look.boxes ?? "fit"}` }, numbers.map(drawNumber)) : null,
      look.saves ? drawEnds(boxes) : boxes.length ? drawBoxes(boxes, look) : null,
      look.fuller && !look.saves ? drawFuller(look.fuller) : null,
    ];
    const more = look.saves ? { "data-results": true } : {};
    return el("fieldset", { class: look.side ? "group line" : "group", ...more }, legend, parts.flat());
  }

  /** What is special about this hand. */
  const drawAbove = ([name, text]) =>
    el("p", { class: "close-hand" }, el("span", { class: "kind-of" }, saying(name)), " ", saying(text));

  /** What is asked only with a connection: a tap says so. */
  const drawFuller = ({ label, why }) =>
    el(
      "div",
      { class: "others-ways" },
      el(
        "button",
        { type: "button", class: "btn quiet small", "aria-disabled": "true", onclick: (event) => onWhy(saying(why), event.currentTarget) },
        el("u", {}, saying(label)),
      ),
    );

  function drawBoxes(boxes, look) {
    if (look.ladder) return el("div", { class: `ladder n${look.ladder}` }, boxes.map(([item, at]) => drawBox(item, at, look)));
    const columns = look.boxes ?? `c${columnsFor(boxes.length)}`;
    if (!look.atOnce) return el("div", { class: `boxes ${columns}` }, boxes.map(([item, at]) => drawBox(item, at, look)));
    const [first, more] = [boxes.slice(0, look.atOnce), boxes.slice(look.atOnce)];
    return [
      el("div", { class: `boxes ${columns}` }, first.map(([item, at]) => drawBox(item, at, look)), drawOpener(look.opens, more)),
      el("div", { class: `boxes c${more.length} more` }, more.map(([item, at]) => drawBox(item, at, look))),
    ];
  }

  /** The box that opens more of them; it is as impossible as all of them. */
  function drawOpener({ name, label }, more) {
    const said = saying(name);
    const why = more.every(([item]) => item.why) ? saying(more[0][0].why) : null;
    const isOpen = !why && (opened[said] || more.some(([item]) => item.chosen));
    const input = el("input", { type: "checkbox", "data-opens": true, "aria-label": said, checked: isOpen, "aria-disabled": why && "true" });
    input.addEventListener("click", (event) => {
      if (!why) return;
      event.preventDefault();
      onWhy(why, input.parentElement);
    });
    input.addEventListener("change", () => (opened[said] = input.checked));
    return el("label", { class: "box opens" }, input, el("span", {}, label));
  }

  function drawBox(item, at, group = {}) {
    const look = item.look ?? {};
    const isBig = look.big || (group.big && !look.small);
    const box = el(
      "button",
      {
        type: "button",
        class: ["box", isBig && "big", look.style].filter(Boolean).join(" "),
        "data-at": at,
        "aria-pressed": String(Boolean(item.chosen)),
        "aria-disabled": item.why && "true",
        onclick: (event) => (item.why ? onWhy(saying(item.why), event.currentTarget) : onTap(item)),
      },
      look.seat === undefined ? drawLabel(item.label, look) : drawSeat(look),
      look.under ? el("small", {}, saying(look.under)) : null,
    );
    return box;
  }

  function drawLabel(label, { suit, icon, text, label: short }) {
    if (suit) return [drawSuit(suit), el("span", { class: "vh" }, saying(label))];
    if (icon) return el("span", { class: "res" }, glyph(icon, "i"), " ", saying(label));
    return el("span", text ? { class: text } : {}, saying(short ?? label));
  }

  /** Whose box it is, with their trump, their total and whether they deal. */
  function drawSeat({ seat, trump, result, hasTotal, under }) {
    const name = nameOf(table, seat);
    const parts = [el("span", { class: name.length > LONG ? "nm long" : "nm", title: name }, name)];
    if (trump !== undefined) parts.unshift(el("span", { class: "trump" }, trump ? drawSuit(trump) : null));
    if (result) parts.push(el("span", { class: "res" }, saying(result)));
    if (hasTotal && !under) parts.push(el("small", {}, totals[seat] ?? ""));
    if (seat === dealer) parts.push(...dealerMark());
    return parts;
  }

  const dealerMark = () => [
    el("span", { class: "dealer", "aria-hidden": "true" }, word("dealer_mark")),
    el("span", { class: "vh" }, word("is_dealer")),
  ];

  function drawNumber([item, at]) {
    const name = saying(item.label);
    const label = el("span", { class: name.length > LONG ? "label nm long" : "label" }, name);
    return el("label", { class: "numbox" }, label, field(item, at));
  }

  function field(item, at) {
    const decimals = item.amount ? table.decimals : 0;
    const value = item.value === null ? "" : written(item.value, decimals);
    const input = el("input", { type: "text", inputmode: decimals ? "decimal" : "numeric", autocomplete: "off", "data-at": at, value, maxlength: 12 });
    input.addEventListener("input", () => onNumber(item, amountOf(input.value, decimals)));
    return input;
  }

  /** A row for each number: whose it is, the number with what makes it less or more, and the boxes behind it. */
  function drawRows(items, style) {
    const rows = [];
    for (const [item, at] of items) {
      if (item.kind === "number") rows.push(drawStepper(item, at, style));
      else rows.at(-1).append(el("span", { class: "boxes" }, drawBox(item, at)));
    }
    return rows;
  }

  function drawStepper(item, at, style) {
    const name = nameOf(table, item.look.seat);
    const decimals = item.amount ? table.decimals : 0;
    const input = field(item, at);
    const step = (by, sign, label) =>
      el("button", { type: "button", class: "box", "aria-label": label, onclick: () => move(by) }, sign);
    const by = item.look.by;
    const move = (more) => {
      const before = numberOf(input.value || "0") * 10 ** decimals;
      const after = Math.max(0, Math.round(Number.isNaN(before) ? 0 : before) + more);
      input.value = written(after, decimals);
      onNumber(item, after);
    };
    const amount = written(by, decimals);
    return el(
      "div",
      { class: style, role: "group", "aria-label": name },
      el("span", { class: name.length > LONG ? "nm long" : "nm", title: name }, name, item.look.seat === dealer ? [" ", ...dealerMark()] : null),
      el(
        "span",
        { class: "boxes by-bet" },
        step(-by, "\u2212", word("less", { amount })),
        el("label", { class: "numbox" }, el("span", { class: "vh" }, word("put_in", { name })), input),
        step(by, "+", word("more", { amount })),
      ),
    );
  }

  /** Ways to end the hand, each saved by its tap. */
  function drawEnds(boxes) {
    const wide = boxes.filter(([{ look }]) => !look || look.isWide);
    const ways = boxes.filter(([{ look }]) => look && !look.isWide);
    const drawn = wide.map(([item, at]) => drawEnd(item, at, "btn wide drawn"));
    return [
      el("div", { class: "wins" }, ways.map(([item, at]) => drawEnd(item, at, ["btn", item.look.isWon ? "main win" : "run", item.look.style].filter(Boolean).join(" ")))),
      ...drawn,
    ];
  }

  function drawEnd(item, at, style) {
    const brings = item.look?.brings;
    return el(
      "button",
      {
        type: "button",
        class: style,
        "data-at": at,
        "aria-disabled": item.why && "true",
        onclick: (event) => (item.why ? onWhy(saying(item.why), event.currentTarget) : onTap(item)),
      },
      el("span", {}, saying(item.label)),
      brings === undefined ? null : el("b", {}, item.why || brings === null ? "–" : `+${brings}`),
    );
  }

  return { drawGroups, drawFuller, dealerMark };
}

/** As many boxes in a row as fit a thumb. */
function columnsFor(count) {
  if (count <= 4) return count;
  return count % 4 === 0 ? 4 : 3;
}

/** A number as the rules count it, null for nothing; what is no number stays as it was written, to be refused. */
function amountOf(text, decimals) {
  const typed = text.trim();
  return typed ? (smallest(typed, decimals) ?? typed) : null;
}
