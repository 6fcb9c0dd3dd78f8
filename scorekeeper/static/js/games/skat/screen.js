// The quick entry as data.

import { box, get, pgettext, group, has, isEmpty, isObject, number, range, seatName, text } from "../core.js";
import { choices, COUNTED } from "./choices.js";
import { ANNOUNCEMENTS, PLAYED_FIELDS, RECORDS } from "./hand.js";
import { activeSeats } from "./state.js";
import { CONTRACTS, mostMatadors } from "./values.js";

/** The groups of the quick entry: what is asked now of this draft. */
export function screen(draft, rules, table) {
  const groups = { played: playedGroups, ramsch: ramschGroups, passed: () => [] }[get(draft, "kind")] ?? (() => []);
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
  return group(text(pgettext("skat", "Declarer")), [
    ...table.seats.map((seat) => {
      const set = { ...without(draft, PLAYED_FIELDS), ...bock, kind: "played", declarer: seat };
      return box(seatName(seat), set, draft, whyNot(reasons, "declarer", seat));
    }),
    box(text(label), nobody, draft),
  ]);
}

const CONTRACT_NAMES = {
  diamonds: pgettext("skat", "diamonds"),
  hearts: pgettext("skat", "hearts"),
  spades: pgettext("skat", "spades"),
  clubs: pgettext("skat", "clubs"),
  grand: pgettext("skat", "Grand"),
  null: pgettext("skat", "Null"),
};

function playedGroups(draft, rules, table, reasons) {
  const isNull = get(draft, "contract") === "null";
  return [
    group(text(pgettext("skat", "Game")), CONTRACTS.map((contract) => contractBox(contract, draft, reasons))),
    ...(isNull ? [] : runGroups(draft, reasons)),
    group(text(pgettext("skat", "Levels reached")), [
      tick(text(pgettext("skat", "Hand")), "hand", draft, reasons),
      ...(isNull ? [] : [
        outcomeBox(text(pgettext("skat", "Schneider")), "schneider", true, draft, reasons),
        outcomeBox(text(pgettext("skat", "Schwarz")), "schwarz", true, draft, reasons),
      ]),
    ]),
    group(text(pgettext("skat", "Announced")), [
      ...(isNull ? [] : [
        tick(text(pgettext("skat", "Schneider")), "schneider_announced", draft, reasons),
        tick(text(pgettext("skat", "Schwarz")), "schwarz_announced", draft, reasons),
      ]),
      tick(text(pgettext("skat", "Ouvert")), "ouvert", draft, reasons),
    ]),
    doubledGroup(draft, rules, table, reasons),
    group(text(pgettext("skat", "Result")), [
      outcomeBox(text(pgettext("skat", "Won")), "won", true, draft, reasons),
      outcomeBox(text(pgettext("skat", "Lost")), "won", false, draft, reasons),
    ]),
    numbersGroup(draft, rules, isNull),
  ];
}

/** A game, without what was said of another game and cannot be said of this one. */
function contractBox(contract, draft, reasons) {
  const run = ["matadors", "with"];
  const gone = contract === "null" ? [...run, ...ANNOUNCEMENTS, "declarer_points"] : [];
  if (get(draft, "matadors") > mostMatadors(contract)) gone.push(...run);
  const set = { ...Object.fromEntries(gone.filter((name) => has(draft, name)).map((name) => [name, null])), contract };
  if (contract === "null" && isObject(get(draft, "outcome"))) {
    set.outcome = has(draft.outcome, "won") ? { won: draft.outcome.won } : null;
  }
  return {
    ...box(text(CONTRACT_NAMES[contract]), set, draft, whyNot(reasons, "contract", contract)),
    chosen: get(draft, "contract") === contract,
  };
}

function runGroups(draft, reasons) {
  const counts = range(mostMatadors(get(draft, "contract"))).map((place) => place + 1);
  const boxes = (isWith) =>
    counts.map((matadors) => {
      const why = whyNot(reasons, "matadors", matadors);
      return box(text(String(matadors)), { with: isWith, matadors }, draft, why);
    });
  return [
    group(text(pgettext("skat", "With matadors")), boxes(true)),
    group(text(pgettext("skat", "Without matadors")), boxes(false)),
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
  return group(title, [
    ...(rules.kontra ? kontra : []), ...(rules.bock ? [tick(text(pgettext("skat", "Bock")), "bock", draft, reasons)] : []),
  ]);
}

function numbersGroup(draft, rules, isNull) {
  const isDeclared = get(draft, "outcome") !== null;
  const [points, tricks] = [text(pgettext("skat", "Points")), text(pgettext("skat", "Tricks"))];
  return group(text(pgettext("skat", "Bid, card points")), [
    number(text(pgettext("skat", "Bid")), ["bid"], draft),
    ...(isDeclared || isNull ? [] : [number(points, ["declarer_points"], draft)]),
    ...(isDeclared ? [] : [number(tricks, ["declarer_tricks"], draft)]),
    ...(rules.bock ? [number(text(pgettext("skat", "Bock rounds")), ["bock_rounds"], draft)] : []),
  ]);
}

/** What the three who play counted. */
function ramschGroups(draft, rules, table) {
  const seats = activeSeats(table, get(draft, "dealer") ?? table.dealer).slice(0, 3);
  return [
    ...seats.map((seat, place) =>
      group(text("{seat}", { seat: seatName(seat) }), [
        number(text(pgettext("skat", "Points")), ["points", place], draft),
        number(text(pgettext("skat", "Tricks")), ["tricks", place], draft),
      ])),
    group(text(pgettext("skat", "Skat and pushes")), [
      number(text(pgettext("skat", "Points in the skat")), ["skat_points"], draft),
      number(text(pgettext("skat", "Times pushed")), ["pushes"], draft),
    ]),
    group(text(pgettext("skat", "Last trick")), seats.map((seat) => box(seatName(seat), { last_trick: seat }, draft))),
  ];
}
