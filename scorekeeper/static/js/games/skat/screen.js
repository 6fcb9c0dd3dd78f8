// The quick entry as data.

import { box, get, pgettext, group, has, isEmpty, isObject, looks, number, range, seatName, text } from "../core.js";
import { choices, COUNTED } from "./choices.js";
import { ANNOUNCEMENTS, PLAYED_FIELDS, RECORDS } from "./hand.js";
import { activeSeats } from "./state.js";
import { BASES, CONTRACTS, mostMatadors } from "./values.js";

/** The groups of the quick entry: what is asked now of this draft. Nearly every hand is played, so that is shown first. */
export function screen(draft, rules, table) {
  const groups = { played: playedGroups, ramsch: ramschGroups }[get(draft, "kind", "played")] ?? (() => []);
  const reasons = choices(draft, rules, table);
  return [declarerGroup(draft, rules, table, reasons), ...groups(draft, rules, table, reasons)]
    .filter(({ items }) => items.length);
}

const whyNot = (reasons, field, value) => (has(reasons, field) ? get(reasons[field], String(value)) : null);

/** What a record of this kind cannot hold, taken away. */
const without = (draft, known) =>
  Object.fromEntries(Object.keys(draft).filter((name) => !known.includes(name)).map((name) => [name, null]));

/** A box that is ticked and unticked. */
const tick = (label, name, draft, reasons) => {
  const chosen = get(draft, name) === true;
  return { ...box(label, { [name]: chosen ? null : true }, draft, whyNot(reasons, name, !chosen)), chosen };
};

function declarerGroup(draft, rules, table, reasons) {
  const bock = rules.bock && table.state.bock_left && !has(draft, "kind") ? { bock: true } : {};
  const kind = ["ramsch", "lowest_ramsch_null"].includes(rules.passed) ? "ramsch" : "passed";
  const label = kind === "ramsch" ? pgettext("skat", "Ramsch") : pgettext("skat", "Passed");
  const nobody = { ...without(draft, Object.keys(RECORDS[kind])), kind };
  const declarers = group(text(pgettext("skat", "Declarer")), [
    ...table.seats.map((seat) => {
      const set = { ...without(draft, PLAYED_FIELDS), ...bock, kind: "played", declarer: seat };
      return looks(box(seatName(seat), set, draft, whyNot(reasons, "declarer", seat)), { seat, hasTotal: true });
    }),
    looks(box(text(label), nobody, draft), { text: "psd" }),
  ]);
  return looks(declarers, { boxes: `decl n${table.seats.length}`, big: true, isSilent: true });
}

const NULL_VALUE = "23";

const CONTRACT_NAMES = {
  diamonds: pgettext("skat", "diamonds"),
  hearts: pgettext("skat", "hearts"),
  spades: pgettext("skat", "spades"),
  clubs: pgettext("skat", "clubs"),
  grand: pgettext("skat", "Grand"),
  null: pgettext("skat", "Null"),
};

function playedGroups(draft, rules, table, reasons) {
  const contracts = CONTRACTS.map((contract) => contractBox(contract, draft, reasons));
  const levels = [
    tick(text(pgettext("skat", "Hand")), "hand", draft, reasons),
    outcomeBox(text(pgettext("skat", "Schneider")), "schneider", true, draft, reasons),
    outcomeBox(text(pgettext("skat", "Schwarz")), "schwarz", true, draft, reasons),
  ];
  const announcements = [
    tick(text(pgettext("skat", "Schneider")), "schneider_announced", draft, reasons),
    tick(text(pgettext("skat", "Schwarz")), "schwarz_announced", draft, reasons),
    tick(text(pgettext("skat", "Ouvert")), "ouvert", draft, reasons),
  ];
  const results = [
    looks(outcomeBox(text(pgettext("skat", "Won")), "won", true, draft, reasons), { icon: "tick" }),
    looks(outcomeBox(text(pgettext("skat", "Lost")), "won", false, draft, reasons), { icon: "x" }),
  ];
  return [
    looks(group(text(pgettext("skat", "Game")), contracts), { boxes: "c6", big: true, isSilent: true }),
    ...runGroups(draft, reasons),
    line(pgettext("skat", "Levels reached"), pgettext("skat", "reached"), levels),
    line(pgettext("skat", "Announced"), pgettext("skat", "announced"), announcements),
    doubledGroup(draft, rules, table, reasons),
    looks(group(text(pgettext("skat", "Result")), results), { boxes: "c2", big: true, isSilent: true }),
    numbersGroup(draft, rules, get(draft, "contract") === "null"),
  ];
}

/** A group whose label stands beside its boxes, in a word. */
const line = (title, side, items, look = {}) => looks(group(text(title), items), { side: text(side), boxes: "c3", ...look });

/** A game, without what was said of another game and cannot be said of this one. */
function contractBox(contract, draft, reasons) {
  const run = ["matadors", "with"];
  const gone = contract === "null" ? [...run, ...ANNOUNCEMENTS, "declarer_points"] : [];
  if (get(draft, "matadors") > mostMatadors(contract)) gone.push(...run);
  const set = { ...Object.fromEntries(gone.filter((name) => has(draft, name)).map((name) => [name, null])), contract };
  if (contract === "null" && isObject(get(draft, "outcome"))) {
    set.outcome = has(draft.outcome, "won") ? { won: draft.outcome.won } : null;
  }
  const made = {
    ...box(text(CONTRACT_NAMES[contract]), set, draft, whyNot(reasons, "contract", contract)),
    chosen: get(draft, "contract") === contract,
  };
  const isSuit = !["grand", "null"].includes(contract);
  return looks(made, { ...(isSuit ? { suit: contract } : { text: "word" }), under: String(BASES[contract] ?? NULL_VALUE) });
}

const AT_ONCE = 4; // matadors: with more, the row is opened

function runGroups(draft, reasons) {
  const counts = range(mostMatadors("clubs")).map((place) => place + 1);
  const boxes = (isWith) =>
    counts.map((matadors) => {
      const why = whyNot(reasons, "matadors", matadors);
      return box(text(String(matadors)), { with: isWith, matadors }, draft, why);
    });
  const row = (opens) => ({ boxes: "c5", atOnce: AT_ONCE, opens: { name: text(opens), label: `${AT_ONCE + 1} +` } });
  return [
    line(pgettext("skat", "With matadors"), pgettext("skat", "with"), boxes(true), row(pgettext("skat", "with 5 to 11"))),
    line(pgettext("skat", "Without matadors"), pgettext("skat", "without"), boxes(false), row(pgettext("skat", "without 5 to 11"))),
  ];
}

/** A part of the result. Card points and tricks, once given, decide it; tapped again, nothing is said of it. */
function outcomeBox(label, part, value, draft, reasons) {
  const isCounted = ["declarer_points", "declarer_tricks"].some((name) => get(draft, name) !== null);
  if (isCounted) {
    const field = `outcome.${part}`;
    const chosen = whyNot(reasons, field, !value) === COUNTED;
    return { ...box(label, {}, draft, COUNTED), chosen };
  }
  const given = isObject(get(draft, "outcome")) ? draft.outcome : {};
  const chosen = get(given, part) === value;
  const { [part]: _old, ...rest } = given;
  const after = chosen ? rest : { ...rest, [part]: value };
  const why = chosen ? null : whyNot(reasons, `outcome.${part}`, value);
  return { ...box(label, { outcome: isEmpty(after) ? null : after }, draft, why), chosen };
}

function doubledGroup(draft, rules, table, reasons) {
  const left = table.state.bock_left;
  const title = left ? text(pgettext("skat", "Bock: {count} left"), { count: left }) : text(pgettext("skat", "Doubled"));
  const kontra = [
    tick(text(pgettext("skat", "Kontra")), "kontra", draft, reasons), tick(text(pgettext("skat", "Re")), "re", draft, reasons),
  ];
  const side = left ? title : text(pgettext("skat", "doubled"));
  return looks(group(title, [
    ...(rules.kontra ? kontra : []), ...(rules.bock ? [tick(text(pgettext("skat", "Bock")), "bock", draft, reasons)] : []),
  ]), { side, boxes: "fit" });
}

function numbersGroup(draft, rules, isNull) {
  const isDeclared = get(draft, "outcome") !== null;
  const [points, tricks] = [text(pgettext("skat: card points", "Points")), text(pgettext("skat", "Tricks"))];
  const title = text(pgettext("skat", "Bid, card points"));
  return looks(group(title, [
    number(text(pgettext("skat", "Bid")), ["bid"], draft),
    ...(isDeclared || isNull ? [] : [number(points, ["declarer_points"], draft)]),
    ...(isDeclared ? [] : [number(tricks, ["declarer_tricks"], draft)]),
    ...(rules.bock ? [number(text(pgettext("skat", "Bock rounds")), ["bock_rounds"], draft)] : []),
  ]), { fold: { title }, boxes: "fit" });
}

/** What the three who play counted. */
function ramschGroups(draft, rules, table) {
  const seats = activeSeats(table, get(draft, "dealer") ?? table.dealer).slice(0, 3);
  return [
    ...seats.map((seat, place) =>
      group(text("{seat}", { seat: seatName(seat) }), [
        number(text(pgettext("skat: card points", "Points")), ["points", place], draft),
        number(text(pgettext("skat", "Tricks")), ["tricks", place], draft),
      ])),
    group(text(pgettext("skat", "Skat and pushes")), [
      number(text(pgettext("skat", "Points in the skat")), ["skat_points"], draft),
      number(text(pgettext("skat", "Times pushed")), ["pushes"], draft),
    ]),
    group(text(pgettext("skat", "Last trick")), seats.map((seat) => box(seatName(seat), { last_trick: seat }, draft))),
  ];
}
