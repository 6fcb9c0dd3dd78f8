// The quick entry as data.

import { allOf, box, get, pgettext, group, has, listed, looks, number, reasonOf, seatName, text } from "../core.js";
import { isAt, problems } from "./reading.js";
import { REFUSALS } from "./refusals.js";
import { isSuit, RESULTS, SUITS } from "./values.js";

const ASKED_BEFORE_THE_RESULT = ["dealer", "trumps", "finished", "cards_left", "last_card", "top_card"];
const MISSING = [
  "trump_missing", "finished_required", "deal_unfinished", "cards_left_required", "card_pair_incomplete",
];

const ORDER = text(pgettext("svoi_kozyri", "Tap the players in the order they go out."));
const WINNER = text(pgettext("svoi_kozyri", "Tap the winner, or the draw."));

/** What to do while nothing is chosen. */
export function asks(draft, table) {
  if (trumpsOf(draft, table).includes(null)) return REFUSALS.trump_missing.message;
  return table.seats.length === 2 ? WINNER : ORDER;
}

/** The groups of the quick entry: what is asked now of this draft. Trumps that stay as last time are folded. */
export function screen(draft, rules, table) {
  const { seats } = table;
  const trumps = trumpsOf(draft, table);
  const last = new Map(table.state.trumps);
  const stay = seats.every((seat, place) => last.get(seat) === trumps[place]);
  const fold = {
    title: text(
      stay ? pgettext("svoi_kozyri", "Trumps as last time: change them") : pgettext("svoi_kozyri", "The trumps of this deal"),
    ),
    style: "trumps",
    isOpen: !stay,
  };
  const suits = seats.map((seat, place) => looks(suitGroup(place, trumps, seats), { fold }));
  const entry = { ...draft, kind: "deal", trumps };
  const ends = seats.length === 2 ? [endGroup(entry, rules, table)] : orderGroups(entry, rules, table);
  const groups = [...ends, cardsGroup(draft, rules)].map((one) => withTrumps(one, trumps));
  return [...suits, ...groups];
}

/** As said; else as last time, unless somebody has that suit now. Of four players the last has the only suit left. */
function trumpsOf(draft, { seats, state }) {
  const [said, last] = [listed(draft, "trumps"), new Map(state.trumps)];
  const trumps = seats.map((_seat, place) => (isSuit(said[place]) ? said[place] : null));
  seats.forEach((seat, place) => {
    if (trumps[place] === null && !trumps.includes(last.get(seat))) trumps[place] = last.get(seat) ?? null;
  });
  const free = SUITS.filter((suit) => !trumps.includes(suit));
  const isClear = seats.length === SUITS.length && free.length === 1;
  return isClear ? trumps.map((suit) => suit ?? free[0]) : trumps;
}

/** What is tapped takes the trumps along that were only remembered. */
const withTrumps = ({ items, ...asked }, trumps) => ({
  ...asked,
  items: items.map((item) => (item.set ? { ...item, set: { kind: "deal", trumps, ...item.set } } : item)),
});

const SUIT_NAMES = {
  clubs: pgettext("svoi_kozyri", "clubs"),
  diamonds: pgettext("svoi_kozyri", "diamonds"),
  hearts: pgettext("svoi_kozyri", "hearts"),
  spades: pgettext("svoi_kozyri", "spades"),
};

/** The suit of another player is taken in exchange for one's own, so only who has none yet cannot have it. */
function suitGroup(place, trumps, seats) {
  const own = trumps[place];
  const items = SUITS.map((suit) => {
    const [chosen, holder] = [suit === own, seats[trumps.indexOf(suit)]];
    const taken = text(pgettext("svoi_kozyri", "This is the trump of {seat}. Change that one first."), { seat: seatName(holder) });
    const after = trumps.map((had) => (had === suit ? own : had));
    after[place] = chosen ? null : suit;
    const why = own === null && holder !== undefined ? taken : null;
    return looks({ ...box(text(SUIT_NAMES[suit]), { kind: "deal", trumps: after }, {}, why), chosen }, { suit });
  });
  const name = seatName(seats[place]);
  return looks(group(text(pgettext("svoi_kozyri", "Trump of {name}"), { name }), items), { side: name, boxes: "c4" });
}

/** Those who went out, in their order; what makes no sense is looked past. */
const outOf = (draft, seats) =>
  [...new Set(listed(draft, "finished").filter((seat) => isAt(seats, seat)))].slice(0, seats.length - 1);

function whyNotEnd(draft, result, rules, table) {
  const asked = ASKED_BEFORE_THE_RESULT.filter((name) => has(draft, name)).map((name) => [name, draft[name]]);
  const before = { kind: "deal", ...Object.fromEntries(asked) };
  const known = problems(before, rules, table);
  return reasonOf(problems({ ...before, result }, rules, table), known, MISSING);
}

/** At a table of two: who went out, and how it ended. Tapped again, nothing is said. */
function endGroup(draft, rules, table) {
  const labels = { loss: pgettext("svoi_kozyri", "{seat} has won"), draw: pgettext("svoi_kozyri", "{seat} is out, and it is a draw") };
  const items = RESULTS.flatMap((result) =>
    table.seats.map((seat) => {
      const chosen = get(draft, "result") === result && outOf(draft, table.seats)[0] === seat;
      const set = chosen ? { finished: [], result: null } : { finished: [seat], result };
      const why = whyNotEnd({ ...draft, finished: [seat] }, result, rules, table);
      const made = { ...box(text(labels[result], { seat: seatName(seat) }), set, draft, why), chosen };
      return looks(made, result === "loss" ? wonLook(draft, seat, table) : drawLook(seat));
    }));
  return looks(group(HOW_ENDED, items), { boxes: "c2 ends", isSilent: true });
}

const HOW_ENDED = text(pgettext("svoi_kozyri", "How did it end?"));
const WAS_OUT = pgettext("svoi_kozyri", "{name} was out");

const wonLook = (draft, seat, { seats }) => ({
  seat, big: true, hasTotal: true, trump: draft.trumps[seats.indexOf(seat)], result: text(pgettext("svoi_kozyri", "has won")),
});
const drawLook = (seat) => ({
  label: text(pgettext("svoi_kozyri", "Draw")), under: text(WAS_OUT, { name: seatName(seat) }),
});

/** Three or four players, tapped as they go out; then how it ended. */
function orderGroups(draft, rules, table) {
  const out = outOf(draft, table.seats);
  const left = table.seats.filter((seat) => !out.includes(seat));
  const isClear = left.length === 1;
  const order = table.seats.map((seat, place) => {
    const made = isClear && seat === left[0] ? leftBox(seat, draft, rules, table) : outBox(seat, out, draft);
    return looks(made, { seat, hasTotal: !made.look, trump: draft.trumps[place] });
  });
  const ends = isClear ? resultBoxes(draft, [out[out.length - 1], left[0]], rules, table) : TO_COME;
  const size = table.seats.length;
  return [
    looks(group(text(pgettext("svoi_kozyri", "Who goes out?")), order), { boxes: `c${size} outs`, big: true, isSilent: true }),
    looks(group(HOW_ENDED, ends), { boxes: "c2 results", big: true, isSilent: true }),
  ];
}

/** How it can end, before it is known who is left. */
const TO_COME = [pgettext("svoi_kozyri", "The last one has lost"), pgettext("svoi_kozyri", "A draw of the last two")].map(
  (label) => ({ ...box(text(label), {}, {}, ORDER), chosen: false }));

/** The one who is left has lost, by a tap. */
function leftBox(seat, draft, rules, table) {
  const made = box(seatName(seat), { result: "loss" }, {}, whyNotEnd(draft, "loss", rules, table));
  return looks(made, { under: text(pgettext("svoi_kozyri: with cards", "left")), style: "left" });
}

/** Who is out comes back in with all who went out later. */
function outBox(seat, out, draft) {
  const chosen = out.includes(seat);
  const set = chosen ? { finished: out.slice(0, out.indexOf(seat)), result: null } : { finished: [...out, seat] };
  const place = chosen && text(PLACES[out.indexOf(seat)]);
  const label = chosen ? text("{seat}: {place}", { seat: seatName(seat), place }) : seatName(seat);
  const made = { ...box(label, set, draft), chosen };
  return chosen ? looks(made, { under: place }) : made;
}

const PLACES = [pgettext("svoi_kozyri", "1st out"), pgettext("svoi_kozyri", "2nd out"), pgettext("svoi_kozyri", "3rd out")];

function resultBoxes(draft, lastTwo, rules, table) {
  const labels = {
    loss: text(pgettext("svoi_kozyri", "{seat} has lost"), { seat: seatName(lastTwo[1]) }),
    draw: text(pgettext("svoi_kozyri", "{seats} draw"), { seats: allOf(lastTwo) }),
  };
  return RESULTS.map((result) => box(labels[result], { result }, draft, whyNotEnd(draft, result, rules, table)));
}

function cardsGroup(draft, { mode }) {
  const title = mode === "cards_left" ? pgettext("svoi_kozyri", "Cards left") : pgettext("svoi_kozyri", "Cards left, if you count them");
  const cards = group(text(title), [number(text(pgettext("svoi_kozyri", "Cards left")), ["cards_left"], draft)]);
  return looks(cards, mode === "cards_left" ? { isSilent: true } : { fold: { title: text(title) }, isSilent: true });
}
