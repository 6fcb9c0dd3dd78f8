// Reading what the hands count, and whether that fits the ending.

import { get, isWhole, problem, range, seatName, text } from "../core.js";
import { countOf, unmatchedOf } from "./cards.js";
import { arePossible, isPossible } from "./deck.js";
import { readCards } from "./reading_cards.js";
import { DEALT_TOTAL, refusal, TOTALS_MALFORMED } from "./refusals.js";
import { FACES } from "./values.js";

/** What a hand may be: from `fewest` to `most` cards, faces counted as `faces` says. */
const dealOf = (entry) => {
  const size = entry.rules.hand_size;
  return { fewest: entry.isDealt ? size : 1, most: size, faces: entry.rules.face_values };
};

/** Each count alone, and all of them from one deck. */
export function totalProblems(entry) {
  const totals = get(entry.data, "totals");
  if (totals === null) return [];
  if (!Array.isArray(totals) || totals.length > entry.seats.length) return [TOTALS_MALFORMED];
  const [still, strange, impossible] = [[], [], []];
  totals.forEach((total, place) => {
    const field = `totals.${place}`;
    if (total === null) return;
    if (!isWhole(total)) strange.push(refusal("total_not_integer", field));
    else if (place === entry.out) still.push(...outTotal(total, field, entry.seats[place]));
    else if (!canCount(total, entry)) impossible.push(impossibleTotal(total, field, entry));
  });
  const found = [...still, ...strange, ...impossible];
  return found.length ? found : togetherProblems(totals, entry);
}

function outTotal(total, field, seat) {
  return total ? [refusal("out_player_has_cards", field, { seat: seatName(seat) })] : [];
}

function togetherProblems(totals, entry) {
  if (entry.countsUnmatched) return [];
  const counted = totals.filter((total, place) => total !== null && place !== entry.out);
  return arePossible(counted, dealOf(entry)) ? [] : [refusal("totals_infeasible")];
}

function canCount(total, entry) {
  if (!entry.countsUnmatched) return isPossible(total, dealOf(entry));
  return total >= 0 && total <= FACES[entry.rules.face_values][2] * entry.rules.hand_size;
}

function impossibleTotal(total, field, entry) {
  if (!entry.isDealt) return refusal("total_impossible", field, { total });
  return problem("total_impossible", field, text(DEALT_TOTAL, { size: entry.rules.hand_size, total }));
}

/** What each hand counts, by place at the table; null where nobody looked. */
export function countsOf(entry) {
  const hands = get(entry.data, "hands");
  const given = hands === null
    ? get(entry.data, "totals") ?? []
    : hands.map((hand) => (hand === null ? null : countHand(hand, entry)));
  return range(entry.seats.length).map((place) => given[place] ?? null);
}

function countHand(hand, entry) {
  const counted = entry.countsUnmatched ? unmatchedOf : countOf;
  return counted(readCards(hand), entry.rules.face_values);
}

/** What is missing, and whether a dealt tonk is one; for what was read without a problem. */
export function gameProblems(entry) {
  const counts = countsOf(entry);
  const required = requiredProblems(entry, counts);
  return required.length ? required : declaredProblems(entry, counts);
}

function requiredProblems(entry, counts) {
  const needed = neededSeats(entry);
  const name = get(entry.data, "hands") === null ? "totals" : "hands";
  return entry.seats.flatMap((seat, place) => {
    const isMissing = needed.includes(seat) && counts[place] === null;
    return isMissing ? [refusal("totals_required", `${name}.${place}`, { seat: seatName(seat) })] : [];
  });
}

/** Whose count decides something. */
export function neededSeats(entry) {
  if (entry.kind === "drop" || entry.kind === "stock_out") return entry.seats;
  return entry.isDealt ? entry.by : [];
}

function declaredProblems(entry, counts) {
  if (!entry.isDealt) return [];
  const [wrong, silent] = [[], []];
  entry.seats.forEach((seat, place) => {
    const total = counts[place];
    const isDeclared = entry.by.includes(seat);
    if (total === null || isTonk(total, entry.rules) === isDeclared) return;
    const code = isDeclared ? "not_initial_tonk" : "undeclared_initial_tonk";
    (isDeclared ? wrong : silent).push(refusal(code, `totals.${place}`, { seat: seatName(seat), total }));
  });
  return [...wrong, ...silent];
}

function isTonk(total, rules) {
  const [high, low] = [rules.initial_high_min, rules.initial_low_max];
  return (high !== null && total >= high) || (low !== null && total <= low);
}
