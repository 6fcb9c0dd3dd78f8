// The numbers of the rules, and what the records of a hand hold.

export const FACES = { 10: [10, 10, 10], "11_12_13": [11, 12, 13] };
export const TRIPLE = 3;
export const FOUR_OF_A_RANK = 4;
export const WAYS_OUT = ["spread", "hits"];

const SEEN = { totals: null, hands: null, dealer: null };

/** The record of each ending; what it leaves out of the fields below is only looked at. */
export const RECORDS = {
  initial_tonk: { ...SEEN, kind: null, by: null },
  tonk_out: { ...SEEN, kind: null, by: null, out_by: null, spreads: null },
  discard_out: { ...SEEN, kind: null, by: null, spreads: null },
  drop: { ...SEEN, kind: null, by: null, spreads: null },
  stock_out: { ...SEEN, kind: null, spreads: null },
};

export const KINDS = Object.keys(RECORDS);
export const FIELDS = ["totals", "hands", "dealer", "kind", "by", "out_by", "spreads"];

/** A form that marks some of several boxes sends a list with gaps. */
export const withoutGaps = (list) => list.filter((value) => value !== null);
