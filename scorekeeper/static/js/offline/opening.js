// Opening a table without a connection: a club, a game and its rules as this phone last knew them, and who sits there.

import { button, el } from "./dom.js";
import { keep } from "./keeping.js";
import { change, DEVICE } from "./outbox.js";
import { hasPort, portOf } from "./sheet.js";
import { makeKey, word } from "./words.js";

const MOST = 12; // seats
const LONGEST_NAME = 80;

/** The form of a new table; `opened(id)` is called with the table's id on this phone. */
export function openingPage(openings, opened) {
  const clubs = openings?.clubs ?? [];
  if (!clubs.length) return [el("p", { class: "note" }, word("no_openings"))];
  const wish = { club: clubs[0], game: null, set: null, seats: [{}, {}, {}], name: "" };
  const form = el("form", { class: "form opening offline-opening", novalidate: true });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    open(wish, openings.owner).then((problem) => (typeof problem === "string" ? tell(form, problem) : opened(problem.id)));
  });
  chooseClub(wish, wish.club);
  draw(form, wish, clubs);
  return [form];
}

function chooseClub(wish, club) {
  wish.club = club;
  chooseGame(wish, club.games.find((game) => hasPort(game.game) && game.sets.length) ?? club.games[0]);
}

function chooseGame(wish, game) {
  wish.game = game;
  wish.set = game.asks ? null : (game.sets[0] ?? null); // what tables differ in is chosen by those who play
  const fewest = game.sets[0]?.sizes[0] ?? 0;
  while (wish.seats.length < fewest) wish.seats.push({});
}

function draw(form, wish, clubs) {
  const again = () => draw(form, wish, clubs);
  const { club, game, set } = wish;
  const playable = club.games.filter((one) => hasPort(one.game) && one.sets.length);
  form.replaceChildren(
    clubs.length > 1 ? picker(word("club"), clubs, club, (one) => one.name, (one) => (chooseClub(wish, one), again())) : el("p", { class: "muted" }, club.name || word("own_table")),
    picker(word("which_game"), playable, game, (one) => one.title, (one) => (chooseGame(wish, one), again())),
    picker(word("which_rules"), set ? game.sets : [null, ...game.sets], set, (one) => one?.label ?? word("choose_rules"), (one) => ((wish.set = one), again())),
    set?.about ? el("p", { class: "small muted" }, set.about) : "",
    ...wish.seats.map((seat, place) => seatField(wish, seat, place)),
    el("datalist", { id: "known" }, club.players.map((player) => el("option", { value: player.name }))),
    wish.seats.length < MOST ? button(word("more_seats"), () => (wish.seats.push({}), again()), "btn quiet small") : "",
    field(word("table_name"), { value: wish.name, maxlength: 80, placeholder: word("table") }, (value) => (wish.name = value)),
    el("p", { class: "err", role: "alert", hidden: true, "data-problem": true }),
    el("button", { class: "btn main big wide", type: "submit" }, word("open_it")),
  );
}

function picker(label, items, chosen, text, choose) {
  const select = el("select", {}, items.map((item, place) => el("option", { value: place, selected: item === chosen }, text(item))));
  select.addEventListener("change", () => choose(items[Number(select.value)]));
  return el("label", { class: "field" }, el("span", { class: "label" }, label), select);
}

function field(label, attributes, change_) {
  const input = el("input", { autocomplete: "off", ...attributes });
  input.addEventListener("input", () => change_(input.value));
  return el("label", { class: "field" }, el("span", { class: "label" }, label), input);
}

function seatField(wish, seat, place) {
  const label = place ? word("seat_n", { number: place + 1 }) : word("seat_deals");
  return field(label, { list: "known", value: seat.name ?? "", maxlength: 80 }, (value) => (seat.name = value));
}

function tell(form, problem) {
  const line = form.querySelector("[data-problem]");
  line.textContent = problem;
  line.hidden = false;
}

/** Keep the opening and the table it makes; a sentence where something is wrong. */
async function open({ club, game, set, seats, name }, reader) {
  const owner = club.club ? reader : DEVICE; // a table of nobody's club is kept by the phone
  const sitters = seats.map((seat) => (seat.name ?? "").trim()).filter(Boolean);
  const folded = sitters.map((sitter) => sitter.toLocaleLowerCase());
  if (!set) return word("choose_rules");
  if (!set.sizes.includes(sitters.length)) return word("sizes", { sizes: set.sizes.join(", ") });
  if (new Set(folded).size < folded.length) return word("names_twice");
  const key = makeKey();
  const table = localTable(key, { club, game, set, sitters, name: name.trim() || usualName(club, game, sitters), owner });
  const port = await portOf(table);
  if (!port) return word("old_port");
  table.state = port.start(set.rules, sitters.length);
  await change(["tables"], (store, ask) => ask(store("tables").put(table)));
  await keep({ key, kind: "open", table: key, owner, club: club.club, opening: letter(table, club, set, sitters) });
  return { id: key };
}

/** What a table is called that nobody named, as the server calls it: one of nobody's club by its game and people. */
function usualName({ club }, { title }, sitters) {
  if (club) return word("table");
  return word("table_of", { game: title, people: sitters.map((sitter) => sitter.split(/\s+/)[0]).join(", ") }).slice(0, LONGEST_NAME);
}

/** The table as its snapshot will be, before the server knows it. */
const localTable = (key, { club, game, set, sitters, name, owner }) => ({
  ...game,
  sets: undefined,
  id: key,
  is_local: true,
  owner,
  club: club.club,
  club_name: club.name,
  ink: club.ink,
  name,
  rules: set.rules,
  rules_name: set.name,
  dealer: 0,
  next_number: 1,
  revision: 0,
  unit: set.rules.unit ?? "",
  decimals: set.rules.decimals ?? 0,
  takes_hands: true,
  may_record: true,
  may_keep: true,
  last: null,
  seats: sitters.map((sitter, number) => ({ number, name: sitter, is_active: true, tally: {} })),
  kept_at: new Date().toISOString(),
});

/** What the server is sent: a name of the club's book is that player. */
function letter(table, club, set, sitters) {
  const known = new Map(club.players.map((player) => [player.name.toLocaleLowerCase(), player.id]));
  const seats = sitters.map((sitter) => {
    const player = known.get(sitter.toLocaleLowerCase());
    return player ? { player } : { name: sitter };
  });
  // Without a connection nobody can be asked whether somebody sits at two tables.
  const place = club.club ? { elsewhere: true } : { time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone ?? "" };
  return { game: table.game, name: table.name, rules: set.rules, rules_name: set.name, seats, ...place };
}
