// What people and figures are called in sentences.

import { pgettext, seatName, text } from "../core.js";
import { sides } from "./match.js";
import { indexOf, WHOLE_GAME } from "./values.js";

const WHOLE_GAME_NAME = text(pgettext("truco", "the whole game"));
const AND = pgettext("truco", "{first} and {second}");
const COMMA = pgettext("truco", "{first}, {second}");
const IRON = text(pgettext("truco", "Iron hand"));
const CLOSE = { 10: text(pgettext("truco", "Hand of ten")), 11: text(pgettext("truco", "Hand of eleven")) };
const CLOSE_AT = pgettext("truco", "Hand of {score}");
const CLOSE_WITHIN = { 10: text(pgettext("truco", "hand of ten")), 11: text(pgettext("truco", "hand of eleven")) };
const CLOSE_AT_WITHIN = pgettext("truco", "hand of {score}");

function namesOf(seats) {
  return seats.slice(1).reduce((told, seat, at) => {
    const isLast = at === seats.length - 2;
    return text(isLast ? AND : COMMA, { first: told, second: seatName(seat) });
  }, seatName(seats[0]));
}

/** Whoever plays for a side: "Ana", "Ana and Bia", "Ana, Bia and Caio". */
export const sideName = (seats, side) => namesOf(sides(seats)[indexOf(side)]);

/** A figure of a ladder as it is said. */
export const figureName = (figure) => (figure === WHOLE_GAME ? WHOLE_GAME_NAME : figure);
const specialName = (score) => CLOSE[score] ?? text(CLOSE_AT, { score });

/** What a hand is called that is none of the usual ones. */
export const handName = (kind, specialAt) => (kind === "iron" ? IRON : specialName(specialAt));

/** What a hand that one side decides about is called within a sentence. */
export const specialWithin = (score) => CLOSE_WITHIN[score] ?? text(CLOSE_AT_WITHIN, { score });

const PLAIN = text(pgettext("truco", "plain"));
const TRUCO = text(pgettext("truco", "truco"));
const JUEGO = text(pgettext("truco", "juego"));
const TO = pgettext("truco", "to {value}");

const PORTUGUESE = {
  6: text(pgettext("truco", "seis")),
  8: text(pgettext("truco", "oito")),
  9: text(pgettext("truco", "nove")),
  10: text(pgettext("truco", "dez")),
  12: text(pgettext("truco", "doze")),
};

const SPANISH = { 3: text(pgettext("truco", "retruco")), 4: text(pgettext("truco", "vale cuatro")) };

/** What a step of the ladder is called at the table: "plain", "truco", "seis", "vale cuatro". */
export function rungName(ladder, step) {
  if (step === 0) return PLAIN;
  if (step === 1) return TRUCO;
  if (ladder[step] === WHOLE_GAME) return JUEGO;
  const names = ladder[0] === 1 && ladder[1] === 2 ? SPANISH : PORTUGUESE;
  return names[ladder[step]] ?? text(TO, { value: ladder[step] });
}
