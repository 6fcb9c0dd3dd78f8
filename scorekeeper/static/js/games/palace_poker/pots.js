// Who gets what: layers, pots, rake, odd chips, and what goes back.

import { floorDiv, sum } from "../core.js";
import { BASIS_POINTS } from "./values.js";

/**
 * The pots of a hand that is over. `stakes` is what is in the pot and who may claim it: `paid` is a Map by seat, from
 * the dealer's left; `allIn` the seats with nothing left; `tiers` the claimants, the winners first; `carry` comes
 * from the hand before. Each pot has its `amount` before the `rake` and its `shares` ([seat, amount]) after it;
 * `returned` (a Map by seat) is what nobody can claim.
 */
export function settle(stakes, rules) {
  const claims = [];
  const returned = new Map();
  let carryOut = 0;
  for (const layer of layersOf(stakes)) {
    const seats = claimants(layer, stakes);
    if (goesBack(layer, seats, stakes)) {
      carryOut += layer.carry;
      for (const [seat, part] of layer.parts) returned.set(seat, (returned.get(seat) ?? 0) + part);
    } else {
      claims.push({ amount: potOf(layer), seats });
    }
  }
  const rake = rakeOf(sum(claims.map((claim) => claim.amount)), rules);
  const pots = potsOf(joined(claims), rake, rules);
  carryOut += sum(pots.map((pot) => pot.amount - pot.rake - sum(pot.shares.map(([, share]) => share))));
  return { pots, returned, rake, carryOut };
}

/** Whether one of these seats, of no tier yet, could claim a layer that the tiers cannot. */
export function couldClaim(stakes, seats) {
  const others = { ...stakes, tiers: [seats] };
  return layersOf(stakes).some((layer) => !claimants(layer, stakes).length && claimants(layer, others).length > 0);
}

/** The contributions, cut at the total of each all-in; the carry lies in the first layer. */
function layersOf({ paid, allIn, carry }) {
  const tops = new Set([0, ...allIn.map((seat) => paid.get(seat)), Math.max(...paid.values())]);
  const cuts = [...tops].sort((one, other) => one - other);
  const layers = cuts.slice(1).map((top, nth) => {
    const bottom = cuts[nth];
    const parts = [...paid].filter(([, own]) => own > bottom).map(([seat, own]) => [seat, Math.min(own, top) - bottom]);
    return { top, parts, carry: nth === 0 ? carry : 0 };
  });
  return layers.length || !carry ? layers : [{ top: 0, parts: [], carry }];
}

const potOf = (layer) => layer.carry + sum(layer.parts.map(([, part]) => part));

/** Of the first tier that has somebody entitled to it: those, from the dealer's left. */
function claimants(layer, { paid, allIn, tiers }) {
  const isEntitled = (seat) => !allIn.includes(seat) || paid.get(seat) >= layer.top;
  const tier = tiers.find((seats) => seats.some(isEntitled)) ?? [];
  return [...paid.keys()].filter((seat) => tier.includes(seat) && isEntitled(seat));
}

/** Nobody can claim it, or only whoever put it in alone and has not won. */
function goesBack(layer, seats, stakes) {
  const isAlone = seats.length === 1 && layer.parts.length === 1 && layer.parts[0][0] === seats[0];
  return !seats.length || (isAlone && !stakes.tiers[0].includes(seats[0]));
}

/** Neighbouring layers of the same seats are one pot. */
function joined(claims) {
  const pots = [];
  for (const { amount, seats } of claims) {
    const last = pots[pots.length - 1];
    if (last && last.seats.join() === seats.join()) last.amount += amount;
    else pots.push({ amount, seats });
  }
  return pots;
}

/** Rounded down; in two parts, because a pot times the rake can be more than a number holds. */
function rakeOf(total, rules) {
  const rest = (total % BASIS_POINTS) * rules.rake_bp;
  const rake = floorDiv(total, BASIS_POINTS) * rules.rake_bp + floorDiv(rest, BASIS_POINTS);
  return Math.min(rake, rules.rake_cap ?? rake);
}

/** The rake is taken from the first pot on. */
function potsOf(claims, rake, rules) {
  let left = rake;
  return claims.map(({ amount, seats }) => {
    const taken = Math.min(left, amount);
    left -= taken;
    return { amount, rake: taken, shares: sharesOf(amount - taken, seats, rules) };
  });
}

/** Equal shares; odd chips go one each from the dealer's left, or stay for the next hand. */
function sharesOf(amount, seats, rules) {
  const odd = rules.odd_chips === "carry" ? 0 : amount % seats.length;
  const each = floorDiv(amount, seats.length);
  return seats.map((seat, place) => [seat, each + (place < odd ? 1 : 0)]);
}
