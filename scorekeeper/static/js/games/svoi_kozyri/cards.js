// Which card beats which, and the pair that proves or disproves a draw.

import { get, isSame, readCard } from "../core.js";
import { REFUSALS, those, unknownCard } from "./refusals.js";
import { RANKS, SUITS } from "./values.js";

/** The card that a plain value writes, or null. */
function readOf(value) {
  const [letter, initial] = readCard(value) ?? [];
  const suit = SUITS.find((name) => name[0] === initial);
  return suit ? { rank: letter === "T" ? "10" : letter, suit } : null;
}

/** The card of a pack that a plain value writes, or null. */
function cardOf(value, deck) {
  const card = readOf(value);
  return card && RANKS.slice(-deck / SUITS.length).includes(card.rank) ? card : null;
}

/** A card as a record writes it, "9 hearts"; null where there is none. */
export function asStored(value) {
  const card = readOf(value);
  return card && `${card.rank} ${card.suit}`;
}

/** The pair of cards that proves or disproves a draw; `trump` is that of the player who is left. */
export function cardProblems(data, deck, trump) {
  const given = ["last_card", "top_card"].filter((name) => get(data, name) !== null);
  const [last, top] = ["last_card", "top_card"].map((name) => cardOf(get(data, name), deck));
  const found = [
    ...those([given.length === 1, "card_pair_incomplete"]),
    ...given.filter((name) => !cardOf(data[name], deck)).map(unknownCard),
  ];
  if (!last || !top) return found;
  if (isSame(last, top)) return [...found, REFUSALS.same_card];
  return trump === null ? found : [...found, ...drawProblems(data, beats(last, top, trump))];
}

/** Whether a player whose trump suit is `trump` beats `top` with `card`; the trumps of others have no power. */
const beats = (card, top, trump) =>
  card.suit === top.suit ? RANKS.indexOf(card.rank) > RANKS.indexOf(top.rank) : card.suit === trump;

/** A last card that is named is the only one, unless the number of cards says otherwise. */
function drawProblems(data, isBeaten) {
  const [result, cards] = [get(data, "result"), get(data, "cards_left")];
  return those(
    [result === "draw" && !isBeaten, "draw_card_does_not_beat"],
    [result === "loss" && isBeaten && (cards === null || cards === 1), "should_be_draw"],
  );
}
