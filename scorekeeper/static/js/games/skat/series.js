// How hands add up to a list.

const SYSTEMS = {
  seeger_fabian: { points: 1, won: 50, lost: -50, others_lost_3: 40, others_lost_4: 30 },
  seeger: { points: 1, won: 50, lost: -50 },
  classic: { points: 1 },
  bierlachs: { minus: 1 },
};

/** {measure: weight} of the total. */
export const weights = (rules) => SYSTEMS[rules.system];

/** Bierlachs: a won game charges each active opponent, a lost one its declarer. */
export function charges(lines, seats) {
  const charged = new Map();
  for (const [own, measure, score] of lines) {
    if (measure !== "points") continue;
    const paying = score < 0 ? [own] : seats.filter((seat) => seat !== own);
    for (const seat of paying) charged.set(seat, (charged.get(seat) ?? 0) - Math.abs(score));
  }
  return charged;
}
