// The quick entry as data: how it ended, who ended it, what decides it.

import { get, pgettext, group, number, seatName, text } from "../core.js";
import { entryOf } from "./reading.js";
import { neededSeats } from "./reading_counts.js";
import { KINDS, WAYS_OUT } from "./values.js";

/** What is not asked here: the full entry of a table that is connected. */
export const fuller = text(
  pgettext("tonk", "Without a connection, record only the counts. Recording card by card needs a connection."),
);

const HOW_ENDED = text(pgettext("tonk", "How it ended"));

const ENDINGS = {
  initial_tonk: text(pgettext("tonk", "Dealt tonk")),
  tonk_out: text(pgettext("tonk", "Tonk out")),
  discard_out: text(pgettext("tonk", "Out")),
  drop: text(pgettext("tonk", "Knock")),
  stock_out: text(pgettext("tonk", "Stock out")),
};

const WHO = {
  initial_tonk: text(pgettext("tonk", "Who declared, one or more")),
  tonk_out: text(pgettext("tonk", "Who tonked out")),
  discard_out: text(pgettext("tonk", "Who went out")),
  drop: text(pgettext("tonk", "Who knocked")),
};

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
  const endings = group(HOW_ENDED, KINDS.map((ending) => endingBox(ending, draft, rules)));
  if (!KINDS.includes(kind)) return [endings];
  const entry = entryOf(draft, rules, table.seats);
  const groups = [
    endings,
    ...(kind === "stock_out" ? [] : [group(WHO[kind], whoBoxes(entry))]),
    ...(kind === "tonk_out" ? [group(LAST_WENT, WAYS_OUT.map((way) => wayBox(way, draft)))] : []),
    group(COUNT_IN_HAND, countNumbers(entry)),
  ];
  return groups.filter(({ items }) => items.length);
}

const boxOf = (label, set, chosen, why = null) => ({ kind: "box", label, set, chosen, why });

/** An ending, without what it does not ask for: one names its seat, one several, one none; two count everybody. */
function endingBox(kind, draft, rules) {
  const before = get(draft, "kind");
  const isOneSeat = (ending) => ["tonk_out", "discard_out", "drop"].includes(ending);
  const isCounted = (ending) => ["drop", "stock_out"].includes(ending);
  const gone = Object.keys(draft).filter((name) => name !== "dealer");
  const kept = [
    ...(isOneSeat(kind) && isOneSeat(before) ? ["by"] : []),
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
    return boxOf(seatName(seat), entry.isDealt ? declaring(entry, seat, !chosen) : { by: seat }, chosen);
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
