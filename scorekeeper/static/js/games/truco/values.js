// The words and numbers of truco, and what its records hold.

export const SIDES = ["A", "B"];
export const OTHER = { A: "B", B: "A" };
export const DRAW = "draw";
export const WHOLE_GAME = "game";
export const ENVIDO_CALLS = ["envido", "real", "falta"];

export const FIELDS = {
  quick: ["kind", "how", "winner", "value", "envido", "flor", "dealer"],
  full: ["kind", "events", "envido", "flor", "dealer"],
  penalty: ["kind", "to", "points"],
  forfeit: ["kind", "side"],
};

export const EVENT_FIELDS = ["t", "by", "to", "play", "winner"];
export const ENVIDO_FIELDS = ["by", "calls", "answer", "points", "winner"];
export const FLOR_FIELDS = ["by", "seq", "winner"];

/** Whether a field is not there or empty. */
export const isMissing = (value) => value === undefined || value === null;
export const isSide = (value) => value === "A" || value === "B";

/** Two pairs added side by side. */
export const added = (one, other) => [one[0] + other[0], one[1] + other[1]];

/** An amount for one side, nothing for the other. */
export const forSide = (side, amount) => (side === "A" ? [amount, 0] : [0, amount]);

/** Where the number of a side stands in a pair. */
export const indexOf = (side) => SIDES.indexOf(side);
