// Who has won, drawn and lost a deal, and what it counts.

/** {measure: weight} of the total: losses and cards left count against their owner. */
export const weights = (rules) => ({ points: rules.mode === "wdl" ? 1 : -1 });

/** Who has won, drawn (the one who was left last) and lost, and the points by seat. */
export function settle(record, rules, seats) {
  const { finished } = record;
  const [left] = seats.filter((seat) => !finished.includes(seat));
  const [win, draw, loss] = pointsOf(record, rules);
  const isDraw = record.result === "draw";
  const drawn = isDraw ? [finished[finished.length - 1], left] : [];
  const points = new Map(seats.map((seat) => [seat, drawn.includes(seat) ? draw : seat === left ? loss : win]));
  return { winners: isDraw ? finished.slice(0, -1) : finished, drawn, loser: isDraw ? null : left, points };
}

/** What a win, a draw and a loss count. */
function pointsOf(record, { mode, win, draw, loss }) {
  if (mode === "wdl") return [win, draw, loss];
  return [0, 0, mode === "losses" ? 1 : record.cards_left ?? 0];
}
