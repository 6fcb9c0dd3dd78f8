// What somebody does, as it was entered: still unchecked, because a log is checked step by step.

import { isObject } from "../core.js";
import { refused } from "./refusals.js";
import { MOST_RESPONSES } from "./values.js";

const TAKES = new Map([
  ["buy", ["card", "discard"]],
  ["discard", ["discard"]],
  ["stay", []],
  ["fold", []],
  ["battle", ["target", "bet", "responses", "winner", "keep"]],
]);
const ANSWERS = ["fold", "call", "raise"];

/** An action, and a response, with nothing in what need not be given. */
export const ACTION = {
  by: null, do: null, card: null, discard: null, target: null, bet: null, responses: [], winner: null, keep: null,
};
export const RESPONSE = { by: null, do: null, amount: null };

/** Read an action; `action_invalid` where it has no such form. */
export function moveOf(data) {
  const move = filledBet(data, ACTION);
  const takes = TAKES.get(move?.do);
  if (!takes) throw refused("action_invalid");
  if (!Object.keys(move).every((name) => ["by", "do", ...takes].includes(name))) throw refused("action_invalid");
  const responses = move.responses ?? [];
  if (!Array.isArray(responses)) throw refused("action_invalid", "responses", { case: "response" });
  if (responses.length > MOST_RESPONSES) {
    throw refused("action_invalid", "responses", { case: "responses", most: MOST_RESPONSES });
  }
  return { ...ACTION, ...move };
}

/** Read a response; `action_invalid` where it has no such form. */
export function answerOf(data) {
  const answer = filledBet(data, RESPONSE);
  if (!ANSWERS.includes(answer?.do)) throw refused("action_invalid", "", { case: "response" });
  if (answer.do !== "raise" && "amount" in answer) throw refused("action_invalid", "amount", { case: "amount" });
  return { ...RESPONSE, ...answer };
}

/**
 * What was given of it: null means that it was not, and so does an empty list of responses. Nothing where it is no
 * object, or has a field that nobody knows, even an empty one.
 */
function filledBet(data, known) {
  const names = Object.keys(known);
  if (!isObject(data) || !Object.keys(data).every((name) => names.includes(name))) return null;
  const isGiven = ([name, value]) => value !== null && !(name === "responses" && isEmpty(value));
  return Object.fromEntries(Object.entries(data).filter(isGiven));
}

const isEmpty = (value) => Array.isArray(value) && !value.length;
