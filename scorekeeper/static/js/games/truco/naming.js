// What people and figures are called in sentences.

import { gettext_noop, seatName, text } from "../core.js";
import { sides } from "./match.js";
import { indexOf, WHOLE_GAME } from "./values.js";

const WHOLE_GAME_NAME = text(gettext_noop("the whole game"));
const AND = gettext_noop("{first} and {second}");
const COMMA = gettext_noop("{first}, {second}");
const IRON = text(gettext_noop("Iron hand"));
const CLOSE = { 10: text(gettext_noop("Hand of ten")), 11: text(gettext_noop("Hand of eleven")) };
const CLOSE_AT = gettext_noop("Hand of {score}");
const CLOSE_WITHIN = { 10: text(gettext_noop("hand of ten")), 11: text(gettext_noop("hand of eleven")) };
const CLOSE_AT_WITHIN = gettext_noop("hand of {score}");

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

const PLAIN = text(gettext_noop("plain"));
const TRUCO = text(gettext_noop("truco"));
const JUEGO = text(gettext_noop("juego"));
const TO = gettext_noop("to {value}");

const PORTUGUESE = {
  6: text(gettext_noop("seis")),
  8: text(gettext_noop("oito")),
  9: text(gettext_noop("nove")),
  10: text(gettext_noop("dez")),
  12: text(gettext_noop("doze")),
};

const SPANISH = { 3: text(gettext_noop("retruco")), 4: text(gettext_noop("vale cuatro")) };

/** What a step of the ladder is called at the table: "plain", "truco", "seis", "vale cuatro". */
export function rungName(ladder, step) {
  if (step === 0) return PLAIN;
  if (step === 1) return TRUCO;
  if (ladder[step] === WHOLE_GAME) return JUEGO;
  const names = ladder[0] === 1 && ladder[1] === 2 ? SPANISH : PORTUGUESE;
  return names[ladder[step]] ?? text(TO, { value: ladder[step] });
}
