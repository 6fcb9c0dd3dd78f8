"""A list of entries from a spreadsheet or typed line by line: read, looked at in a dry run, entered as a whole."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.selectors import similar
from scorekeeper.common.errors import Refused, require
from scorekeeper.common.names import name_key, tidied
from scorekeeper.play.opening.services import Sitter
from scorekeeper.spreadsheets.cells import is_person, uncounted, whole
from scorekeeper.spreadsheets.reading import Reading, Wanted, read
from scorekeeper.spreadsheets.texts import Unreadable
from scorekeeper.tournaments.acting import refused, role_at
from scorekeeper.tournaments.entries.records import EntrantChange, EntryText
from scorekeeper.tournaments.entries.services import EntryWanted, change_entrant, enter_several, entered_together
from scorekeeper.tournaments.models import Entrant, Tournament
from scorekeeper.tournaments.policies import can_desk

MOST_LINES: Final = 400
MOST_ASKED: Final = 60  # new names that are compared with the book
NAMES: Final = ("name", "first", "last")
COLUMNS: Final[Mapping[str, Wanted]] = {
    Tournament.Of.PLAYERS: Wanted(
        (*NAMES, "origin", "rating"), needs=NAMES, in_order=("name", "origin", "rating"),
    ),
    Tournament.Of.PAIRS: Wanted(
        (*NAMES, "first_of_two", "partner", "partner_first", "partner_last", "team", "origin", "rating"),
        needs=(*NAMES, "first_of_two"),
        in_order=("name", "partner", "origin", "rating"),
    ),
    Tournament.Of.TEAMS: Wanted(
        ("team", *NAMES, "origin", "rating"), needs=NAMES, in_order=("team", "name", "origin", "rating"),
    ),
}  # fmt: skip
NO_NUMBER = Text(gettext_noop("The rating is not a whole number."))
TWICE = Text(gettext_noop("This name is in the list twice."))
NO_PERSON = gettext_noop("“{text}” is not a person’s name.")
TWO_KNOWN = Text(gettext_noop("Several people in the club have this name. Enter this person by a tap."))


@dataclass(frozen=True, slots=True)
class Changed:
    """What a list says otherwise of somebody who has entered: `origin` or `rating`, as it is and as it becomes."""

    name: str
    before: str
    after: str


@dataclass(slots=True)
class ListLine:
    """An entrant of the list: the line where it begins, the names as they stand there, those that are in the book
    (`known`), new names that are much like one there (`alike`), what is wrong, and, once that was looked at, whether
    just these people have entered already (as `entered`), what of them the list says otherwise, and whether the entrant
    goes on the waiting list."""

    number: int
    names: list[str]
    team: str = ""
    origin: str = ""
    rating: str = ""
    known: set[str] = field(default_factory=set)
    alike: dict[str, str] = field(default_factory=dict)
    problems: list[Text] = field(default_factory=list)
    entered: Entrant | None = None
    changes: list[Changed] = field(default_factory=list)
    waits: bool = False

    @property
    def has_entered(self) -> bool:
        return self.entered is not None

    @property
    def new(self) -> list[str]:
        """The names that become guests."""
        return [name for name in self.names if name not in self.known]


def lines_of(tournament: Tournament, reading: Reading) -> list[ListLine]:
    """The entrants that the lines of a list name; players of one team follow under its name, or below it without.

    Raises:
        Refused: `list_long`, at the field "text".
    """
    if len(reading.rows) > MOST_LINES:
        raise refused("list_long", "text", gettext_noop("At most {most} lines at once."), most=MOST_LINES)
    found: list[ListLine] = []
    teams: dict[str, ListLine] = {}
    above = ""
    for row in reading.rows:
        cells = {name: row[place] for name, place in reading.columns.places.items()}
        names = [name for name in (reading.person(row), reading.partner(row)) if name]
        team = uncounted(cells.get("team", ""))
        if tournament.of == Tournament.Of.TEAMS:
            team = above = team or above
        key = name_key(team) if tournament.of == Tournament.Of.TEAMS else ""
        if key and key in teams:
            teams[key].names += names
            teams[key].problems += _no_persons(names)
            continue
        line = ListLine(row.number, names, team, cells.get("origin", ""), cells.get("rating", ""))
        line.problems += _no_persons(names)
        found.append(line)
        if key:
            teams[key] = line
    return found


@dataclass(frozen=True, slots=True)
class EnteredList:
    """What a list that was sent as text has come to: `made` are those who have entered, nobody where it was `dry`;
    `is_whole` says whether every line can be entered."""

    tournament: Tournament
    reading: Reading
    lines: Sequence[ListLine]
    made: Sequence[Entrant]
    is_whole: bool
    dry: bool


def enter_text(asked: EntryText, *, tournament_id: UUID, by: User, now: datetime) -> EnteredList:
    """Enter all of a list, or with `dry` say what would happen.

    Raises:
        Conflict: as `enter_list`. PermissionDenied: not a scorer.
        Refused: `list_unreadable`, `list_long`, as `enter_list`; unless it is a dry run also `list_wrong`, and
            `line_wrong` at each line, counted from 1 as an editor does, that cannot be entered.
    """
    tournament = Tournament.objects.select_related("club").get(pk=tournament_id)
    require(can_desk(role_at(by, tournament)))
    try:
        reading = read(asked.text.encode(), COLUMNS[tournament.of])
    except Unreadable as unreadable:
        raise Refused([Problem("list_unreadable", "text", unreadable.message)]) from None
    lines = lines_of(tournament, reading)
    try:
        made = enter_list(tournament_id=tournament_id, by=by, lines=lines, now=now, dry=asked.dry)
    except Refused as refusal:
        if asked.dry:
            return EnteredList(tournament, reading, lines, (), is_whole=False, dry=True)
        wrong = [Problem("line_wrong", f"text.{line.number}", problem) for line in lines for problem in line.problems]
        raise Refused([*refusal.problems, *wrong]) from None
    return EnteredList(tournament, reading, lines, () if asked.dry else made, is_whole=True, dry=asked.dry)


@transaction.atomic
def enter_list(*, tournament_id: UUID, by: User, lines: Sequence[ListLine], now: datetime, dry: bool) -> list[Entrant]:
    """Enter all who have not entered yet, or nobody; `dry` does the same and writes nothing. What is wrong stands at
    each line. A list that has grown may be sent again: who has entered stays, with the club and the rating that the
    list says now; what it leaves empty stays as it is.

    Raises:
        Conflict: as `enter_several`.
        PermissionDenied: not a scorer.
        Refused: `list_wrong`: some line cannot be entered; as `change_entrant`.
    """
    tournament = Tournament.objects.select_related("club").get(pk=tournament_id)
    wanted = _wanted(tournament.club, lines)
    entered = entered_together(tournament)
    for line, entry in zip(lines, wanted, strict=True):
        people = frozenset(sitter.player_id for sitter in entry.who if sitter.player_id)
        if not line.problems and len(people) == len(entry.who):
            line.entered = entered.get(people)
        line.changes = _changes(line.entered, entry) if line.entered else []
    changed = [line for line in lines if line.changes]
    coming = [(line, entry) for line, entry in zip(lines, wanted, strict=True) if not line.has_entered]
    made: list[Entrant] = []
    try:
        with transaction.atomic():
            if coming or not changed:
                several = [entry for _line, entry in coming]
                made = enter_several(tournament_id=tournament_id, by=by, several=several, now=now)
            _change(changed, by, now)
            if dry:
                transaction.set_rollback(True)
    except Refused as error:
        for problem in error.problems:
            place = problem.field.partition(".")[0]
            if not place.isdecimal():
                continue  # of a change: it stands at its line
            line, _entry = coming[int(place)]
            if not (problem.code == "entered_already" and TWICE in line.problems):  # with the line before it alone
                line.problems.append(problem.message)
    if any(line.problems for line in lines):
        text = Text(gettext_noop("Some lines cannot be entered. Correct them first."))
        raise Refused([Problem("list_wrong", "text", text)])
    for (line, _entry), entrant in zip(coming, made, strict=True):
        line.waits = entrant.state == Entrant.State.WAITING
    return made


def _changes(entrant: Entrant, entry: EntryWanted) -> list[Changed]:
    """What a line says otherwise of an entrant."""
    found = []
    if entry.origin.strip() and tidied(entry.origin) != entrant.origin:
        found.append(Changed("origin", entrant.origin, tidied(entry.origin)))
    if entry.rating is not None and entry.rating != entrant.rating:
        before = "" if entrant.rating is None else str(entrant.rating)
        found.append(Changed("rating", before, str(entry.rating)))
    return found


def _change(lines: Iterable[ListLine], by: User, now: datetime) -> None:
    """Let those who have entered be as their lines say. Raises Refused, with each problem at its line."""
    problems: list[Problem] = []
    for line in lines:
        entrant, changes = line.entered, {change.name: change.after for change in line.changes}
        if entrant is None:
            continue
        try:
            change = EntrantChange.read(changes | ({"rating": int(changes["rating"])} if "rating" in changes else {}))
            change_entrant(change, entrant_id=entrant.pk, by=by, now=now)
        except Refused as error:
            line.problems += [problem.message for problem in error.problems]
            problems += error.problems
    if problems:
        raise Refused(problems)


def _wanted(club: Club, lines: Sequence[ListLine]) -> list[EntryWanted]:
    """What each line asks for, with the people of the book by their names."""
    book: dict[str, list[Player]] = defaultdict(list)
    for player in Player.objects.people().filter(club=club, retired_at=None):
        book[player.own_name.casefold()].append(player)
    seen: set[str] = set()
    new = [name for line in lines for name in line.names if name.casefold() not in book]
    compared = set(new[:MOST_ASKED])
    found = []
    for line in lines:
        who = []
        for name in line.names:
            there = book[name.casefold()]
            line.problems += [TWICE] * (name_key(name) in seen) + [TWO_KNOWN] * (len(there) > 1)
            seen.add(name_key(name))
            if there:
                line.known.add(name)
            who.append(Sitter(there[0].pk) if there else Sitter(name=name))
        line.alike = {name: player.name for name in line.new if name in compared for player in similar(club, name, 1)}
        found.append(EntryWanted(who=who, name=line.team, origin=line.origin, rating=_rating(line)))
    return found


def _no_persons(names: Iterable[str]) -> list[Text]:
    return [Text(NO_PERSON, {"text": name[:40]}) for name in names if not is_person(name)]


def _rating(line: ListLine) -> int | None:
    if not line.rating.strip():
        return None
    rating = whole(line.rating)
    if rating is None:
        line.problems.append(NO_NUMBER)
    return rating
