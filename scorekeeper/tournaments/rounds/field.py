"""Who takes part in the next round of a stage: who is here, who misses it, who has not come yet."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import F, Max, QuerySet
from django.db.models.expressions import OrderBy

from scorekeeper.tournaments.models import DeskAct, Entrant, Round, RoundPlace, Stage
from scorekeeper.tournaments.rounds.units import with_players

Kind = DeskAct.Kind


@dataclass(frozen=True, slots=True)
class Field:
    """For one round: who plays, who is in the tournament and misses it, who has entered and not checked in. All in
    the order of their lines: that of the stage, late ones last. Where everybody checks in before each round, who has
    not (`unseen`) is among the absent."""

    number: int
    here: tuple[Entrant, ...]
    absent: tuple[Entrant, ...]
    expected: tuple[Entrant, ...]
    unseen: tuple[Entrant, ...] = ()

    @property
    def excused(self) -> tuple[Entrant, ...]:
        """Who has said that they miss the round."""
        return tuple(entrant for entrant in self.absent if entrant not in self.unseen)


def field_of(stage: Stage, number: int | None = None) -> Field:
    """Of the next round of the stage, or of the one with this number."""
    number = number or next_number(stage)
    missing = absent_in(stage, number)
    entrants = in_line(stage)
    checked_in = checked_in_for(attendance(stage, number)) if asks_check_in(stage, number) else None
    here = [entrant for entrant in entrants if entrant.state == Entrant.State.HERE]
    plays = [one for one in here if one.pk not in missing and (checked_in is None or one.pk in checked_in)]
    expected = (one for one in entrants if one.state == Entrant.State.ENTERED and one.pk not in missing)
    absent = [entrant for entrant in here if entrant not in plays]
    unseen = tuple(one for one in absent if one.pk not in missing)
    return Field(number, tuple(plays), tuple(absent), tuple(expected), unseen)


def asks_check_in(stage: Stage, number: int) -> bool:
    """Whether everybody checks in for this round by itself: the plan asks for it, and it is not the first round of
    all, for which being here is enough."""
    return stage.typed_plan.check_in and (number, stage.number) != (1, 1)


def attendance(stage: Stage, number: int) -> dict[UUID, DeskAct]:
    """Of each who has checked in for this round, or was said not to come, the last act on it. The act names the round
    by its number. Where a round is whatever matches can be opened, it counts until they have had a match: who has
    checked in and waits for somebody else has not to do it again."""
    is_by_matches = stage.typed_plan.is_by_matches
    played = _last_played(stage, number) if is_by_matches else {}
    found: dict[UUID, DeskAct] = {}
    for act in acts_in_force(stage, Kind.CAME, Kind.RETURNED, Kind.NOT_HERE, Kind.FORFEITS):
        of_round = act.detail.get("round", 0)
        is_of_match = is_by_matches and played.get(act.entrant_id, 0) < of_round <= number
        if act.entrant_id and (of_round == number or is_of_match):
            found[act.entrant_id] = act
    return found


def checked_in_for(acts: Mapping[UUID, DeskAct]) -> set[UUID]:
    """Who has checked in by the last act on each."""
    return {entrant for entrant, act in acts.items() if act.kind in {Kind.CAME, Kind.RETURNED}}


def _last_played(stage: Stage, number: int) -> dict[UUID | None, int]:
    """The last round before this one in which each had a table."""
    seats = RoundPlace.objects.filter(round__stage=stage.pk, round__number__lt=number, kind=RoundPlace.Kind.SEAT)
    return dict(seats.order_by().values_list("entrant").annotate(last=Max("round__number")))


def next_number(stage: Stage) -> int:
    """Of the round after the last one that was published."""
    published = stage.rounds.exclude(state=Round.State.DRAFT).aggregate(newest=Max("number"))
    return (published["newest"] or 0) + 1


def acts_in_force(stage: Stage, *kinds: str, until: datetime | None = None) -> QuerySet[DeskAct]:
    """The acts of these kinds in a stage that were not taken back, in the order they were done; those done `until`
    then."""
    found = DeskAct.objects.filter(tournament=stage.tournament_id, kind__in=kinds, taken_back_by=None)
    if until:
        found = found.filter(at__lte=until)
    return found.filter(stage=stage.pk).order_by("at", "pk")


def given_in(stage: Stage, rounds: Iterable[Round], until: datetime | None = None) -> dict[UUID, list[DeskAct]]:
    """The penalties and bonuses of each: those of these rounds, and those of the stage as a whole, as far as they were
    given `until` then."""
    numbers = {round_.pk for round_ in rounds}
    found: dict[UUID, list[DeskAct]] = defaultdict(list)
    for act in acts_in_force(stage, Kind.PENALTY, until=until):
        if act.entrant_id and (act.round_id is None or act.round_id in numbers):
            found[act.entrant_id].append(act)
    return found


def absent_in(stage: Stage, number: int) -> set[UUID]:
    """Who has said that they miss this round: of each the last word counts. The act names the round by its number
    (`detail`), for it is said before there is one."""
    reasons: dict[UUID, str] = {}
    for act in acts_in_force(stage, Kind.ABSENT, Kind.PRESENT):
        if act.detail.get("round") == number and act.entrant_id:
            reasons[act.entrant_id] = act.kind
    return {entrant for entrant, kind in reasons.items() if kind == Kind.ABSENT}


def in_line(stage: Stage) -> list[Entrant]:
    """Who can play in a stage, in the order of its lines; who has none yet comes after them: as seeded by
    hand, by rating, the strongest first, and without one in the order of the list. A later stage takes nobody new."""
    lines = dict(stage.entrants.values_list("entrant", "line"))
    entrants = with_players(Entrant.objects.filter(tournament=stage.tournament_id))
    if stage.number > 1:
        entrants = entrants.filter(pk__in=list(lines))
    found = list(entrants.order_by(*by_seed()))
    return sorted(found, key=lambda entrant: lines.get(entrant.pk, len(lines) + 1))


def new_lines(stage: Stage, field: Field) -> list[tuple[Entrant, int, int]]:
    """Those of a round who have no line yet, with the next ones of group 1: (who, group, line)."""
    in_stage = set(stage.entrants.values_list("entrant", flat=True))
    last = stage.entrants.aggregate(last=Max("line"))["last"] or 0
    late = [entrant for entrant in (*field.here, *field.absent) if entrant.pk not in in_stage]
    return [(entrant, 1, line) for line, entrant in enumerate(late, last + 1)]


def by_seed() -> tuple[OrderBy, OrderBy, str]:
    """The order of the seeds, for `order_by`: as set by hand, by rating, by number."""
    return F("seed").asc(nulls_last=True), F("rating").desc(nulls_last=True), "number"


def has_begun(stage: Stage) -> bool:
    """Whether a round of it was published."""
    return stage.rounds.exclude(state=Round.State.DRAFT).exists()


def rounds_played(stage: Stage, *, before: int | None = None, official: bool = False) -> list[Round]:
    """The published rounds in order: all of them, those before a round, or those whose results stand."""
    rounds = stage.rounds.exclude(state=Round.State.DRAFT)
    if official:
        rounds = rounds.filter(state=Round.State.OFFICIAL)
    if before is not None:
        rounds = rounds.filter(number__lt=before)
    return list(rounds.order_by("number"))
