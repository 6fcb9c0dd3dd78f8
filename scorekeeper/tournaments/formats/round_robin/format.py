"""A round robin: everybody of a group meets everybody of it. Its groups and numbers are drawn once, all matches
follow from them; what people fill in, and what stands in the way of its next round, every obstacle at once."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.core.game import AnyGame
from games.core.values import Problem
from scorekeeper.common.ids import digest
from scorekeeper.common.texts import isolated
from scorekeeper.common.widgets import Boxes
from scorekeeper.draws.drawn import Drawn, DrawRequest, Report, SeatedTable
from scorekeeper.draws.selectors.why import Explanation
from scorekeeper.pairing.round_robin import numbered
from scorekeeper.tournaments.formats.format import Seeding
from scorekeeper.tournaments.formats.next_round import (
    Corrected,
    Entering,
    NextRound,
    Obstacle,
    of_missing,
    of_rounds,
    of_sides,
    of_stage,
)
from scorekeeper.tournaments.formats.round_robin.plan import RoundRobinPlan
from scorekeeper.tournaments.matches import ties
from scorekeeper.tournaments.matches.format import PointsFormat
from scorekeeper.tournaments.matches.play import GONE, of_round_before, schedule_of, too_few
from scorekeeper.tournaments.matches.totals import keys_of
from scorekeeper.tournaments.models import Entrant, Round, RoundPlace, Stage
from scorekeeper.tournaments.rounds.field import (
    Field,
    Unit,
    called,
    field_of,
    has_begun,
    in_line,
    listed,
    names_of,
    pairs_of,
    sides,
    with_players,
)
from scorekeeper.tournaments.rounds.results import Read, nameless

ENGINE: Final = "berger 1"
Lines = list[tuple[Entrant, int, int]]


def robin_plan(stage: Stage) -> RoundRobinPlan:
    plan = stage.typed_plan
    assert isinstance(plan, RoundRobinPlan)  # noqa: S101 asked for round robins alone
    return plan


def lines_for(stage: Stage, field: Field, seed: int) -> Lines:
    """(who, group, number): by their seeds from group to group and back (the first group has the first and the sixth
    seed of three groups), then by lot in each group."""
    there = {entrant.pk for entrant in (*field.here, *field.absent)}
    entrants = [entrant for entrant in in_line(stage) if entrant.pk in there]
    groups = min(robin_plan(stage).groups, max(len(entrants) // 2, 1))
    members: list[list[Entrant]] = [[] for _group in range(groups)]
    for place, entrant in enumerate(entrants):
        turn, at = divmod(place, groups)
        members[groups - 1 - at if turn % 2 else at].append(entrant)
    return [
        (entrant, group, number)
        for group, own in enumerate(members, 1)
        for number, entrant in enumerate(numbered(own, seed + group), 1)
    ]


def lines_of(stage: Stage) -> Lines:
    """As they were drawn with the first round."""
    entrants = with_players(Entrant.objects.filter(stages__stage=stage)).in_bulk()
    rows = stage.entrants.order_by("group", "line").values_list("entrant", "group", "line")
    return [(entrants[entrant], group, line) for entrant, group, line in rows]


def rounds_in(stage: Stage, field: Field) -> int:
    """How many rounds it has: those of its largest group."""
    return max((len(schedule_of(stage, own)) for own in _numbers(lines_in(stage, field)).values()), default=0)


def plays_in(stage: Stage, field: Field) -> list[Entrant]:
    """Who has a match in this round or sits out; who has left has neither."""
    return [entrant for entrant, _group, _line in lines_in(stage, field) if entrant.state not in GONE]


def drawn_robin(stage: Stage, field: Field, seed: int) -> Drawn:
    """The matches of a round; whose opponent has left sits out."""
    lines = lines_in(stage, field, seed)
    tables: list[SeatedTable] = []
    seated: set[UUID] = set()
    for group, numbers in _numbers(lines).items():
        by_number = {line: entrant for entrant, own, line in lines if own == group}
        schedule = schedule_of(stage, numbers)
        for home, away in schedule[field.number - 1] if field.number <= len(schedule) else ():
            two = by_number[home], by_number[away]
            if not any(entrant.state in GONE for entrant in two):
                tables.append(SeatedTable((str(two[0].pk), str(two[1].pk)), group=group))
                seated.update(entrant.pk for entrant in two)
    out = tuple(
        str(entrant.pk) for entrant, _group, _line in lines if entrant.pk not in seated and entrant.state not in GONE
    )
    facts_of_draw = {"lines": [[str(entrant.pk), group, line] for entrant, group, line in lines], "round": field.number}
    facts = digest({**facts_of_draw, "legs": robin_plan(stage).legs, "seed": seed if field.number == 1 else 0})
    return Drawn(tuple(tables), out, seed, ENGINE, facts, Report(broken=()))


def lines_in(stage: Stage, field: Field, seed: int = 0) -> Lines:
    """Of this round; before the first one as they are drawn with this seed, which says nothing of the groups."""
    return lines_for(stage, field, seed) if field.number == 1 else lines_of(stage)


def _numbers(lines: Lines) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for _entrant, group, line in lines:
        found.setdefault(group, []).append(line)
    return found


def fields_of(plan: RoundRobinPlan, who: Entering) -> dict[str, forms.Field]:
    """How often each meets each, in how many groups, what counts."""
    return {
        "legs": forms.TypedChoiceField(
            label=_("How often everybody meets"),
            choices=[(1, pgettext("field", "once")), (2, pgettext("field", "twice"))],
            coerce=int,
            widget=Boxes(2),
            initial=plan.legs,
        ),
        "groups": forms.IntegerField(
            label=pgettext("field", "Groups"),
            min_value=1,
            max_value=26,
            widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
            help_text=_("Enter 1 for a single group."),
            initial=plan.groups,
        ),
        "counting": ties.counting_field(plan),
        **ties.tie_fields(plan, who.game),
    }


def next_round(stage: Stage, read: Read = nameless) -> NextRound:
    """Of the next round of a round robin. Who misses it is drawn all the same: their match waits without a sheet."""
    field = field_of(stage)
    plays = plays_in(stage, field)
    obstacles = (
        *of_stage(stage),
        *(too_few(len(plays)) if field.number == 1 else of_rounds(rounds_in(stage, field), field.number)),
        *of_sides(stage, field, stops=True),
        *_of_numbers(stage, field),
        *_of_waiting(field),
        *of_round_before(stage, field.number, read, stops=False),
        *_of_pairs(stage, field),
    )
    return NextRound(field.number, field, (2,) * (len(plays) // 2), len(plays) % 2, obstacles)


def _of_numbers(stage: Stage, field: Field) -> Iterator[Obstacle]:
    """The numbers are drawn with the first round: who comes later has none."""
    if field.number == 1:
        yield from of_missing(Field(field.number, field.here, (), field.expected))
        return
    lines = [entrant for entrant, _group, _line in lines_of(stage)]
    entrants = {entrant.pk for entrant in lines}
    late = [called(entrant) for entrant in (*field.here, *field.absent) if entrant.pk not in entrants]
    if late:
        text = _("Arrived after the numbers were drawn, so they have no matches: {names}")
        yield Obstacle("too_late", text.format(names=", ".join(late)))
    gone = [called(entrant) for entrant in lines if entrant.state in GONE]
    if gone:
        text = _("Have left, so their opponents sit out: {names}")
        yield Obstacle("have_left", text.format(names=", ".join(gone)))


def _of_pairs(stage: Stage, field: Field) -> Iterator[Obstacle]:
    """Who is kept apart by a list, and is not here: before the first round whoever will meet, then who meets now."""
    units = {unit.key: unit for unit in sides(plays_in(stage, field))}
    pairs = pairs_of(stage.tournament, units.values()).forbidden
    if not pairs:
        return
    group_of = {str(entrant.pk): group for entrant, group, _line in lines_in(stage, field)}
    meet = [pair for pair in pairs if len({group_of[key] for key in pair}) == 1]
    text = _("Everybody meets everybody, even players kept apart: {pairs}.")
    if field.number > 1:
        now = {frozenset(table.keys) for table in drawn_robin(stage, field, stage.seed).tables}
        meet = [pair for pair in meet if pair in now]
        text = _("Kept apart but meeting in this round: {pairs}.")
    elif len(set(group_of.values())) > 1:
        text += " " + _("Other seeds can put them into different groups.")
    if meet:
        yield Obstacle("kept_apart", text.format(pairs=listed(meet, names_of(units.values()))))


def _of_waiting(field: Field) -> Iterator[Obstacle]:
    if field.unseen:
        text = _("Not checked in for this round: {names}. Their matches get no sheet.")
        yield Obstacle("not_checked_in", text.format(names=", ".join(map(called, field.unseen))))
    if field.excused:
        text = _("Missing this round, as announced: {names}. Their matches get no sheet. The desk enters who wins.")
        yield Obstacle("absent", text.format(names=", ".join(map(called, field.excused))))


ACROSS: Final = frozenset((ties.PTS, "WIN", "WON", "SETS", "DIFF", "FOR"))
"""The keys that say of one match on average what it was worth, whoever else is in the group."""


class RoundRobinFormat(PointsFormat):
    """Who misses a round is paired all the same; their match gets no sheet and waits for what the desk writes."""

    plan = RoundRobinPlan
    order = 3
    title = gettext_lazy("Everybody plays everybody")
    about = gettext_lazy("In groups if that takes too long.")
    on_pairs = gettext_lazy("Everybody meets everybody, including these two.")
    has_swaps = False

    def is_usual(self, game: AnyGame) -> bool:
        return game.duel is not None and game.duel.by != "match"

    def problems(self, plan: RoundRobinPlan, who: Entering) -> Iterator[Problem]:
        """Refuses as `ties.tie_problems`."""
        yield from ties.tie_problems(plan, who.game)

    def sentences(self, plan: RoundRobinPlan, number: int, game: AnyGame | None, rules_version: int) -> list[str]:
        found = [_("Everybody plays everybody once.") if plan.legs == 1 else _("Everybody plays everybody twice.")]
        if plan.groups > 1:
            found.append(_("In {number} groups.").format(number=plan.groups))
        found.append(ties.counts_sentence(plan, game))
        return [*found, *(ties.tie_sentences(plan, game, rules_version) if game else ())]

    def fields(self, plan: RoundRobinPlan, who: Entering, *, is_first: bool) -> dict[str, forms.Field]:
        return fields_of(plan, who)

    def filled_in(self, plan: RoundRobinPlan, sent: Mapping[str, Any], who: Entering) -> dict[str, Any]:
        return {
            **super().filled_in(plan, sent, who),
            **ties.counted(sent["counting"]),
            "ties": ties.ties_in(sent, plan, who.game),
        }

    def keys_across(self, stage: Stage) -> list[str]:
        return [name for name in keys_of(stage) if name in ACROSS]

    def planned_rounds(self, stage: Stage) -> int | None:
        return rounds_in(stage, field_of(stage)) if has_begun(stage) else None

    def is_left(self, stage: Stage, number: int) -> bool:
        return number == 1 or number <= rounds_in(stage, field_of(stage, number))

    def next_round(self, stage: Stage, read: Read = nameless) -> NextRound:
        return next_round(stage, read)

    def seated(self, stage: Stage, field: Field) -> list[Unit]:
        return sides(plays_in(stage, field))

    def sitting_out(self, stage: Stage, field: Field) -> Sequence[Entrant]:
        return ()

    def seed_numbers(self, lines: Mapping[UUID, int]) -> Mapping[UUID, int] | None:
        """It draws numbers of its own: its seeds are those by which it made its groups."""
        return None

    def seeding(self, stage: Stage, field: Field, seed: int) -> Seeding:
        return lines_for(stage, field, seed) if field.number == 1 else []

    def draw(self, stage: Stage, field: Field, asked: DrawRequest, read: Read = nameless) -> Drawn:
        return drawn_robin(stage, field, asked.seed)

    def explanation(
        self, round_: Round, places: Sequence[RoundPlace], names: Mapping[str, str], *, for_desk: bool
    ) -> Explanation:
        found = [_("The numbers were drawn with the first round. All matches follow from them by the Berger tables.")]
        left = [names[str(place.entrant_id)] for place in places if place.kind == RoundPlace.Kind.BYE]
        if left:
            text = _("Without an opponent this round (odd number, or somebody has left): {names}.")
            found.append(text.format(names=", ".join(map(isolated, left))))
        return Explanation(tuple(found))

    def corrected(self, round_: Round, read: Read = nameless) -> Corrected | None:
        """The draw goes by no points."""
        changed = ties.corrected_points(round_, read)
        return Corrected(changed, by_points=False, moved=()) if changed else None


FORMATS = (RoundRobinFormat(),)
