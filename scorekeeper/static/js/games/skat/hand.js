// The records of a hand, with their defaults.

import { filled } from "../core.js";

export const FLAGS = ["hand", "schneider_announced", "schwarz_announced", "ouvert", "kontra", "re", "bock"];
export const ANNOUNCEMENTS = ["schneider_announced", "schwarz_announced"];
export const RECORDS = {
  played: {
    kind: "played", declarer: null, contract: null, matadors: null, with: null, bid: null, hand: false,
    schneider_announced: false, schwarz_announced: false, ouvert: false, declarer_points: null, declarer_tricks: null,
    outcome: null, kontra: false, re: false, bock: false, bock_rounds: 0, dealer: null,
  },
  passed: { kind: "passed", dealer: null },
  ramsch: { kind: "ramsch", points: null, tricks: null, skat_points: 0, last_trick: null, pushes: 0, dealer: null },
};

export const KINDS = Object.keys(RECORDS);
export const PLAYED_FIELDS = Object.keys(RECORDS.played);
export const RAMSCH_FIELDS = Object.keys(RECORDS.ramsch);
export const OUTCOME = { won: false, schneider: false, schwarz: false };

export function recordOf(data) {
  const record = filled(RECORDS[data.kind], data);
  return record.outcome ? { ...record, outcome: filled(OUTCOME, record.outcome) } : record;
}
