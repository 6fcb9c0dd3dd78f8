// Who pays whom.

const FIFTY = 50;

/** What the hand at a seat counts. */
export const countAt = (ended, seat) => ended.counts[ended.seats.indexOf(seat)];
const others = (ended, ...seats) => ended.seats.filter((seat) => !seats.includes(seat));

function lowestOf(ended, seats) {
  const low = Math.min(...seats.map((seat) => countAt(ended, seat)));
  return seats.filter((seat) => countAt(ended, seat) === low);
}

/** The result, its winners and the payments {payer, payee, amount} in the order of the table. */
export function settle(ended, rules) {
  const settled = { winners: [], payments: [], redeal: false, ...SETTLE[ended.kind](ended, rules) };
  const place = (seat) => ended.seats.indexOf(seat);
  const inOrder = (one, other) =>
    place(one.payer) - place(other.payer) || place(one.payee) - place(other.payee);
  return { ...settled, payments: [...settled.payments].sort(inOrder) };
}

const eachPays = (payers, payee, units) => payers.map((payer) => ({ payer, payee, amount: units }));

/** One winner, paid by everybody else. */
function wonBy(ended, result, stakes, rules) {
  const winner = ended.by[0];
  return { result, winners: [winner], payments: eachPays(others(ended, winner), winner, stakes * rules.stake) };
}

const SETTLE = {
  initial_tonk: settleDealt,
  tonk_out: (ended, rules) => {
    const byHits = ended.outBy === "hits";
    return wonBy(ended, "tonk_out", byHits ? rules.tonk_out_hits_multiplier : rules.tonk_out_multiplier, rules);
  },
  discard_out: (ended, rules) => wonBy(ended, "discard_out", rules.discard_out_multiplier, rules),
  drop: settleDrop,
  stock_out: settleStock,
};

function settleDealt(ended, rules) {
  const declarers = paidDeclarers(ended, rules);
  if (declarers.length > 1 && rules.initial_tie !== "each_paid") return { result: "draw", redeal: true };
  const payers = others(ended, ...declarers);
  const payments = declarers.flatMap((seat) =>
    eachPays(payers, seat, dealtStakes(countAt(ended, seat), rules) * rules.stake),
  );
  return { result: "initial_tonk", winners: declarers, payments };
}

function paidDeclarers(ended, rules) {
  if (ended.by.length < 2 || rules.initial_tie !== "highest") return ended.by;
  const high = Math.max(...ended.by.map((seat) => countAt(ended, seat)));
  return ended.by.filter((seat) => countAt(ended, seat) === high);
}

function dealtStakes(total, rules) {
  if (rules.initial_low_max !== null && total <= rules.initial_low_max) return rules.initial_low_multiplier;
  if (total === FIFTY && rules.initial_50_multiplier !== null) return rules.initial_50_multiplier;
  return rules.initial_multiplier;
}

function settleDrop(ended, rules) {
  const own = countAt(ended, ended.by[0]);
  const catchers = others(ended, ended.by[0]).filter((seat) => countAt(ended, seat) <= own);
  if (catchers.length) return settleCatch(ended, catchers, rules);
  const isLow = rules.drop_low_max !== null && own <= rules.drop_low_max;
  return wonBy(ended, "drop_win", isLow ? rules.drop_low_multiplier : rules.drop_win_multiplier, rules);
}

/** Who knocked pays those who are not above; the low hand collects from the rest. */
function settleCatch(ended, catchers, rules) {
  const dropper = ended.by[0];
  const low = lowestOf(ended, catchers);
  const inTurn = rules.low_tie === "split" ? clockwise(ended) : null;
  const pays = { whole_table: payWholeTable, lowest_only: payLowest, equal_or_lower: payCatchers }[rules.caught_pays];
  const payments = pays({ ended, catchers, low, inTurn }, rules);
  if (rules.caught_pays === "whole_table") return { result: "catch", winners: low, payments };
  const payers = { all: others(ended, ...low), others: others(ended, dropper, ...low), none: [] }[rules.catch_extra];
  const extra = payEach(payers, low, rules.stake, inTurn);
  return { result: "catch", winners: low, payments: [...payments, ...extra] };
}

function payWholeTable({ ended, low }, rules) {
  const units = (ended.seats.length - 1) * rules.stake;
  return payEach(ended.by.slice(0, 1), low, units, clockwise(ended));
}

function payLowest({ ended, low, inTurn }, rules) {
  return payEach(ended.by.slice(0, 1), low, rules.caught_multiplier * rules.stake, inTurn);
}

function payCatchers({ ended, catchers }, rules) {
  return payEach(ended.by.slice(0, 1), catchers, rules.caught_multiplier * rules.stake, null);
}

function settleStock(ended, rules) {
  const low = lowestOf(ended, ended.seats);
  const isDead = low.length > 1 && rules.stock_tie === "dead";
  if (rules.stock_out === "dead" || low.length === ended.seats.length || isDead) return { result: "dead" };
  const inTurn = rules.stock_tie === "split" ? clockwise(ended) : null;
  const units = rules.stock_multiplier * rules.stake;
  const payments = payEach(others(ended, ...low), low, units, inTurn);
  return { result: "stock_low", winners: low, payments };
}

/** Everybody, from the seat left of the dealer. */
function clockwise(ended) {
  const first = ended.seats.indexOf(ended.dealer) + 1;
  return [...ended.seats.slice(first), ...ended.seats.slice(0, first)];
}

/** Each payer pays the amount to each payee, or divides it in this turn: the first get the odd units, none nothing. */
function payEach(payers, payees, units, inTurn) {
  const shares = inTurn === null ? payees.map((payee) => [payee, units]) : divided(payees, units, inTurn);
  const paid = shares.filter(([, share]) => share > 0);
  return payers.flatMap((payer) => paid.map(([payee, share]) => ({ payer, payee, amount: share })));
}

function divided(payees, units, inTurn) {
  const odd = units % payees.length;
  const share = (units - odd) / payees.length;
  const order = inTurn.filter((seat) => payees.includes(seat));
  return order.map((payee, turn) => [payee, share + (turn < odd ? 1 : 0)]);
}
