// What the server would not take: both values, and what can be done. Nothing goes without a tap.

import { drop, sendAgain, sendAsNext } from "./choices.js";
import { button, el } from "./dom.js";
import { flush } from "./outbox.js";
import { counted, nameOf, word } from "./words.js";

/** The row that needs somebody. `said` is what the phone made of it, `right()` opens it in the entry again. */
export function needs(row, { table, behind, said, right }) {
  const { code, detail, standing } = row.answer ?? {};
  return el(
    "div",
    { class: "note bad needs", role: "alert", "data-needs": row.key },
    el(
      "div",
      {},
      el("p", {}, el("b", {}, detail || word("needs_title"))),
      el("p", {}, mine(row, table, said)),
      standing?.outcome ? el("p", {}, word("theirs", { said: standing.outcome.said })) : null,
      behind ? el("p", { class: "small" }, counted("waits_behind", behind)) : null,
      el("p", { class: "row-actions" }, actions(row, { table, code, standing, right })),
    ),
  );
}

function mine(row, table, said) {
  if (row.kind === "open") return word("the_opening");
  if (row.kind === "dealer") return word("the_dealer", { name: nameOf(table, row.seat) });
  if (row.kind === "hand") return word("mine", { number: row.number, said });
  const undo = word("the_undo", { number: row.number });
  return row.said ? `${undo}: ${row.said}` : undo;
}

function actions(row, { table, code, standing, right }) {
  const isPlace = ["number_taken", "number_ahead"].includes(code);
  const isHand = row.kind === "hand";
  return [
    isHand && isPlace ? button(word("next_one"), () => then(sendAsNext(row, table.next_number)), "btn small main") : null,
    isHand && !isPlace ? button(word("again"), () => then(sendAgain(row)), "btn small") : null,
    isHand && !isPlace && code !== "list_complete" ? button(word("put_right"), () => right(), "btn small") : null,
    standing?.id ? el("a", { class: "btn small", href: `/tables/${table.id}/hands/${standing.id}/correct/` }, word("correct")) : null,
    isHand ? null : button(word("again"), () => then(sendAgain(row)), "btn small"),
    dropButton(row),
  ];
}

const then = (done) => done.then(() => flush()).catch(() => {});

const SURE = 10_000; // milliseconds between the two taps
let tapped = { key: "", at: 0 }; // the first tap outlives a drawing

/** Two taps: what is dropped is gone. */
function dropButton(row) {
  const isSure = () => tapped.key === row.key && Date.now() - tapped.at < SURE;
  const dropper = button(word(isSure() ? "sure_drop" : "drop"), () => {
    if (isSure()) {
      then(drop(row));
      return;
    }
    tapped = { key: row.key, at: Date.now() };
    dropper.textContent = word("sure_drop");
  }, "btn small", { "data-drop-row": true });
  return dropper;
}
