"""A knock-out over several tables: where all sit at the start, who moves when somebody is out, and who ends where (the
shared specification of pairing, section 10).

Seats are counted from 0, clockwise. Everything here is between two hands: a table tells which seat deals the next one.
Every draw is by a seed, and the same seed draws the same.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final, Literal, TypeVar

from scorekeeper.pairing.drawing import shuffled
from scorekeeper.pairing.keys import Entrant

# Tables of a knock-out: how many there are, which is broken, how many move (section 10 of the shared specification of
# pairing, after the rules 8 to 11 of the Poker Tournament Directors Association, 2024).


@dataclass(frozen=True, slots=True)
class Balance:
    """What is to be done after a knock-out. Tables are counted from 1: those that are `broken`, how many sit at each
    of the others afterwards, and how many people have to move for that, which are as few as can be."""

    broken: tuple[int, ...]
    target: Mapping[int, int]
    moves: int


def table_counts(people: int, most: int) -> tuple[int, ...]:
    """How many sit at each table at the start, the larger ones first: as few tables as hold all, even but for one.

    Raises:
        ValueError: nobody to seat, or no seats.
    """
    if people < 1 or most < 1:
        raise ValueError("a table needs somebody and a seat")
    tables = -(-people // most)
    return tuple(people // tables + (nth < people % tables) for nth in range(tables))


def in_order(sizes: Sequence[int], order: Sequence[int] = ()) -> list[int]:
    """All tables, counted from 1, in the order in which they are broken: those that were named before, then the
    smallest, of equal ones that with the highest number."""
    smallest = sorted(range(1, len(sizes) + 1), key=lambda table: (sizes[table - 1], -table))
    return list(dict.fromkeys([*(table for table in order if 0 < table <= len(sizes)), *smallest]))


def rebalanced(sizes: Sequence[int], most: int, order: Sequence[int] = ()) -> Balance:
    """What these tables should become: fewer where fewer hold all, and even but for one.

    Tables are broken in the order that was fixed before, then the smallest, of equal ones that with the highest number;
    the larger of the new sizes go to the tables that are larger now.

    Raises:
        ValueError: nobody is left, no seats, or a table without a size.
    """
    if any(size < 0 for size in sizes):
        raise ValueError("a table can't have fewer than nobody")
    counts = table_counts(sum(sizes), most)
    broken = in_order(sizes, order)[: len(sizes) - len(counts)]
    by_size = sorted(range(1, len(sizes) + 1), key=lambda table: (-sizes[table - 1], table))
    stay = [table for table in by_size if table not in broken]
    target = dict(zip(stay, counts, strict=False))
    moved = sum(max(0, sizes[table - 1] - many) for table, many in target.items())
    return Balance(
        broken=tuple(sorted(broken)),
        target=dict(sorted(target.items())),
        moves=moved + sum(sizes[table - 1] for table in broken),
    )


# Draw tables so that nobody sits with whom they are kept apart from: by chance, anew as long as somebody does.

DRAWS: Final = 1_000
"""How often it is drawn at most: the draw with the fewest together counts."""

T = TypeVar("T")


def drawn_apart(
    draw: Callable[[], T], tables: Callable[[T], Mapping[Entrant, int]], apart: Collection[frozenset[Entrant]]
) -> T:
    """The first draw that puts no pair at one table ({who: their table}), or of all that were made the first with the
    fewest; without pairs just the first."""
    best = draw()
    fewest = together(tables(best), apart) if apart else 0
    for _draw in range(DRAWS - 1):
        if not fewest:
            break
        drawn = draw()
        found = together(tables(drawn), apart)
        if found < fewest:
            best, fewest = drawn, found
    return best


def together(tables: Mapping[Entrant, int], apart: Collection[frozenset[Entrant]]) -> int:
    """How many of the pairs sit at one table."""
    return sum(pair <= tables.keys() and len({tables[who] for who in pair}) == 1 for pair in apart)


SHORT = 3
"""A table with so many fewer than the largest waits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """How many a table seats at most; from which difference in size on somebody moves; whether there are blinds, where
    the big one decides who moves and where to, else it is the deal; which tables are broken first, if that is fixed.
    `apart` are pairs that draws of seats do not put at one table, as far as they can."""

    most: int
    gap: int = 2
    has_blinds: bool = False
    order: Sequence[int] = ()
    apart: frozenset[frozenset[Entrant]] = frozenset()


@dataclass(frozen=True, slots=True)
class Table:
    """Who sits where, and the seat that deals next: somebody's, as long as anybody is there."""

    number: int
    seats: Mapping[int, Entrant]
    deals_next: int = 0

    def __len__(self) -> int:
        return len(self.seats)

    def turns(self, after: int = 0) -> list[int]:
        """The seats of those who are here, clockwise from the one that deals next, leaving out the first few."""
        seats = sorted(self.seats, key=lambda seat: (seat < self.deals_next, seat))
        return [*seats[after:], *seats[:after]]


@dataclass(frozen=True, slots=True)
class State:
    """The tables that are left, and how often each has had to change tables."""

    tables: tuple[Table, ...]
    moved: Mapping[Entrant, int] = field(default_factory=dict)

    @property
    def left(self) -> int:
        return sum(map(len, self.tables))


@dataclass(frozen=True, slots=True)
class Spot:
    table: int
    seat: int


@dataclass(frozen=True, slots=True)
class Why:
    """What makes somebody move, and to just this seat.

    `kind`: their table is broken ("break"), the tables are uneven ("balance"), or all who are left sit down together
    ("final"). `sizes` are those of the table they leave and of the one they go to, before that; `left` is how many
    still play, on `tables` tables afterwards. Of a balance, `turn` says what they would have been next, `passed` who
    would have been so before them, but has changed tables more often. The seat is "drawn", or the one that
    "deals_last", pays the "big_blind" next, or, where no other is open, the "small_blind".
    """

    kind: Literal["break", "balance", "final"]
    left: int
    tables: int
    sizes: tuple[int, int]
    seat: Literal["drawn", "deals_last", "big_blind", "small_blind"] = "drawn"
    turn: Literal["", "dealer", "big_blind"] = ""
    passed: tuple[Entrant, ...] = ()


@dataclass(frozen=True, slots=True)
class Move:
    who: Entrant
    start: Spot
    end: Spot
    why: Why


def started(entrants: Collection[Entrant], terms: Terms, seed: int) -> State:
    """The tables of the start: as few as hold all, even but for one, everybody's seat drawn, anew as long as somebody
    sits with whom they are kept apart from; seat 0 deals first.

    Raises:
        ValueError: nobody, somebody twice, or no seats.
    """
    if len(set(entrants)) < len(entrants):
        raise ValueError("somebody is entered twice")
    counts, chance = table_counts(len(entrants), terms.most), Random(f"{seed}:start")  # noqa: S311 to be drawn again
    numbers = [number for number, many in enumerate(counts, 1) for _seat in range(many)]
    in_order = drawn_apart(
        lambda: shuffled(sorted(entrants), chance),
        lambda drawn: dict(zip(drawn, numbers, strict=True)),
        terms.apart if len(counts) > 1 else (),
    )
    drawn = iter(in_order)
    return State(
        tuple(Table(number, {seat: next(drawn) for seat in range(many)}) for number, many in enumerate(counts, 1))
    )


def joined(state: State, who: Entrant, terms: Terms, seed: int) -> State:
    """Somebody comes late, or again: to the smallest table, of equal ones to one without whom they are kept apart from,
    on an open seat that is drawn. Where none is open they begin a new table, which fills when the tables are settled.

    Raises:
        ValueError: they sit somewhere already.
    """
    if any(who in table.seats.values() for table in state.tables):
        raise ValueError("they have a seat already")
    smallest = min(state.tables, key=lambda table: _rank(table, who, terms), default=None)
    if smallest is None or not (open_seats := _open(smallest, terms)):
        new = Table(max((table.number for table in state.tables), default=0) + 1, {0: who})
        return _with(state, *state.tables, new)
    seat = shuffled(open_seats, Random(f"{seed}:joined"))[0]  # noqa: S311
    return _with(state, *(_sat(table, seat, who) if table is smallest else table for table in state.tables))


def dealt(state: State, number: int) -> State:
    """A hand is over at this table: the next seat deals."""
    return _with(state, *(_dealing(table, 1) if table.number == number else table for table in state.tables))


def without(state: State, out: Collection[Entrant]) -> State:
    """These are out. If one of them was to deal, the next one does."""
    gone = set(out)
    there = (table if gone.isdisjoint(table.seats.values()) else _leaving(table, gone) for table in state.tables)
    return _with(state, *there)


def dealing(state: State, seats: Mapping[int, int]) -> State:
    """It was seen which seat deals next at these tables: {table: seat}. A seat where nobody sits leaves it to the next
    one."""
    tables = (replace(table, deals_next=seats.get(table.number, table.deals_next)) for table in state.tables)
    return _with(state, *(_dealing(table, 0) for table in tables))


def sat(state: State, who: Entrant, spot: Spot) -> State:
    """Somebody sits down on a seat that is open; a table that is not there begins with them."""
    if all(table.number != spot.table for table in state.tables):
        new = Table(spot.table, {spot.seat: who}, spot.seat)
        return _with(state, *sorted((*state.tables, new), key=lambda table: table.number))
    tables = (_sat(table, spot.seat, who) if table.number == spot.table else table for table in state.tables)
    return _with(state, *tables)


def arranged(state: State, moves: Sequence[Move]) -> State:
    """Where all sit once these have moved; at a table where all sit down anew seat 0 deals first. Tables where nobody
    is left are gone."""
    if moves and moves[0].why.kind == "final":
        table = Table(moves[0].end.table, {move.end.seat: move.who for move in moves})
        return State((table,), state.moved)
    for move in moves:
        state = _moved(state, move)
    return _with(state, *(table for table in state.tables if table.seats))


def waiting(state: State) -> tuple[int, ...]:
    """The tables that must not go on before somebody has come: those that are three or more short."""
    largest = max(map(len, state.tables), default=0)
    return tuple(table.number for table in state.tables if largest - len(table) >= SHORT)


def settled(state: State, terms: Terms, seed: int) -> tuple[State, tuple[Move, ...]]:
    """Where all sit after what has become due, and who moves for that, one after the other.

    Tables where nobody is left are gone. Where one table holds all, everybody's seat is drawn again. Else where fewer
    tables hold all, tables are broken and their players draw the open seats; then from the largest to the smallest one
    moves at a time, until the difference is less than allowed.

    Raises:
        ValueError: nobody is left, somebody sits twice or on a seat that is not there, or a difference of less than 2.
    """
    _check(state, terms)
    state = _with(state, *(table for table in state.tables if table.seats))
    chance = Random(f"{seed}:moves")  # noqa: S311 a draw is to be drawn again
    if state.left <= terms.most:
        return _final(state, chance) if len(state.tables) > 1 else (state, ())
    state, broken = _broken(state, terms, chance)
    moves = list(broken)
    while (move := _next_balance(state, terms)) is not None:
        state = _moved(state, move)
        moves.append(move)
    return state, tuple(moves)


def _check(state: State, terms: Terms) -> None:
    sitting = [who for table in state.tables for who in table.seats.values()]
    if not sitting or len(set(sitting)) < len(sitting):
        raise ValueError("nobody is left, or somebody sits twice")
    if len({table.number for table in state.tables}) < len(state.tables):
        raise ValueError("two tables have one number")
    if any(not 0 <= seat < terms.most for table in state.tables for seat in table.seats):
        raise ValueError("somebody sits on a seat that is not there")
    if terms.gap < 2:
        raise ValueError("tables can't always be even: the difference is 2 at least")


def _final(state: State, chance: Random) -> tuple[State, tuple[Move, ...]]:
    """All at one table, the one with the lowest number; seat 0 deals first."""
    number = min(table.number for table in state.tables)
    drawn = shuffled([spot for spot, _who in _sitting(state)], chance)
    who_of = dict(_sitting(state))
    size_of = {table.number: len(table) for table in state.tables}
    moves = [
        Move(who_of[spot], spot, Spot(number, seat), Why("final", state.left, 1, (size_of[spot.table], state.left)))
        for seat, spot in enumerate(drawn)
    ]
    table = Table(number, {move.end.seat: move.who for move in moves})
    return State((table,), state.moved), tuple(moves)


def _sitting(state: State) -> Iterator[tuple[Spot, Entrant]]:
    for table in state.tables:
        for seat in sorted(table.seats):
            yield Spot(table.number, seat), table.seats[seat]


def _order(state: State, terms: Terms) -> list[int]:
    """The tables that are broken first, as places among those that are left, from 1."""
    numbers = [table.number for table in state.tables]
    return [numbers.index(number) + 1 for number in terms.order if number in numbers]


def _broken(state: State, terms: Terms, chance: Random) -> tuple[State, list[Move]]:
    """Without the tables that are not needed. Their players draw first the table, then the seat."""
    numbers = [table.number for table in state.tables]
    sizes_now = [len(table) for table in state.tables]
    gone = {numbers[nth - 1] for nth in rebalanced(sizes_now, terms.most, _order(state, terms)).broken}
    people = [(spot, who) for spot, who in _sitting(state) if spot.table in gone]
    size_of = {table.number: len(table) for table in state.tables}
    stay = State(tuple(table for table in state.tables if table.number not in gone), state.moved)
    places, sitting = _open_places(stay, len(people)), {who: spot.table for spot, who in _sitting(stay)}
    drawn = drawn_apart(
        lambda: shuffled(places, chance),
        lambda numbers: sitting | {who: number for (_spot, who), number in zip(people, numbers, strict=True)},
        terms.apart if len(stay.tables) > 1 else (),
    )
    open_seats = {table.number: shuffled(_open(table, terms), chance) for table in stay.tables}
    moves = []
    for (spot, who), number in zip(people, drawn, strict=True):
        sizes = size_of[spot.table], len(_table(stay, number))
        why = Why("break", state.left, len(stay.tables), sizes)
        moves.append(Move(who, spot, Spot(number, open_seats[number].pop()), why))
        stay = _moved(stay, moves[-1])
    return stay, moves


def _open_places(state: State, many: int) -> list[int]:
    """The tables that so many go to, each as often as it gets somebody: always the smallest one, the lowest number of
    equal ones."""
    sizes = {table.number: len(table) for table in state.tables}
    found = []
    for _place in range(many):
        number = min(sizes, key=lambda number: (sizes[number], number))
        sizes[number] += 1
        found.append(number)
    return found


def _next_balance(state: State, terms: Terms) -> Move | None:
    """The next one who moves from the largest table (of equal ones the highest number) to the smallest (of equal ones
    one without whom they are kept apart from, then the lowest number)."""
    large = max(state.tables, key=lambda table: (len(table), table.number))
    if len(large) - min(map(len, state.tables)) < terms.gap:
        return None
    turns = large.turns(_big_blind(large) if terms.has_blinds else 0)
    fewest = min(state.moved.get(large.seats[seat], 0) for seat in turns)
    nth, seat = next((nth, seat) for nth, seat in enumerate(turns) if state.moved.get(large.seats[seat], 0) == fewest)
    who = large.seats[seat]
    small = min(state.tables, key=lambda table: _rank(table, who, terms))
    to, position = _worst(small, terms)
    why = Why(
        "balance",
        state.left,
        len(state.tables),
        (len(large), len(small)),
        seat=position,
        turn="big_blind" if terms.has_blinds else "dealer",
        passed=tuple(large.seats[before] for before in turns[:nth]),
    )
    return Move(who, Spot(large.number, seat), Spot(small.number, to), why)


def _rank(table: Table, who: Entrant, terms: Terms) -> tuple[int, bool, int]:
    """What tables are sorted by for somebody who comes to one of them, the one they go to first."""
    return len(table), any(frozenset((who, other)) in terms.apart for other in table.seats.values()), table.number


def _big_blind(table: Table) -> int:
    """How many turns after the dealer the big blind comes; between two the dealer pays the small one."""
    return min(2, len(table) - 1)


def _worst(table: Table, terms: Terms) -> tuple[int, Literal["deals_last", "big_blind", "small_blind"]]:
    """The open seat that is worst to get: the one that deals last, or that pays the big blind next without paying the
    small one first."""
    clockwise = [(table.deals_next + step) % terms.most for step in range(terms.most)]
    open_seats = [seat for seat in clockwise if seat not in table.seats]
    if not terms.has_blinds:
        return open_seats[-1], "deals_last"
    small = clockwise.index(table.turns()[min(1, len(table) - 1)]) if len(table) > 1 else 0
    behind = [seat for seat in open_seats if clockwise.index(seat) > small]
    return (behind[0], "big_blind") if behind else (open_seats[0], "small_blind")


def _open(table: Table, terms: Terms) -> list[int]:
    return [seat for seat in range(terms.most) if seat not in table.seats]


def _moved(state: State, move: Move) -> State:
    """After this move; a table that is left keeps who is to deal, or the next one does."""
    tables = [_leaving(table, (move.who,)) for table in state.tables]
    arrived = [_sat(table, move.end.seat, move.who) if table.number == move.end.table else table for table in tables]
    return State(tuple(arrived), {**state.moved, move.who: state.moved.get(move.who, 0) + 1})


def _sat(table: Table, seat: int, who: Entrant) -> Table:
    return replace(table, seats={**table.seats, seat: who})


def _leaving(table: Table, out: Collection[Entrant]) -> Table:
    seats = {seat: who for seat, who in table.seats.items() if who not in out}
    left = replace(table, seats=seats)
    return replace(left, deals_next=next(iter(left.turns()), left.deals_next))


def _dealing(table: Table, after: int) -> Table:
    return replace(table, deals_next=next(iter(table.turns(after)), table.deals_next))


def _with(state: State, *tables: Table) -> State:
    return replace(state, tables=tables)


def _table(state: State, number: int) -> Table:
    return next(table for table in state.tables if table.number == number)


@dataclass(frozen=True, slots=True)
class Out:
    """Somebody who is out: at which table, and with how many chips they began the hand."""

    who: Entrant
    table: int
    stack: int


def places(entrants: int, waves: Sequence[Collection[Out]]) -> dict[Entrant, int]:
    """The place of each who is out. A wave are those who went out in the same hand, earliest first.

    Of those at one table who had more is before who had less. Of different tables the best ones share their place,
    then the next ones; whoever shares gets the upper number, as do equal stacks.

    Raises:
        ValueError: somebody is out twice, or more than there are.
    """
    gone = [out.who for wave in waves for out in wave]
    if len(set(gone)) < len(gone) or len(gone) > entrants:
        raise ValueError("somebody is out twice, or more are out than there were")
    found: dict[Entrant, int] = {}
    left = entrants
    for wave in waves:
        left -= len(wave)
        level = {out.who: _level(out, wave) for out in wave}
        for out in wave:
            found[out.who] = left + 1 + sum(other < level[out.who] for other in level.values())
    return found


def _level(out: Out, wave: Collection[Out]) -> int:
    """How many larger stacks went out beside theirs."""
    return len({other.stack for other in wave if other.table == out.table and other.stack > out.stack})
