// The quick entry as data: how it ended, who ended it, what decides it.

import { get, pgettext, group, looks, number, seatName, text } from "../core.js";
import { entryOf } from "./reading.js";
import { neededSeats } from "./reading_counts.js";
import { KINDS, WAYS_OUT } from "./values.js";

/** What is not asked here: the full entry of a table that is connected. */
const FULLER = {
  label: text(pgettext("tonk", "Tap the cards instead")),
  why: text(pgettext("tonk", "Without a connection, record only the counts. Recording card by card needs a connection.")),
};

/** What to do while nothing is chosen. */
export const asks = text(pgettext("tonk", "How did the hand end?"));

/** What the table of payments is: a row for each seat, from the start. */
export const pays = text(pgettext("tonk", "What each player gains or loses"));

const HOW_ENDED = text(pgettext("tonk", "How it ended"));

const ENDINGS = {
  initial_tonk: text(pgettext("tonk", "Dealt tonk")),
  tonk_out: text(pgettext("tonk", "Tonk out")),
  discard_out: text(pgettext("tonk: with the last discard", "Out")),
  drop: text(pgettext("tonk", "Knock")),
  stock_out: text(pgettext("tonk", "Stock out")),
};

const WHO = {
  initial_tonk: text(pgettext("tonk", "Who declared, one or more")),
  tonk_out: text(pgettext("tonk", "Who tonked out")),
  discard_out: text(pgettext("tonk", "Who went out")),
  drop: text(pgettext("tonk", "Who knocked")),
};
const WHO_ENDED = text(pgettext("tonk", "Who ended it"));

const LAST_WENT = text(pgettext("tonk", "The last cards went"));
const WAYS_TOLD = { spread: text(pgettext("tonk", "in a new spread")), hits: text(pgettext("tonk", "by hits alone")) };
const COUNT_IN_HAND = text(pgettext("tonk", "Count in hand"));
const NO_TONK = text(pgettext("tonk", "The rules of this table have no dealt tonk."));

/**
 * The quick entry of a draft: groups of boxes and numbers, only of what is asked now.
 * @param {object} draft a record in the making
 * @param {object} rules the rules of the sitting
 * @param {{seats: number[], number: number, dealer: number, state: object}} table where the sitting stands
 */
export function screen(draft, rules, table) {
  const kind = get(draft, "kind");
  const entry = entryOf(draft, rules, table.seats);
  const asked = KINDS.includes(kind) ? kind : null;
  const players = `players n${table.seats.length}`;
  const groups = [
    looks(group(HOW_ENDED, KINDS.map((ending) => endingBox(ending, draft, rules))), { boxes: "c5 endings", big: true }),
    ...(asked === "stock_out" ? [] : [looks(group(WHO[asked] ?? WHO_ENDED, whoBoxes(entry)), { boxes: players })]),
    ...(asked === "tonk_out" ? [waysOut(draft, rules)] : []),
    ...(asked ? [looks(group(COUNT_IN_HAND, countNumbers(entry)), { boxes: players, fuller: FULLER })] : []),
  ];
  return groups.filter(({ items }) => items.length);
}

/** How the last cards went: worth saying where it is not paid alike, else if somebody likes to. */
function waysOut(draft, rules) {
  const isAlike = rules.tonk_out_multiplier === rules.tonk_out_hits_multiplier;
  const side = text(isAlike ? pgettext("tonk", "if you like") : pgettext("tonk", "the last went"));
  return looks(group(LAST_WENT, WAYS_OUT.map((way) => wayBox(way, draft))), { side, boxes: "c2" });
}

const boxOf = (label, set, chosen, why = null) => ({ kind: "box", label, set, chosen, why });

/** An ending, without what it does not ask for: one names its seat, one several, one none; two count everybody. */
function endingBox(kind, draft, rules) {
  const before = get(draft, "kind");
  const isOneSeat = (ending) => ["tonk_out", "discard_out", "drop"].includes(ending);
  const isCounted = (ending) => ["drop", "stock_out"].includes(ending);
  const gone = Object.keys(draft).filter((name) => name !== "dealer");
  const kept = [
    ...(isOneSeat(kind) && (before === null || isOneSeat(before)) ? ["by"] : []),
    ...(isCounted(kind) && isCounted(before) ? ["totals"] : []),
  ];
  const emptied = Object.fromEntries(gone.filter((name) => !kept.includes(name)).map((name) => [name, null]));
  const isDealt = rules.initial_high_min !== null || rules.initial_low_max !== null;
  const why = kind === "initial_tonk" && !isDealt ? NO_TONK : null;
  return boxOf(ENDINGS[kind], kind === before ? { kind } : { ...emptied, kind }, kind === before, why);
}

function whoBoxes(entry) {
  return entry.seats.map((seat) => {
    const chosen = entry.by.includes(seat);
    return looks(boxOf(seatName(seat), entry.isDealt ? declaring(entry, seat, !chosen) : { by: seat }, chosen), { seat });
  });
}

/** One more who declares, or one less; then what that hand counted is gone too. */
function declaring(entry, seat, isMore) {
  const { data, seats, by } = entry;
  const before = Array.isArray(get(data, "by")) ? data.by.filter((one) => by.includes(one) && one !== seat) : [];
  const after = isMore ? [...before, seat] : before;
  const totals = seats.map((one, place) => (after.includes(one) ? totalAt(data, place) : null));
  return { by: after.length ? after : null, totals: after.length ? totals : null };
}

function totalAt(data, place) {
  const totals = get(data, "totals");
  return Array.isArray(totals) ? totals[place] ?? null : null;
}

/** Tapped again, nothing is said of it. */
function wayBox(way, draft) {
  const chosen = get(draft, "out_by") === way;
  return boxOf(WAYS_TOLD[way], { out_by: chosen ? null : way }, chosen);
}

function countNumbers(entry) {
  const needed = neededSeats(entry);
  return entry.seats.flatMap((seat, place) =>
    needed.includes(seat) ? [number(seatName(seat), ["totals", place], entry.data)] : [],
  );
}
