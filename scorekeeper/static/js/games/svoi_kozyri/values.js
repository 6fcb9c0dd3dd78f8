// The numbers of the game.

export const SUITS = ["clubs", "diamonds", "hearts", "spades"];
export const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]; // from the lowest
export const RESULTS = ["loss", "draw"];
export const isSuit = (value) => SUITS.includes(value);
