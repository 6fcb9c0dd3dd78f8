"""The dry run: all that taking over a file would do, and everything that stands against it. Writes nothing."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cached_property
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.utils.translation import gettext_noop

from games.core.text import Text
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.policies import can_manage_members, role_in
from scorekeeper.clubs.selectors import open_invitations
from scorekeeper.clubs.services import MOST_INVITATIONS
from scorekeeper.common.ids import digest
from scorekeeper.common.texts import translated
from scorekeeper.spreadsheets.cells import Asks, Calendar
from scorekeeper.spreadsheets.matching import MOST_ASKED, Match, Matching, match
from scorekeeper.spreadsheets.reading import Choices, Reading, Wanted, read
from scorekeeper.standings.comparing import ChangeKind, Compared, CountedResults, FileResult, compared, counting_on
from scorekeeper.standings.models import Competition, Import, Spreadsheet
from scorekeeper.transfer.models import Upload
from scorekeeper.transfer.plans.lists import COLUMNS as OF_LISTS
from scorekeeper.transfer.plans.lists import ListAnswers, plan_lists
from scorekeeper.transfer.plans.money import OF_BALANCES, OF_LEDGER
from scorekeeper.transfer.plans.people import COLUMNS as OF_PEOPLE
from scorekeeper.transfer.plans.people import Namesake, Person, plan_people
from scorekeeper.transfer.plans.plan import Evening, LineFault, Plan
from scorekeeper.transfer.plans.totals import Counting, NameTotal, columns_of_totals, plan_totals, totals_of, unbalanced


@dataclass(frozen=True, slots=True)
class Sum:
    """What a name of the file comes to, and who that is."""

    match: Match
    total: NameTotal


@dataclass(frozen=True)
class Look:
    """Everything about a file before it is taken over. `changes` are its results against what counts already, in the
    order of the evenings; `unbalanced` the evenings of a game that sums to zero which do not."""

    reading: Reading
    plan: Plan
    matching: Matching
    people: list[Person]
    sums: list[Sum]
    changes: list[Compared]
    counting: CountedResults | None
    unbalanced: list[tuple[Evening, int]]
    leaves_out: bool
    namesakes: list[Namesake] = field(default_factory=list)
    is_told_apart: bool = True

    @property
    def is_empty(self) -> bool:
        return not (self.people or self.plan.evenings)

    @property
    def numbers(self) -> Counter[ChangeKind]:
        """How many results are new, there already, changed and so on."""
        return Counter(change.change for change in self.changes)

    @property
    def adds_nothing(self) -> bool:
        """Whether all of it counts already."""
        return bool(self.plan.evenings) and not any(change.is_taken for change in self.changes)

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
            yield Text(gettext_noop("First choose the date it was played."))
        if self.plan.asks or self.plan.lacks_days:
            yield Text(gettext_noop("First choose how to read the dates."))
        if self.plan.seats:
            yield Text(gettext_noop("First choose whose bonus columns these are."))
        if not self.is_told_apart:
            yield Text(gettext_noop("First tell people with the same name apart."))
        if self.is_empty:
            yield Text(gettext_noop("Nothing in this file can be imported."))
        if self.too_many_asked:
            yield Text(
                gettext_noop("More than {most} names are similar to others. Split the file."), {"most": MOST_ASKED}
            )
        if not self.matching.is_settled:
            yield Text(gettext_noop("First choose who each person is."))
        if self.plan.faults and not self.leaves_out:
            yield Text(gettext_noop("Correct the rejected lines and send the file again, or leave those lines out."))
        if self.adds_nothing:
            yield Text(
                gettext_noop("Everything in this file is already imported or left out. There is nothing to import.")
            )

    @cached_property
    def shown(self) -> str:
        """The hash of what would be taken over as it was shown: what is confirmed is taken over as it was shown, or
        asked again."""
        people = [[match.name, str(match.chosen.pk) if match.chosen else ""] for match in self.matching.matches]
        return digest([people, [[person.email, person.is_member] for person in self.people], hashable(self.changes)])


def hashable(changes: Iterable[Compared]) -> list[Any]:
    """What would be taken over of a file, as plain values."""
    return [
        [
            str(change.change),
            change.result.name,
            str(change.result.person or ""),
            change.result.played_on.isoformat(),
            [change.result.title, change.result.list_place],
            sorted(change.result.measures.items()),
            [str(change.counted.row.pk), change.counted.last] if change.counted else [],
        ]
        for change in changes
    ]


def look_at(upload: Upload, now: datetime) -> Look:
    """What taking over this file would do, by what was said of it so far."""
    reading, today = reading_of(upload), now.astimezone(ZoneInfo(upload.club.time_zone)).date()
    answers, season = upload.said, upload.competition
    listed = None
    if upload.kind == Upload.Kind.PEOPLE or season is None:
        listed = plan_people(reading, answers.get("apart", {}))
        plan, names = listed.plan, [person.name for person in listed.people]
    else:
        plan = plan_of(upload, reading, season, today)
        names = plan.names
    matching = match(upload.club, names, people_said(upload, names))
    two_as_one = _two_as_one(matching, plan)
    plan.faults += two_as_one
    sums, changes, counting, differing = list[Sum](), list[Compared](), None, list[tuple[Evening, int]]()
    if season is not None:
        by_name = {person_match.name: person_match for person_match in matching.matches}
        sums = [Sum(by_name[total.name], total) for total in totals_of(plan, counting_of(season))]
        changes, counting = changes_of(upload, season, plan, matching)
        differing = list(unbalanced(plan, counting_of(season)))
    leaves_out = bool(answers.get("leave_out")) and not two_as_one
    return Look(
        reading,
        plan,
        matching,
        listed.people if listed else [],
        sums,
        changes,
        counting,
        differing,
        leaves_out,
        namesakes=listed.namesakes if listed else [],
        is_told_apart=listed is None or listed.is_told_apart,
    )


def people_said(upload: Upload, names: Iterable[str]) -> dict[str, str]:
    """Who was said to be who in this file, else in an earlier state of the same spreadsheet."""
    kept = upload.spreadsheet.said.get("people", {}) if upload.spreadsheet else {}
    earlier = {name: kept.get(name_hash(upload.spreadsheet, name), "") for name in names} if upload.spreadsheet else {}
    return {**earlier, **{name: said for name, said in upload.said.get("people", {}).items() if said}}


def name_hash(spreadsheet: Spreadsheet, name: str) -> str:
    """What a spreadsheet keeps of a name: who is forgotten is not named there."""
    return digest([str(spreadsheet.pk), name])[:32]


def changes_of(
    upload: Upload, season: Competition, plan: Plan, matching: Matching
) -> tuple[list[Compared], CountedResults]:
    """The results of a file against what counts in the season. Where the file is the next state of a spreadsheet that
    the club keeps, and no line of it is refused, what it does not say any more is gone."""
    people = {match.name: match.chosen.pk for match in matching.matches if match.chosen}
    results = [
        FileResult(
            name,
            people.get(name),
            evening.played_on,
            measures,
            evening.title,
            evening.list_place,
            evening.lines.get(name, 0),
        )
        for evening in plan.evenings
        for name, measures in evening.measures.items()
    ]
    earlier = earlier_of(upload) if results and not plan.faults else set()
    standing = counting_on(season, None if earlier else {result.played_on for result in results})
    return compared(results, standing, leading=counting_of(season).leading, earlier=earlier), standing


def earlier_of(upload: Upload) -> set[UUID]:
    """The imports by which earlier states of the same spreadsheet count in the season."""
    if upload.spreadsheet_id is None:
        return set()
    return set(Import.objects.filter(spreadsheet=upload.spreadsheet_id).values_list("pk", flat=True))


def reading_of(upload: Upload) -> Reading:
    """The table of the file, by what was chosen of it."""
    answers = upload.said
    choices = Choices(
        answers.get("sheet", ""), answers.get("heads"), answers.get("columns", {}), answers.get("letters", "")
    )
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
    return plan_totals(reading, counting_of(season), calendar, today, said.get("days", {}))


def counting_of(season: Competition) -> Counting:
    titles = {name: translated(title) for name, title in season.rules.measure_titles.items()}
    sums_to_zero = season.rules.in_units.issuperset(season.weights)
    return Counting(season.weights, titles, season.in_unit.decimals, season.in_unit.unit, sums_to_zero)


def _two_as_one(matching: Matching, plan: Plan) -> list[LineFault]:
    """Two names of the file that were said to be one person, on one evening."""
    found = []
    by_name = {match.name: match.chosen for match in matching.matches}
    for evening in plan.evenings:
        often = Counter(player.pk for name in evening.measures if (player := by_name[name]))
        for name in evening.measures:
            player = by_name[name]
            if player and often[player.pk] > 1:
                text = Text(TWO_AS_ONE, {"name": name, "player": player.name, "day": evening.played_on.isoformat()})
                found.append(LineFault(0, text))
    return found


TWO_AS_ONE = gettext_noop("On {day}, {name} and someone else are both matched to {player}. Check who is who.")


@dataclass(frozen=True, slots=True)
class Inviting:
    """Those who get a mail, in the order of the file, and those for whom the club has too many open invitations."""

    now: list[Person]
    later: list[Person]

    @property
    def most(self) -> int:
        """How many invitations a club can have open."""
        return MOST_INVITATIONS


def inviting(
    club: Club, by: User, people: Iterable[Person], lines: Mapping[str, Player | None], at: datetime
) -> Inviting:
    """Members of the list with an address, who have no account here and were not invited yet; `lines` are those that
    are in the book. Only owners invite. Two queries."""
    asked = [person for person in people if person.is_member and person.email]
    if not asked or not can_manage_members(role_in(by, club)):
        return Inviting([], [])
    waiting = list(open_invitations(club, at).values_list("player", flat=True))
    wanted, met = [], {*waiting}
    for question in asked:
        line = lines.get(question.name)
        if not (line and (line.user_id or line.pk in met)):
            wanted.append(question)
            met |= {line.pk} if line else set()
    room = max(MOST_INVITATIONS - len(waiting), 0)
    return Inviting(wanted[:room], wanted[room:])
