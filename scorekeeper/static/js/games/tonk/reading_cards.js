// Reading the cards of a hand: those the players hold and those on the table.

import { cardName, get, problem, range, readCard, seatName, sum, text } from "../core.js";
import { isSpread } from "./cards.js";
import { HAND_SIZE_DEALT, HANDS_MALFORMED, refusal, SPREADS_MALFORMED, STILL_HOLDS } from "./refusals.js";
import { withoutGaps } from "./values.js";

/** Unreadable cards, then duplicates, sizes, spreads and the number of cards. */
export function cardProblems(entry) {
  const [hands, spreads] = [get(entry.data, "hands"), get(entry.data, "spreads")];
  if (hands === null && spreads === null) return [];
  const malformed = [
    ...(hands === null || (Array.isArray(hands) && hands.length <= entry.seats.length) ? [] : [HANDS_MALFORMED]),
    ...(spreads === null || Array.isArray(spreads) ? [] : [SPREADS_MALFORMED]),
  ];
  if (malformed.length) return malformed;
  const unreadable = [
    ...(hands ?? []).flatMap((cards, place) => (cards === null ? [] : unread(cards, `hands.${place}`))),
    ...(spreads ?? []).flatMap((cards, place) => unread(cards, `spreads.${place}`)),
  ];
  return unreadable.length ? unreadable : laidProblems(entry, laidOf(entry, hands, spreads));
}

/** The cards that were meant; null where none was. */
export const readCards = (cards) => withoutGaps(cards).map(readCard);

function unread(cards, field) {
  return Array.isArray(cards) && !readCards(cards).includes(null) ? [] : [refusal("bad_card", field)];
}

/** The cards by place at the table (null: not seen), and the spreads (null: not seen). */
function laidOf(entry, hands, spreads) {
  const seen = range(entry.seats.length).map((place) => hands?.[place] ?? null);
  return {
    hands: seen.map((cards) => (cards === null ? null : readCards(cards))),
    spreads: spreads === null ? null : spreads.map(readCards),
  };
}

function laidProblems(entry, laid) {
  const found = [...duplicates(laid), ...sizeProblems(entry, laid), ...spreadProblems(entry, laid)];
  return found.length ? found : numberProblems(entry, laid);
}

function duplicates(laid) {
  const cards = [...laid.hands, ...(laid.spreads ?? [])].flatMap((group) => group ?? []);
  const twice = [...new Set(cards)].filter((card) => cards.indexOf(card) !== cards.lastIndexOf(card));
  return twice.map((card) => refusal("duplicate_card", null, { card: cardName(card) }));
}

function sizeProblems(entry, laid) {
  const size = entry.rules.hand_size;
  const about = (wrong, told) => laid.hands.flatMap((hand, place) => {
    const isWrong = hand !== null && wrong(hand, place);
    return isWrong ? [told(`hands.${place}`, { seat: seatName(entry.seats[place]) })] : [];
  });
  const long = entry.isDealt
    ? about((hand) => hand.length !== size, (field) => problem("hand_size", field, text(HAND_SIZE_DEALT, { size })))
    : about((hand) => hand.length > size, (field) => refusal("hand_size", field, { size }));
  const isEmpty = (hand, place) => !entry.isDealt && !hand.length && place !== entry.out;
  return [
    ...long,
    ...about(isEmpty, (field, who) => refusal("empty_hand", field, who)),
    ...about(
      (hand, place) => hand.length > 0 && place === entry.out,
      (field, who) => problem("out_player_has_cards", field, text(STILL_HOLDS, who)),
    ),
  ];
}

function spreadProblems(entry, laid) {
  const spreads = laid.spreads ?? [];
  if (entry.isDealt && spreads.length) return [refusal("spreads_not_allowed")];
  return spreads.flatMap((spread, place) => (isSpread(spread) ? [] : [refusal("bad_spread", `spreads.${place}`)]));
}

/** Every completed turn draws one card and discards one; only who tonks out ends on a draw. */
function numberProblems(entry, laid) {
  const isUnseen = laid.hands.some((hand, place) => hand === null && place !== entry.out);
  if (isUnseen || laid.spreads === null) return [];
  const missing = laid.hands.map((hand) => entry.rules.hand_size - (hand ?? []).length);
  const lacking = sum(missing) + (entry.kind === "tonk_out" ? 1 : 0);
  const onTable = laid.spreads.flat().length;
  return onTable === lacking ? [] : [refusal("card_count_mismatch", null, { laid: onTable, lacking })];
}
