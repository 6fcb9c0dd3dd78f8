// The quick entry as data: what each put in, who won, who was all-in, how it ended.

import { looks, pgettext, group, number, seatName, sum, text } from "../core.js";
import { choices } from "./choices.js";
import { couldClaim } from "./pots.js";
import { WINNER } from "./quick.js";
import { arePlaces, complete, given, listed, tiersBy } from "./reading.js";
import { problem } from "./refusals.js";
import { anteOf, isAmount } from "./values.js";

/** What is not asked here: the full entry of a table that is connected. */
const FULLER = text(
  pgettext("palace_poker", "Without a connection, record what each player put in and who won. The full log needs a connection."),
);

/** What to do while nothing is chosen. */
export const asks = text(pgettext("palace_poker", "What did each player put in, and who won the pot?"));

const END_BOXES = [
  ["last_standing", text(pgettext("palace_poker", "Last one standing"))],
  ["showdown", text(pgettext("palace_poker", "Showdown"))],
  ["same_suit", text(pgettext("palace_poker", "Banners of one suit"))],
  ["tie_last_two", text(pgettext("palace_poker", "The last two tied"))],
];
const RECORDED = text(pgettext("palace_poker", "How the hand is recorded"));
const QUICK = text(pgettext("palace_poker: a hand told by its end", "Quick"));
const LOG = text(pgettext("palace_poker", "Full log"));
const PAID_AND_WON = text(pgettext("palace_poker", "What each player put into the pot, and who won it"));
const WON = text(pgettext("palace_poker", "won"));
const ALL_IN = text(pgettext("palace_poker", "Somebody was all-in"));
const HOW = text(pgettext("palace_poker", "How it ended"));
const HOW_IF_YOU_LIKE = text(pgettext("palace_poker", "How it ended (optional)"));
const NEXT_BEST = problem("showdown_required", "", { case: "next" }).message;

/** What is asked of a quick hand now; `draft` is the record in the making. A log can be kept, or told by its end. */
export const screen = (draft, rules, table) =>
  draft.kind === "log" ? [kindsGroup(logBoxes(draft))] : quickScreen(draft, rules, table);

const kindsGroup = (boxes) => looks(group(RECORDED, boxes), { boxes: "c2 kinds", isSilent: true });

/** What both kinds of hand have stays, the rest of the log goes. */
function logBoxes(draft) {
  const left = Object.keys(draft).filter((name) => !["banners", "dealer"].includes(name));
  const without = Object.fromEntries(left.map((name) => [name, null]));
  return [box(QUICK, { ...without, kind: "quick" }, false), box(LOG, { kind: "log" }, true)];
}

function quickScreen(draft, rules, table) {
  const places = placesOf(draft, table);
  const { seats } = table;
  const antes = { contributions: given(draft.contributions) ?? seats.map(() => anteOf(rules)) };
  const stakes = seats.flatMap((seat, nth) => [
    looks({ ...number(seatName(seat), ["contributions", nth], antes, true), begins: antes }, { seat, by: rules.small_bet }),
    wonBox(placeBox(seats, places, nth, WINNER), antes),
  ]);
  const fold = (title) => ({ fold: { title }, boxes: "c2", isSilent: true });
  return [
    kindsGroup([box(QUICK, {}, true), box(LOG, {}, false, FULLER)]),
    looks(group(PAID_AND_WON, stakes), { rows: "stake" }),
    looks(group(HOW, endBoxes(draft, choices(draft, rules, table))), fold(HOW_IF_YOU_LIKE)),
    looks(group(ALL_IN, seats.map((_, nth) => allInBox(draft, seats, nth))), fold(ALL_IN)),
    ...claimGroups(draft, places, table).map((claims) => looks(claims, { fold: { title: ALL_IN }, boxes: "c2" })),
  ];
}

/** Whoever is tapped won what stands there, be it only the antes. */
const wonBox = (made, antes) => looks({ ...made, label: WON, set: { ...antes, ...made.set } }, { isWon: true });

/** Everybody's place, null where none was given. */
function placesOf({ ranking }, { seats }) {
  const own = arePlaces(ranking, seats.length) ? ranking : [];
  return seats.map((_, nth) => own[nth] ?? null);
}

const box = (label, set, isChosen, why = null) => ({ kind: "box", label, set, chosen: isChosen, why });

/** The list with this one changed, null where nothing is left in it: the field is taken out. */
function withEntry(entries, nth, value) {
  const after = entries.map((entry, at) => (at === nth ? value : entry));
  return after.every((entry) => entry === null) ? null : after;
}

/** A tap gives this player the place or takes it; who comes after it is asked anew. */
function placeBox(seats, places, nth, place) {
  const isChosen = places[nth] === place;
  const upTo = places.map((own) => (own !== null && own > place ? null : own));
  const ranking = withEntry(upTo, nth, isChosen ? null : place);
  return box(seatName(seats[nth]), { kind: "quick", ranking }, isChosen);
}

function allInBox(draft, seats, nth) {
  const flags = seats.map((_, at) => (listed(draft.all_in)[at] === true ? true : null));
  const isChosen = flags[nth] === true;
  const hasNothing = !isChosen && listed(draft.contributions)[nth] === 0;
  const why = hasNothing ? problem("all_in_invalid").message : null;
  return box(seatName(seats[nth]), { all_in: withEntry(flags, nth, isChosen ? null : true) }, isChosen, why);
}

/** Who has the next claim, place after place, as long as somebody is all-in and part of the pot is nobody's yet. */
function claimGroups(draft, places, { seats, state }) {
  const { contributions } = draft;
  const allIn = seats.filter((_, nth) => listed(draft.all_in)[nth] === true);
  const isKnown = complete(contributions, seats.length) && contributions.every(isAmount) && sum(contributions) > 0;
  if (!allIn.length || !isKnown || !places.includes(WINNER)) return [];
  const paid = new Map(seats.map((seat, nth) => [seat, contributions[nth]]));
  const groups = [];
  for (let place = WINNER + 1; place === WINNER + 1 || places.includes(place - 1); place += 1) {
    const before = places.map((own) => (own !== null && own < place ? own : null));
    const others = seats.filter((_, nth) => before[nth] === null);
    const stakes = { paid, allIn, tiers: tiersBy(before, seats), carry: state.carry };
    if (!couldClaim(stakes, others)) return groups;
    groups.push(group(NEXT_BEST, others.map((seat) => placeBox(seats, places, seats.indexOf(seat), place))));
  }
  return groups;
}

/** A tap chooses an end, or takes it back; one that is chosen can be taken back whatever rules it out by now. */
const endBoxes = (draft, { end: refused = {} }) =>
  END_BOXES.map(([end, label]) => {
    const isChosen = draft.end === end;
    return box(label, { end: isChosen ? null : end }, isChosen, isChosen ? null : (refused[end] ?? null));
  });
