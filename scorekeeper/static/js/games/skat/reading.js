// Reading a played or a passed hand: each check of the rules, in its order.

import { get, has, isBetween, isBoolean, isEmpty, isObject, isWhole } from "../core.js";
import { ANNOUNCEMENTS, FLAGS, OUTCOME, PLAYED_FIELDS } from "./hand.js";
import { matadorsOutOfRange, needsHand, notYesOrNo, NULL_LEVELS, nullAnnounced, REFUSALS, those } from "./refusals.js";
import {
  ALL_POINTS, ALL_TRICKS, CONTRACTS, LEGAL_BIDS, MOST_IN_SKAT, MOST_REPEATS, mostMatadors, nullValue,
  POINTS_BY_TRICKS,
} from "./values.js";

export function playedProblems(data, rules) {
  const contract = CONTRACTS.includes(get(data, "contract")) ? data.contract : null;
  const isNull = contract === "null";
  const game = isNull ? nullProblems(data) : contract === null ? [] : trumpProblems(data, contract, rules);
  return [
    ...those([contract === null, "contract_unknown"]),
    ...flagProblems(data),
    ...numberProblems(data),
    ...game,
    ...resultProblems(data, contract),
    ...(isNull && rules.null_overbid === "reject" ? nullBelowBid(data) : []),
    ...countProblems(get(data, "bock_rounds", 0), MOST_REPEATS, "bock_rounds"),
  ];
}

export function passedProblems(data) {
  const isAnySet = Object.entries(data).some(([name, value]) => PLAYED_FIELDS.includes(name) && isSet(name, value));
  return [...flagProblems(data), ...those([isAnySet, "passed_takes_no_input"])];
}

function isSet(name, value) {
  if (name === "kind" || name === "dealer" || value === null) return false;
  if (FLAGS.includes(name)) return value !== false;
  if (name === "bock_rounds") return value !== 0 && value !== false;
  return !(name === "contract" && value === "passed");
}

const flagProblems = (data) => [
  ...FLAGS.filter((name) => !isBoolean(get(data, name, false))).map(notYesOrNo),
  ...those([!isEmpty(get(data, "re")) && isEmpty(get(data, "kontra")), "re_needs_kontra"]),
];

function numberProblems(data) {
  const bid = get(data, "bid");
  return [
    ...those([bid !== null && !isWhole(bid), "bid_not_integer"]),
    ...those([isWhole(bid) && !LEGAL_BIDS.has(bid), "bid_not_legal"]),
    ...countProblems(get(data, "declarer_points") ?? 0, ALL_POINTS, "points"),
    ...countProblems(get(data, "declarer_tricks") ?? 0, ALL_TRICKS, "tricks"),
  ];
}

const countProblems = (value, most, name) =>
  those(
    [!isWhole(value), `${name}_not_integer`], [isWhole(value) && !isBetween(value, 0, most), `${name}_out_of_range`],
  );

const nullProblems = (data) => [
  ...those([get(data, "matadors") !== null || get(data, "with") !== null, "null_has_no_matadors"]),
  ...ANNOUNCEMENTS.filter((name) => !isEmpty(get(data, name))).map(nullAnnounced),
  ...those([get(data, "declarer_points") !== null, "null_has_no_points"]),
];

function trumpProblems(data, contract, rules) {
  const [matadors, most] = [get(data, "matadors"), mostMatadors(contract)];
  return those(
    [matadors === null, "matadors_missing"],
    [matadors !== null && !isWhole(matadors), "matadors_not_integer"],
    [!isBoolean(get(data, "with")), "with_without_missing"],
    [isWhole(matadors) && !isBetween(matadors, 1, most), matadorsOutOfRange(most)],
  ).concat(isEmpty(get(data, "hand")) && !rules.announce_without_hand ? announcedWithoutHand(data) : []);
}

const announcedWithoutHand = (data) => [
  ...ANNOUNCEMENTS.filter((name) => !isEmpty(get(data, name))).map(needsHand),
  ...those([!isEmpty(get(data, "ouvert")), "ouvert_needs_hand"]),
];

function resultProblems(data, contract) {
  const [points, tricks, outcome] = ["declarer_points", "declarer_tricks", "outcome"].map((name) => get(data, name));
  if (outcome !== null) {
    return [
      ...those([points !== null || tricks !== null, "result_given_twice"]), ...outcomeProblems(outcome, contract),
    ];
  }
  if (contract === null) return [];
  if ((contract === "null" ? tricks : points) === null) return [REFUSALS.result_missing];
  return contract !== "null" && isBetween(points, 0, ALL_POINTS) ? playedOutProblems(points, tricks) : [];
}

function outcomeProblems(outcome, contract) {
  if (!isObject(outcome) || !has(outcome, "won")) return [REFUSALS.outcome_malformed];
  const isWellFormed = Object.entries(outcome).every(([name, value]) => has(OUTCOME, name) && isBoolean(value));
  if (!isWellFormed) return [REFUSALS.outcome_malformed];
  return those([contract === "null" && (get(outcome, "schneider") || get(outcome, "schwarz")), NULL_LEVELS]);
}

/** Only the tricks tell schwarz from schneider, and only at the ends of the scale. */
function playedOutProblems(points, tricks) {
  if (points === 1 || points === 119) return [REFUSALS.points_impossible];
  if (tricks === null) return those([points === ALL_POINTS || points <= MOST_IN_SKAT, "tricks_required"]);
  if (!isBetween(tricks, 0, ALL_TRICKS)) return [];
  return those([!isBetween(points, ...POINTS_BY_TRICKS[tricks]), "points_tricks_conflict"]);
}

function nullBelowBid(data) {
  const bid = get(data, "bid");
  const value = nullValue(!isEmpty(get(data, "hand")), !isEmpty(get(data, "ouvert")));
  return those([LEGAL_BIDS.has(bid) && bid > value, "null_below_bid"]);
}
