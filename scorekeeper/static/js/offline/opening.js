// Opening a table without a connection: a club, a game and its rules as this phone last knew them, and who sits there.

import { button, el } from "./dom.js";
import { keep } from "./keeping.js";
import { alternatives } from "./language.js";
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
    open(wish, openings.owner).then(({ id, problem }) => (problem ? tell(form, problem) : opened(id)));
  });
  chooseClub(wish, wish.club);
  redraw(form, wish, clubs);
  return [form];
}

function chooseClub(wish, club) {
  wish.club = club;
  chooseGame(wish, club.games.find((game) => hasPort(game.game) && game.sets.length) ?? club.games[0]);
}

function chooseGame(wish, game) {
  wish.game = game;
  wish.set = game.sets[0];
  const fewest = wish.set.sizes[0];
  while (wish.seats.length < fewest) wish.seats.push({});
}

function redraw(form, wish, clubs) {
  const again = () => redraw(form, wish, clubs);
  const { club, game, set } = wish;
  const playable = club.games.filter((one) => hasPort(one.game) && one.sets.length);
  form.replaceChildren(
    clubs.length > 1 ? picker(word("club"), clubs, club, (one) => one.name, (one) => (chooseClub(wish, one), again())) : el("p", { class: "muted" }, club.name || word("own_table")),
    picker(word("which_game"), playable, game, (one) => one.title, (one) => (chooseGame(wish, one), again())),
    picker(word("which_rules"), game.sets, set, (one) => one.label, (one) => ((wish.set = one), again()), "rules"),
    set.about ? el("p", { class: "small muted" }, set.about) : "",
    ...wish.seats.map((seat, place) => seatField(wish, seat, place)),
    el("datalist", { id: "known" }, club.players.map((player) => el("option", { value: player.name }))),
    wish.seats.length < MOST ? button(word("more_seats"), () => (wish.seats.push({}), again()), "btn quiet small") : "",
    field(word("table_name"), { value: wish.name, placeholder: game?.title ?? word("table"), "data-at": "name" }, (value) => (wish.name = value)),
    el("button", { class: "btn main big wide", type: "submit" }, word("open_it")),
  );
}

function picker(label, items, chosen, text, choose, at = "") {
  const select = el("select", { "data-at": at }, items.map((item, place) => el("option", { value: place, selected: item === chosen }, text(item))));
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
  return field(label, { list: "known", value: seat.name ?? "", "data-at": `seat-${place}` }, (value) => (seat.name = value));
}

/** Say what is wrong at the field that it is about. */
function tell(form, { at, words }) {
  for (const line of form.querySelectorAll("[data-problem]")) line.remove();
  for (const marked of form.querySelectorAll("[aria-invalid]")) {
    marked.removeAttribute("aria-invalid");
    marked.removeAttribute("aria-describedby");
    marked.closest(".field").classList.remove("bad");
  }
  const wrong = form.querySelector(`[data-at="${at}"]`);
  wrong.closest(".field").classList.add("bad");
  wrong.closest(".field").after(el("p", { class: "err", role: "alert", id: `${at}-err`, "data-problem": true }, words));
  wrong.setAttribute("aria-invalid", "true");
  wrong.setAttribute("aria-describedby", `${at}-err`);
  wrong.focus();
}

/** What is wrong with it, and at which field; nothing of a table that can be opened. */
function wrongWith({ set, seats, name }) {
  const names = seats.map((seat) => (seat.name ?? "").trim());
  const tooLong = (text) => [...text].length > LONGEST_NAME && word("name_too_long", { most: LONGEST_NAME });
  for (const [place, text] of names.entries()) {
    if (tooLong(text)) return { at: `seat-${place}`, words: tooLong(text) };
    const first = names.findIndex((other) => text && other.toLocaleLowerCase() === text.toLocaleLowerCase());
    if (text && first < place) return { at: `seat-${place}`, words: word("names_twice") };
  }
  if (!set.sizes.includes(names.filter(Boolean).length)) {
    const free = names.findIndex((text) => !text);
    return { at: `seat-${free < 0 ? names.length - 1 : free}`, words: word("sizes", { sizes: alternatives(set.sizes) }) };
  }
  return tooLong(name.trim()) ? { at: "name", words: tooLong(name.trim()) } : null;
}

/** Keep the opening and the table it makes: its `id` on this phone, or the `problem`. */
async function open(wish, reader) {
  const problem = wrongWith(wish);
  if (problem) return { problem };
  const { club, game, set, seats, name } = wish;
  const owner = club.club ? reader : DEVICE; // a table of nobody's club is kept by the phone
  const sitters = seats.map((seat) => (seat.name ?? "").trim()).filter(Boolean);
  const key = makeKey();
  const table = localTable(key, { club, game, set, sitters, name: name.trim() || usualName(club, game, sitters), owner });
  const port = await portOf(table);
  if (!port) return { problem: { at: "rules", words: word("old_port") } };
  table.state = port.start(set.rules, sitters.length);
  await change(["tables"], (store, ask) => ask(store("tables").put(table)));
  await keep({ key, kind: "open", table: key, owner, club: club.club, opening: letter(table, club, set, sitters, name.trim()) });
  return { id: key };
}

/** What a table is called that nobody named, as the server calls it, which hears of no name then: by its game, and one
 * of nobody's club by its people too. */
function usualName({ club }, { title }, sitters) {
  if (club) return title;
  const people = sitters.map((sitter) => sitter.split(/\s+/)[0]);
  for (let shown = people.length; shown > 0; shown -= 1) {
    const name = word("table_of", { game: title, people: people.slice(0, shown).join(", ") + (shown < people.length ? ", …" : "") });
    if ([...name].length <= LONGEST_NAME) return name;
  }
  return title;
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
  rules_name: set.label, // as a snapshot has it: in the language of the page
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
function letter(table, club, set, sitters, name) {
  const known = new Map(club.players.map((player) => [player.name.toLocaleLowerCase(), player.id]));
  const seats = sitters.map((sitter) => {
    const player = known.get(sitter.toLocaleLowerCase());
    return player ? { player } : { name: sitter };
  });
  // Without a connection nobody can be asked whether somebody sits at two tables.
  const place = club.club ? { elsewhere: true } : { time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone ?? "" };
  return { game: table.game, name, rules: set.rules, rules_name: set.name, seats, ...place };
}
