"""What stands in the way of the next round of a Swiss system: every obstacle at once."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from scorekeeper.draws.drawn import DrawRequest
from scorekeeper.pairing.dutch import NoDutch
from scorekeeper.pairing.swiss import Unpairable
from scorekeeper.tournaments.formats.next_round import (
    NextRound,
    Obstacle,
    large_clubs,
    of_missing,
    of_rounds,
    of_sides,
    of_stage,
)
from scorekeeper.tournaments.formats.swiss.draw import drawn_swiss, in_the_way, rounds_of, swiss_plan
from scorekeeper.tournaments.matches.play import of_round_before, too_few
from scorekeeper.tournaments.models import Stage
from scorekeeper.tournaments.rounds.field import Field, field_of, listed, names_of, pairs_of, sides
from scorekeeper.tournaments.rounds.results import Read, nameless


def next_round(stage: Stage, read: Read = nameless) -> NextRound:
    """Of the next round of a Swiss stage."""
    field = field_of(stage)
    many = len(field.here)
    obstacles = [
        *of_stage(stage),
        *of_rounds(rounds_of(stage, field), field.number),
        *too_few(many),
        *of_sides(stage, field, stops=True),
        *of_missing(field),
        *of_round_before(stage, field.number, read, stops=True),
        *_of_odd(many),
        *_of_clubs(stage, field),
    ]
    if not any(obstacle.stops for obstacle in obstacles):
        obstacles += _of_pairing(stage, field, read)
    return NextRound(field.number, field, (2,) * (many // 2), many % 2, tuple(obstacles))


def _of_odd(many: int) -> Iterator[Obstacle]:
    if many % 2:
        yield Obstacle("sits_out", _("The number is odd. The lowest player without a bye so far sits out."))


def _of_clubs(stage: Stage, field: Field) -> Iterator[Obstacle]:
    """More of one club than there are matches; where their number is odd one of them could sit out."""
    many = len(field.here)
    if swiss_plan(stage).apart == "off":
        return
    for origin, times in large_clubs(field.here, many - many // 2):
        text = _("{number} come from {origin}, but there are only {matches} matches. Some of them have to meet.")
        yield Obstacle("origin_too_large", text.format(number=times, origin=origin, matches=many // 2))


def _of_pairing(stage: Stage, field: Field, read: Read) -> Iterator[Obstacle]:
    """Whether there is a way at all, where there may be none."""
    plan = swiss_plan(stage)
    if plan.system != "dutch" and plan.apart != "hard" and not _may_bar(stage, field):
        return
    try:
        drawn = drawn_swiss(stage, field, DrawRequest(seed=stage.seed), read)
        if drawn.report.fell_back:
            yield Obstacle("clubs_meet", _("In any draw, some players from the same club have to meet."))
    except NoDutch as refused:
        text = _("FIDE’s Dutch system is not installed here. Choose the other pairing system in the plan.")
        if refused.reason == "many":
            text = _("FIDE’s Dutch system pairs at most 200. Choose the other pairing system in the plan.")
        yield Obstacle("no_dutch", text, stops=True)
    except Unpairable:
        yield _unpairable(stage, field, read)


def _may_bar(stage: Stage, field: Field) -> bool:
    """Whether pairs that never meet can leave no way. An even number is all paired in one round fewer than they are, an
    odd one with a bye in as many, and each pair is in one of these rounds: fewer pairs leave one of them whole."""
    many = len(field.here)
    return len(pairs_of(stage.tournament, sides(field.here)).forbidden) >= many - 1 + many % 2


def _unpairable(stage: Stage, field: Field, read: Read) -> Obstacle:
    text = _("Not everybody can be paired without a meeting that must never happen.")
    if pairs := in_the_way(stage, field, read):
        sentence = _("Kept apart: {pairs}. Let one of these pairs meet, or let one player miss the round.")
        text += " " + sentence.format(pairs=listed(pairs, names_of(sides(field.here))))
    elif swiss_plan(stage).system == "dutch":
        text = _("FIDE’s Dutch system cannot pair everybody for another round.")
    return Obstacle("unpairable", text, stops=True)
