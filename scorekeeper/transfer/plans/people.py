"""Lists of people for the book: each once, and how those of one name are told apart."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from games.core.text import gettext_noop
from scorekeeper.common.names import LONGEST, tidied
from scorekeeper.spreadsheets.heads import head_key
from scorekeeper.spreadsheets.reading import Reading, Wanted
from scorekeeper.spreadsheets.tables import Row
from scorekeeper.transfer.plans.plan import NO_NAMES, Plan, name_in_row, names_somebody

MEMBERS: Final = frozenset(
    map(head_key, ("member", "members", "m", "mitglied", "membro", "sócio", "miembro", "socio", "член", "участник",
    "ਮੈਂਬਰ", "સભ્ય"))
)  # fmt: skip
GUESTS: Final = frozenset(
    map(head_key, ("guest", "guests", "g", "gast", "gäste", "convidado", "convidada", "visitante", "invitado",
    "invitada", "гость", "ਮਹਿਮਾਨ", "મહેમાન"))
)  # fmt: skip
COLUMNS: Final = Wanted(
    ("name", "first", "last", "email", "kind", "nickname", "birthday"), cells={"kind": MEMBERS | GUESTS}
)
LONGEST_ADDITION: Final = 30  # characters in brackets behind a name
YEAR: Final = re.compile(r"(?:19|20)\d\d")


@dataclass(frozen=True, slots=True)
class Person:
    """A line of a list of people."""

    number: int
    name: str
    email: str
    is_member: bool


@dataclass(frozen=True, slots=True)
class Namesake:
    """Somebody whose name stands on several lines: their line, the name, and what could tell them apart."""

    number: int
    name: str
    suggestion: str


@dataclass(frozen=True, slots=True)
class PeoplePlan:
    """The people of a list, those of one name who must be told apart, and in `plan` what is refused."""

    plan: Plan
    people: list[Person]
    namesakes: list[Namesake]
    is_told_apart: bool


def plan_people(reading: Reading, additions: Mapping[str, str]) -> PeoplePlan:
    """The people of a list. `additions` tell those of one name apart, by the number of their line; as long as some of
    them are missing or the same, nobody of that name is among the people."""
    plan = Plan(ignored=reading.unread)
    if not names_somebody(reading):
        plan.refuse(0, NO_NAMES)
        return PeoplePlan(plan, [], [], is_told_apart=True)
    named: defaultdict[str, list[tuple[Row, str]]] = defaultdict(list)
    for row in reading.rows:
        email = reading.columns.of(row.cells, "email")
        name = name_in_row(row, reading, plan)
        if name and email and not _is_address(email):
            plan.refuse(row.number, NO_ADDRESS, text=email[:60])
        elif name:
            named[name.casefold()].append((row, name))
    people: list[Person] = []
    namesakes: list[Namesake] = []
    is_told_apart = True
    for rows in named.values():
        alone = _once(rows, plan)
        if len(alone) == 1:
            people.append(_person(*alone[0], reading))
            continue
        namesakes += [Namesake(row.number, name, _suggestion(row, reading)) for row, name in alone]
        apart = [tidied(additions.get(str(row.number), ""))[:LONGEST_ADDITION].strip() for row, _name in alone]
        if all(apart) and len({addition.casefold() for addition in apart}) == len(apart):
            people += [
                _person(row, f"{name[: LONGEST - len(addition) - 3]} ({addition})", reading)
                for (row, name), addition in zip(alone, apart, strict=True)
            ]
        else:
            is_told_apart = False
    plan.faults.sort(key=lambda fault: fault.number)
    return PeoplePlan(plan, sorted(people, key=lambda person: person.number), namesakes, is_told_apart)


def _once(rows: Sequence[tuple[Row, str]], plan: Plan) -> list[tuple[Row, str]]:
    """The lines of one name without those that stand there again in every cell, which are refused."""
    found: dict[tuple[str, ...], tuple[Row, str]] = {}
    for row, name in rows:
        cells = tuple(cell.casefold() for cell in row.cells)
        if cells in found:
            plan.refuse(row.number, NAMED_TWICE, name=name, line=found[cells][0].number)
        else:
            found[cells] = (row, name)
    return [*found.values()]


def _person(row: Row, name: str, reading: Reading) -> Person:
    columns = reading.columns
    is_member = head_key(columns.of(row.cells, "kind")) in MEMBERS
    return Person(row.number, name, columns.of(row.cells, "email"), is_member)


def _suggestion(row: Row, reading: Reading) -> str:
    """What the file says of somebody that others of the name may not share: a nickname, the year of birth, or what
    their address begins with."""
    nickname, birthday, email = (reading.columns.of(row.cells, name) for name in ("nickname", "birthday", "email"))
    year = YEAR.search(birthday)
    return (nickname or (year[0] if year else birthday) or email.partition("@")[0])[:LONGEST_ADDITION]


def _is_address(text: str) -> bool:
    try:
        validate_email(text)
    except ValidationError:
        return False
    return True


NAMED_TWICE: Final = gettext_noop("{name} is already on line {line}, with the same details.")
NO_ADDRESS: Final = gettext_noop("“{text}” is not an e-mail address.")
