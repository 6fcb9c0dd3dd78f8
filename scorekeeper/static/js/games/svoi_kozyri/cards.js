// Which card beats which, and the pair that proves or disproves a draw.

import { get, isText } from "../core.js";
import { REFUSALS, those, unknownCard } from "./refusals.js";
import { isSuit, RANKS, SUITS } from "./values.js";

/** The card of a pack that a plain value writes, or null: "9 hearts". */
function cardOf(value, deck) {
  const [rank, suit, ...rest] = isText(value) ? value.split(" ") : [];
  const isOne = isSuit(suit) && !rest.length && RANKS.slice(-deck / SUITS.length).includes(rank);
  return isOne ? { rank, suit } : null;
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
  if (data.last_card === data.top_card) return [...found, REFUSALS.same_card];
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
