// Reading who ended a hand, and how.

import { get, isWhole } from "../core.js";
import { NO_WAY_OUT, refusal } from "./refusals.js";
import { WAYS_OUT, withoutGaps } from "./values.js";

/**
 * A hand as it was entered. `by` are the seats that ended it as far as they can be read, `out` is the place of the one
 * who holds no cards. A dealt tonk is counted whole whatever the rules say of the others.
 */
export function entryOf(data, rules, seats) {
  const kind = data.kind;
  const given = get(data, "by");
  const named = Array.isArray(given) ? given : [given];
  const by = seats.filter((seat) => named.includes(seat));
  const isDealt = kind === "initial_tonk";
  const isOut = (kind === "tonk_out" || kind === "discard_out") && by.length > 0;
  const out = isOut ? seats.indexOf(by[0]) : null;
  return { kind, data, rules, seats, by, out, isDealt, countsUnmatched: rules.count === "unmatched" && !isDealt };
}

const isAtTable = (seat, entry) => entry.seats.includes(seat);

/** Dealer, who ended it and how, and whether it comes with counts or with cards. */
export function whoProblems(entry) {
  const { data } = entry;
  const dealer = get(data, "dealer");
  const isBoth = get(data, "totals") !== null && get(data, "hands") !== null;
  return [
    ...(dealer === null || isAtTable(dealer, entry) ? [] : [refusal("unknown_player", "dealer")]),
    ...byProblems(entry),
    ...outByProblems(entry),
    ...(isBoth ? [refusal("totals_and_hands")] : []),
  ];
}

function byProblems(entry) {
  const by = get(entry.data, "by");
  if (entry.kind === "stock_out") return by === null ? [] : [refusal("by_not_allowed")];
  if (entry.isDealt) return declarerProblems(by, entry);
  if (!isWhole(by)) return [refusal("by_required")];
  return isAtTable(by, entry) ? [] : [refusal("unknown_player", "by")];
}

function declarerProblems(by, entry) {
  const seats = Array.isArray(by) ? withoutGaps(by) : [];
  if (!seats.length || !seats.every(isWhole)) return [refusal("by_required")];
  return [
    ...(seats.every((seat) => isAtTable(seat, entry)) ? [] : [refusal("unknown_player", "by")]),
    ...(new Set(seats).size === seats.length ? [] : [refusal("duplicate_player", "by")]),
  ];
}

function outByProblems({ data, kind, rules }) {
  const outBy = get(data, "out_by");
  if (outBy === null) {
    const isAsked = kind === "tonk_out" && asksOutBy(rules);
    return isAsked ? [refusal("out_by_required")] : [];
  }
  if (kind !== "tonk_out") return [refusal("out_by_invalid")];
  return WAYS_OUT.includes(outBy) ? [] : [NO_WAY_OUT];
}

const asksOutBy = (rules) => rules.tonk_out_multiplier !== rules.tonk_out_hits_multiplier;
