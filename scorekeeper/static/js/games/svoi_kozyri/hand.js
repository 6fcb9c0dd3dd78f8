// The record of a deal, with its defaults.

export const RECORD = {
  kind: "deal", trumps: null, finished: null, result: null, loser: null, cards_left: null, last_card: null,
  top_card: null, dealer: null,
};

export const FIELDS = Object.keys(RECORD);
