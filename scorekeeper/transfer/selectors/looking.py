"""The dry run: all that taking over a file would do, and everything that stands against it. Writes nothing."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.utils.translation import gettext_noop

from games.core.text import Text
from scorekeeper.common.texts import translated
from scorekeeper.spreadsheets.days import Asks, Calendar
from scorekeeper.spreadsheets.reading import Choices, Reading, Wanted, read
from scorekeeper.standings.models import Competition, Import
from scorekeeper.transfer.models import Upload
from scorekeeper.transfer.plans.lists import COLUMNS as OF_LISTS
from scorekeeper.transfer.plans.lists import ListAnswers, plan_lists
from scorekeeper.transfer.plans.money import OF_BALANCES, OF_LEDGER
from scorekeeper.transfer.plans.people import COLUMNS as OF_PEOPLE
from scorekeeper.transfer.plans.people import Namesake, Person, plan_people
from scorekeeper.transfer.plans.plan import LineFault, Plan
from scorekeeper.transfer.plans.totals import Counting, columns_of_totals, plan_totals, totals_of
from scorekeeper.transfer.selectors.matching import MOST_ASKED, Match, Matching, match


@dataclass(frozen=True, slots=True)
class Sum:
    """What somebody would get: on so many evenings, so much."""

    match: Match
    evenings: int
    total: int


@dataclass(frozen=True, slots=True)
class Look:
    """Everything about a file before it is taken over."""

    reading: Reading
    plan: Plan
    matching: Matching
    people: list[Person]
    sums: list[Sum]
    before: Import | None
    leaves_out: bool
    namesakes: list[Namesake] = field(default_factory=list)
    is_told_apart: bool = True

    @property
    def is_empty(self) -> bool:
        return not (self.people or self.plan.evenings)

    @property
    def is_ready(self) -> bool:
        """Whether it can be taken over as it stands."""
        return not self.obstacle

    @property
    def too_many_asked(self) -> bool:
        return len(self.matching.asked) > MOST_ASKED

    @property
    def obstacle(self) -> Text | None:
        """What has to be done first."""
        return next(self._obstacles(), None)

    def _obstacles(self) -> Iterator[Text]:
        if self.plan.asks == {Asks.DAY}:
            yield Text(gettext_noop("Say first on which day it was played."))
        if self.plan.asks:
            yield Text(gettext_noop("Say first how the days are to be read."))
        if self.plan.seats:
            yield Text(gettext_noop("Say first who the columns of bonuses belong to."))
        if not self.is_told_apart:
            yield Text(gettext_noop("Say first how people of one name are told apart."))
        if self.is_empty:
            yield Text(gettext_noop("Nothing in this file can be taken over."))
        if self.too_many_asked:
            yield Text(
                gettext_noop("More than {most} names are much like others. Part the file."), {"most": MOST_ASKED}
            )
        if not self.matching.is_settled:
            yield Text(gettext_noop("Say first who is who."))
        if self.plan.faults and not self.leaves_out:
            yield Text(gettext_noop("Mend the lines that are refused and send the file again, or leave them out."))


def look_at(upload: Upload, now: datetime) -> Look:
    """What taking over this file would do, by what was said of it so far."""
    reading, today = reading_of(upload), now.astimezone(ZoneInfo(upload.club.time_zone)).date()
    said, season = upload.said, upload.competition
    listed = None
    if upload.kind == Upload.Kind.PEOPLE or season is None:
        listed = plan_people(reading, said.get("apart", {}))
        plan, names = listed.plan, [person.name for person in listed.people]
    else:
        plan = plan_of(upload, reading, season, today)
        names = plan.names
    matching = match(upload.club, names, said.get("people", {}))
    by_name = {one.name: one for one in matching.matches}
    sums = [Sum(by_name[name], *rest) for name, *rest in totals_of(plan, counting_of(season))] if season else []
    before = None
    if season and plan.evenings:
        before = Import.objects.filter(competition=season, digest=plan.digest(), taken_back_at=None).first()
    two_as_one = _two_as_one(matching, plan)
    plan.faults += two_as_one
    return Look(
        reading,
        plan,
        matching,
        listed.people if listed else [],
        sums,
        before,
        leaves_out=bool(said.get("leave_out")) and not two_as_one,
        namesakes=listed.namesakes if listed else [],
        is_told_apart=listed is None or listed.is_told_apart,
    )


def reading_of(upload: Upload) -> Reading:
    """The table of the file, by what was chosen of it."""
    said = upload.said
    choices = Choices(said.get("sheet", ""), said.get("heads"), said.get("columns", {}))
    return read(bytes(upload.data), wanted_of(upload.kind, upload.competition), choices)


def wanted_of(kind: str, season: Competition | None) -> Wanted:
    """What a file of this kind may hold."""
    if kind == Upload.Kind.MONEY:
        return OF_LEDGER
    if kind == Upload.Kind.BALANCES:
        return OF_BALANCES
    if kind == Upload.Kind.PEOPLE or season is None:
        return OF_PEOPLE
    return OF_LISTS if kind == Upload.Kind.LISTS else columns_of_totals(counting_of(season))


def plan_of(upload: Upload, reading: Reading, season: Competition, today: date) -> Plan:
    said = upload.said
    calendar = Calendar(order=said.get("order", ""), year=said.get("year"), serial=said.get("serial", ""))
    if upload.kind == Upload.Kind.LISTS:
        on = said.get("day")
        answers = ListAnswers(date.fromisoformat(on) if on else None, said.get("seats", {}))
        return plan_lists(reading, calendar, today, answers)
    return plan_totals(reading, counting_of(season), calendar, today)


def counting_of(season: Competition) -> Counting:
    titles = {name: translated(title) for name, title in season.rules.measure_titles.items()}
    return Counting(season.weights, titles, season.in_unit.decimals, season.in_unit.unit)


def _two_as_one(matching: Matching, plan: Plan) -> list[LineFault]:
    """Two names of the file that were said to be one person, on one evening."""
    found = []
    by_name = {one.name: one.chosen for one in matching.matches}
    for evening in plan.evenings:
        often = Counter(player.pk for name in evening.measures if (player := by_name[name]))
        for name in evening.measures:
            player = by_name[name]
            if player and often[player.pk] > 1:
                text = Text(TWO_AS_ONE, {"name": name, "player": player.name, "day": evening.played_on.isoformat()})
                found.append(LineFault(0, text))
    return found


TWO_AS_ONE = gettext_noop("On {day} {name} would be {player}, and so would somebody else. Choose who is who again.")
