"""The dry run of a file of money: what it would book, who is who, and everything that stands against it. Reads only."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final
from uuid import UUID
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils.translation import gettext_noop, pgettext

from games.core.settling import InUnits
from games.core.text import Text
from scorekeeper.clubs.models import Club, Player
from scorekeeper.common.ids import digest
from scorekeeper.payouts.bank import reads
from scorekeeper.payouts.bank.bringing import Line, reason_for
from scorekeeper.payouts.kinds import Kind
from scorekeeper.payouts.models import Account, Whose
from scorekeeper.payouts.payments.reads import units_in
from scorekeeper.payouts.sources import Thing
from scorekeeper.spreadsheets.cells import Calendar
from scorekeeper.spreadsheets.matching import MOST_ASKED, Match, Matching, match
from scorekeeper.spreadsheets.reading import Reading
from scorekeeper.transfer.models import Upload
from scorekeeper.transfer.plans.money import MoneyLine, MoneyPlan, is_json, plan_balances, plan_group, plan_ledger
from scorekeeper.transfer.plans.people import Namesake
from scorekeeper.transfer.plans.plan import LineFault
from scorekeeper.transfer.selectors.looking import reading_of

SIGNS: Final = {"EUR": "€", "USD": "$", "GBP": "£", "INR": "₹", "BRL": "R$", "RUB": "₽", "JPY": "¥", "ARS": "$"}
POINTS: Final = InUnits(unit="", decimals=0)
MOST_NAMED: Final = 5  # who has an opening balance already
AGAINST: Final = {"cash": Whose(Account.Kind.CASH), "club": Whose(Account.Kind.CLUB)}


@dataclass(frozen=True, slots=True)
class MoneySum:
    """Where a file would leave somebody, in one unit."""

    match: Match
    unit: InUnits
    lines: int
    amount: int


@dataclass(frozen=True, slots=True)
class MoneyLook:
    """Everything about a file of money before it is booked. `corrected` has, by the place of a line in the plan, what
    an earlier file said in its stead. `rest` is what the balances of a file do not come to zero by, in each unit, and
    `against` where that is booked."""

    club: Club
    kind: str
    plan: MoneyPlan
    matching: Matching
    units: Mapping[str, InUnits]
    offered: Sequence[InUnits]
    reading: Reading | None
    digest: str
    there: int
    corrected: Mapping[int, reads.StandingLine]
    opened: Sequence[str]
    is_booked: bool
    leaves_out: bool
    against: str

    @property
    def is_empty(self) -> bool:
        return not self.plan.lines

    @property
    def is_ready(self) -> bool:
        return not self.obstacle

    @property
    def shown(self) -> str:
        """The hash of what would be booked as it was shown."""
        people = [[found.name, str(found.chosen.pk) if found.chosen else ""] for found in self.matching.matches]
        corrected = {str(place): str(line.booking) for place, line in self.corrected.items()}
        units = {currency: unit_key(unit) for currency, unit in self.units.items()}
        return digest([self.digest, people, corrected, units, self.against, [line.number for line in self.plan.lines]])

    @property
    def too_many_asked(self) -> bool:
        return len(self.matching.asked) > MOST_ASKED

    @property
    def namesakes(self) -> list[Namesake]:
        """Two of one name are told apart in the book, not by a file of money."""
        return []

    @property
    def rest(self) -> list[tuple[InUnits, int]]:
        """What opening balances come to where that is not zero."""
        sums = [(self.units[line.currency], sum(line.moves.values())) for line in self.plan.lines]
        return [(unit, rest) for unit, rest in sums if rest]

    @property
    def sums(self) -> list[MoneySum]:
        by_name = {found.name: found for found in self.matching.matches}
        often: defaultdict[tuple[str, str], int] = defaultdict(int)
        for line in self.plan.lines:
            for name in line.moves:
                often[name, line.currency] += 1
        totals = self.plan.totals()
        for place, earlier in self.corrected.items():
            names = {found.chosen.pk: name for name, found in by_name.items() if found.chosen}
            for person, amount in earlier.moves.items():
                key = names.get(person, ""), self.plan.lines[place].currency
                if key in totals:
                    totals[key] -= amount
        return [
            MoneySum(by_name[name], self.units[currency], often[name, currency], totals[name, currency])
            for name in self.plan.names
            for currency in self.plan.currencies
            if (name, currency) in totals
        ]

    @property
    def obstacle(self) -> Text | None:
        """What has to be done first."""
        return next(self._obstacles(), None)

    def _obstacles(self) -> Iterator[Text]:
        if not self.club.keeps_money:
            yield Text(
                gettext_noop(
                    "This club plays for points, so no money is booked. First choose what its tables play for."
                )
            )
        if self.plan.asks:
            yield Text(gettext_noop("First choose how to read the dates."))
        if self.plan.unpaid:
            yield Text(gettext_noop("First choose who paid."))
        if self.is_booked:
            yield Text(gettext_noop("The same balances are already booked from an earlier import."))
        if self.is_empty:
            yield Text(gettext_noop("Nothing in this file can be imported."))
        if self.opened:
            yield Text(OPENED, {"names": ", ".join(self.opened[:MOST_NAMED])})
        if self.too_many_asked:
            yield Text(
                gettext_noop("More than {most} names are similar to others. Split the file."), {"most": MOST_ASKED}
            )
        if not self.matching.is_settled:
            yield Text(gettext_noop("First choose who each person is."))
        if self.rest and self.against not in AGAINST:
            yield Text(gettext_noop("These balances do not add up to zero. First choose where to book the difference."))
        if self.against == "cash" and any(rest < 0 for _unit, rest in self.rest):
            yield Text(gettext_noop("The cash box would go below zero. Book the difference against the club."))
        if self.plan.faults and not self.leaves_out:
            yield Text(gettext_noop("Correct the rejected lines and send the file again, or leave those lines out."))

    def booked(self, people: Mapping[str, UUID]) -> list[Line]:
        """The lines as they are booked, once it is settled who everybody is. Two names of one person go together."""
        found = []
        for place, line in enumerate(self.plan.lines):
            moves: defaultdict[Whose, int] = defaultdict(int)
            for name, amount in line.moves.items():
                moves[Whose(Account.Kind.PLAYER, people[name])] += amount
            if self.kind == Upload.Kind.BALANCES and (rest := sum(moves.values())):
                moves[AGAINST[self.against]] = -rest
            if len([amount for amount in moves.values() if amount]) < 2:
                continue
            kind = Kind.OPENING if self.kind == Upload.Kind.BALANCES else Kind.EXPENSE
            replaces = self.corrected[place].booking if place in self.corrected else None
            unit = self.units[line.currency]
            found.append(Line(kind, unit, dict(moves), line.what, line.number, line.day, replaces))
        return found


def look_at_money(upload: Upload, now: datetime) -> MoneyLook:
    """What taking over this file would book, by what was said of it so far."""
    answers, club = upload.said, upload.club
    today = now.astimezone(ZoneInfo(club.time_zone)).date()
    offered = units_in(club) or [POINTS]
    usual = next((unit for unit in offered if unit_key(unit) == answers.get("unit")), offered[0])
    plan, reading = _plan(upload, usual, today)
    matching = match(club, plan.names, answers.get("people", {}))
    two_as_one = _two_as_one(upload, matching)
    plan.faults += two_as_one
    units = {currency: _unit_for(currency, usual, offered) for currency in plan.currencies}
    content, number = plan.digest(), len(plan.lines)
    is_booked = bool(number) and reads.counts_already(club, content)
    opened: list[str] = []
    corrected: dict[int, reads.StandingLine] = {}
    if upload.kind == Upload.Kind.BALANCES:
        opened = _opened(club, matching, units)
    else:
        plan.lines, corrected = _new_and_corrected(club, plan.lines, matching, units)
    there = number - len(plan.lines)
    is_booked = (is_booked and not corrected) or (there == number > 0)
    leaves_out = bool(answers.get("leave_out")) and not two_as_one
    return MoneyLook(
        club, upload.kind, plan, matching, units, offered, reading, content, there, corrected, opened, is_booked,
        leaves_out,
        answers.get("against", ""),
    )  # fmt: skip


def _new_and_corrected(
    club: Club, lines: Sequence[MoneyLine], matching: Matching, units: Mapping[str, InUnits]
) -> tuple[list[MoneyLine], dict[int, reads.StandingLine]]:
    """The lines of a ledger that the book does not have as they are, and by their place what it has instead of the same
    day with other amounts. A ledger that has grown is sent again whole; where a line stands in it decides who carries a
    cent that does not come out, so that one cent is no difference."""
    booked: defaultdict[tuple[str, str], list[reads.StandingLine]] = defaultdict(list)
    for standing in reads.lines_that_stand(club, Kind.EXPENSE):
        booked[standing.what, unit_key(standing.unit)].append(standing)
    rest = []
    for line in lines:
        key = reason_for(line.what, line.day), unit_key(units[line.currency])
        moves = _by_person(line, matching)
        same = next(
            (booked_line for booked_line in booked[key] if moves is not None and _is_same(moves, booked_line.moves)),
            None,
        )
        if same is None:
            rest.append((key, line))
        else:
            booked[key].remove(same)
    corrected = {place: booked[key].pop(0) for place, (key, _line) in enumerate(rest) if booked[key]}
    return [line for _key, line in rest], corrected


def _by_person(line: MoneyLine, matching: Matching) -> dict[UUID, int] | None:
    """What a line moves for each person of the book; None where somebody is not in it."""
    moves: defaultdict[UUID, int] = defaultdict(int)
    for name, amount in line.moves.items():
        player = matching.chosen[name]
        if player is None:
            return None
        moves[player.pk] += amount
    return dict(moves)


def _is_same(moves: Mapping[UUID, int], earlier: Mapping[UUID, int]) -> bool:
    return all(abs(moves.get(person, 0) - earlier.get(person, 0)) <= 1 for person in moves.keys() | earlier.keys())


def _opened(club: Club, matching: Matching, units: Mapping[str, InUnits]) -> list[str]:
    """Who of a file of balances has an opening balance of these units already."""
    wanted = {unit_key(unit) for unit in units.values()}
    lines = [line for line in reads.lines_that_stand(club, Kind.OPENING) if unit_key(line.unit) in wanted]
    people = {person for line in lines for person in line.moves}
    return [name for name, player in matching.chosen.items() if player and player.pk in people]


def _plan(upload: Upload, usual: InUnits, today: date) -> tuple[MoneyPlan, Reading | None]:
    answers = upload.said
    if upload.kind == Upload.Kind.MONEY and is_json(bytes(upload.data)):
        return plan_group(bytes(upload.data), today), None
    reading = reading_of(upload)
    if upload.kind == Upload.Kind.BALANCES:
        return plan_balances(reading, usual), reading
    calendar = Calendar(order=answers.get("order", ""), year=answers.get("year"), serial=answers.get("serial", ""))
    return plan_ledger(reading, calendar, today, usual, answers.get("payers", {})), reading


def _two_as_one(upload: Upload, matching: Matching) -> list[LineFault]:
    """Two names of a file of balances that were said to be one person: which of the two balances counts?"""
    if upload.kind != Upload.Kind.BALANCES:
        return []
    found: dict[UUID, str] = {}
    faults = []
    for name, player in matching.chosen.items():
        if player and player.pk in found:
            text = Text(TWO_AS_ONE, {"name": name, "other": found[player.pk], "player": player.name})
            faults.append(LineFault(0, text))
        elif player:
            found[player.pk] = name
    return faults


def unit_key(unit: InUnits) -> str:
    return f"{unit.decimals}{unit.unit}"


def _unit_for(currency: str, usual: InUnits, offered: Sequence[InUnits]) -> InUnits:
    """The unit of the book that a currency of a file is: by its sign or its letters; else one of its own."""
    if not currency:
        return usual
    names = {currency, SIGNS.get(currency.upper(), currency)}
    decimals = 0 if currency.upper() in {"JPY", "¥"} else 2
    known = next((unit for unit in offered if unit.unit in names and unit.decimals == decimals), None)
    return known or InUnits.model_construct(unit=SIGNS.get(currency.upper(), currency)[:12], decimals=decimals)


@dataclass(frozen=True, slots=True)
class NamedFile:
    """A file that was booked, by its name."""

    name: str
    file: reads.BroughtFile


def files_brought(club: Club) -> list[NamedFile]:
    """What was brought along so far, the newest first."""
    files = reads.brought_into(club)
    names = names_of_files([file.source for file in files], club.pk)
    return [NamedFile(names.get(file.source, pgettext("heading", "Imported money")), file) for file in files]


def file_of_bookings(pk: UUID, club: UUID) -> Thing | None:
    """The file that bookings came from: see payouts/sources.py."""
    name = names_of_files([pk], club).get(pk, pgettext("heading", "Imported money"))
    return Thing(name, reverse("money_import_detail", args=[club, pk]))


def names_of_files(pks: Collection[UUID], club: UUID) -> dict[UUID, str]:
    """What these files are called; those that came by an archive have no name any more."""
    return dict(Upload.objects.filter(pk__in=pks, club=club).values_list("pk", "name"))


def people_of(matching: Matching) -> list[Player]:
    """Who of a file is in the book."""
    return [found.chosen for found in matching.matches if found.chosen]


OPENED: Final = gettext_noop(
    "These people already have an imported opening balance: {names}. This one would be added "
    "to it. Undo the earlier import first."
)
TWO_AS_ONE: Final = gettext_noop("{name} and {other} are both matched to {player}. Check who is who.")
