"""Where everybody stands in a tournament, in the words of the format that is played: a rank, still in, or out."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from uuid import UUID

from django.utils.translation import gettext as _

from scorekeeper.common.texts import isolated
from scorekeeper.tournaments.formats.bracket.bracket import State, bracket_of
from scorekeeper.tournaments.formats.bracket.picture import Shown, parts_of
from scorekeeper.tournaments.formats.bracket.words import awaited
from scorekeeper.tournaments.formats.knockout.plan import KnockoutPlan
from scorekeeper.tournaments.formats.knockout.tables import knockout_lines
from scorekeeper.tournaments.formats.registry import format_of
from scorekeeper.tournaments.matches.standing import Group, duel_standing_of
from scorekeeper.tournaments.models import Stage, Tournament
from scorekeeper.tournaments.rounds.units import place_words
from scorekeeper.tournaments.selectors.places import final_lines


@dataclass(frozen=True, slots=True)
class Stand:
    """A place from `first` to the `last` of those who share it, `of` so many: over the whole tournament, or, with
    `stage`, in that stage as if it ended now; `group` is its number where there are several. In a bracket or a
    knock-out somebody `is_in` or has this place because they are out. `ahead` says what comes next in a bracket."""

    first: int
    last: int
    of: int
    stage: UUID | None = None
    group: int = 0
    is_out: bool = False
    is_in: bool = False
    is_bracket: bool = False
    ahead: str = ""

    @property
    def is_shared(self) -> bool:
        return self.first < self.last

    @property
    def words(self) -> str:
        """The place, or the places that are shared."""
        return place_words(self.first, self.last)


def stands_of(tournament: Tournament) -> dict[UUID, Stand]:
    """{entrant: where they stand}; who is not in the stage that is played has the place of the tournament so far."""
    lines = final_lines(tournament, official=tournament.is_ended)
    found = {line.entrant.pk: Stand(line.first, line.last, len(lines)) for line in lines}
    stage = tournament.stages.exclude(state=Stage.State.PLANNED).order_by("number").last()
    if stage is None or tournament.is_ended:
        return found
    stage.tournament = tournament
    if format_of(stage).counts == "half_points":
        groups = duel_standing_of(stage).groups
        for group in groups:
            found |= _in_group(group, stage, is_one=len(groups) == 1)
    elif format_of(stage).is_by_matches:
        found |= _in_bracket(bracket_of(stage), found)
    elif isinstance(stage.typed_plan, KnockoutPlan):
        found |= _in_knockout(stage)
    return found


def _in_group(group: Group, stage: Stage, *, is_one: bool) -> dict[UUID, Stand]:
    share, number = Counter(line.rank for line in group.lines), 0 if is_one else group.number
    return {
        line.entrant.pk: Stand(line.rank, line.rank + share[line.rank] - 1, len(group.lines), stage.pk, number)
        for line in group.lines
    }


def _in_bracket(state: State | None, known: Mapping[UUID, Stand]) -> dict[UUID, Stand]:
    """Who is out has the places of their round; once all is decided the place that is `known`, for lots can have parted
    them."""
    if state is None or not state.rounds:
        return {}
    out, matches = state.ranges, [match for part in parts_of(state) for one in part.rounds for match in one.matches]
    found = {}
    for seed, entrant in enumerate(state.seeds, 1):
        place = replace(known[entrant.pk], stage=state.stage.pk, of=len(state.seeds), is_bracket=True)
        if seed in out and not state.is_decided:
            first, last = out[seed]
            place = replace(place, first=first, last=last)
        if seed in out:
            found[entrant.pk] = replace(place, is_out=out[seed][0] > 1)
        else:
            found[entrant.pk] = replace(place, is_in=True, ahead=_ahead(state, matches, entrant.pk))
    return found


def _ahead(state: State, matches: list[Shown], entrant: UUID) -> str:
    """The next match of somebody that is not open yet, and against whom, as far as that is known."""
    for match in matches:
        own = [n for n, side in enumerate(match.sides) if side.entrant and side.entrant.pk == entrant]
        if not own or match.state not in {"waits", "open"}:
            continue
        other, met = match.sides[1 - own[0]], state.met[match.name].match
        against = isolated(other.name) if other.entrant else awaited(state.bracket, (met.two, met.one)[own[0]])
        return _("{match}, against {name}").format(match=match.title, name=against)
    return ""


def _in_knockout(stage: Stage) -> dict[UUID, Stand]:
    lines = knockout_lines(stage, official=False)
    people = sum(len(line.entrants) for line in lines)
    return {
        entrant.pk: Stand(
            line.first,
            line.last,
            people,
            stage.pk,
            is_out=act is not None,
            is_in=act is None and line.is_shared,
        )
        for line in lines
        for entrant, act in zip(line.entrants, line.acts, strict=True)
    }
