"""What stands in the way of the next round of matches: every obstacle at once."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from scorekeeper.pairing.dutch import NoDutch
from scorekeeper.pairing.swiss import Unpairable
from scorekeeper.tournaments.formats.round_robin.draw import drawn_robin, lines_in, lines_of, plays_in, rounds_in
from scorekeeper.tournaments.formats.swiss.draw import drawn_swiss, in_the_way, rounds_of, swiss_plan
from scorekeeper.tournaments.formats.tables.obstacles import (
    Obstacle,
    Precheck,
    large_clubs,
    of_missing,
    of_rounds,
    of_sides,
    of_stage,
)
from scorekeeper.tournaments.matches.play import GONE
from scorekeeper.tournaments.matches.results import undecided_tables
from scorekeeper.tournaments.models import Round, Stage
from scorekeeper.tournaments.rounds.drawing import Asked
from scorekeeper.tournaments.rounds.field import Field, field_of
from scorekeeper.tournaments.rounds.pairs import listed, names_of, pairs_of
from scorekeeper.tournaments.rounds.results import Read, nameless
from scorekeeper.tournaments.rounds.units import called, sides


def swiss_precheck(stage: Stage, read: Read = nameless) -> Precheck:
    """Of the next round of a Swiss stage."""
    field = field_of(stage)
    many = len(field.here)
    obstacles = [
        *of_stage(stage),
        *of_rounds(rounds_of(stage, field), field.number),
        *too_few(many),
        *of_sides(stage, field, stops=True),
        *of_missing(field),
        *_of_round_before(stage, field.number, read, stops=True),
        *_of_odd(many),
        *_of_clubs(stage, field),
    ]
    if not any(one.stops for one in obstacles):
        obstacles += _of_pairing(stage, field, read)
    return Precheck(field.number, field, (2,) * (many // 2), many % 2, tuple(obstacles))


def robin_precheck(stage: Stage, read: Read = nameless) -> Precheck:
    """Of the next round of a round robin. Who misses it is drawn all the same: their match waits without a sheet."""
    field = field_of(stage)
    plays = plays_in(stage, field)
    obstacles = (
        *of_stage(stage),
        *(too_few(len(plays)) if field.number == 1 else of_rounds(rounds_in(stage, field), field.number)),
        *of_sides(stage, field, stops=True),
        *_of_numbers(stage, field),
        *_of_waiting(field),
        *_of_round_before(stage, field.number, read, stops=False),
        *_of_pairs(stage, field),
    )
    return Precheck(field.number, field, (2,) * (len(plays) // 2), len(plays) % 2, obstacles)


def too_few(many: int) -> Iterator[Obstacle]:
    """That a match needs two."""
    if many < 2:
        yield Obstacle("too_few", _("A match needs two, and {number} can play.").format(number=many), stops=True)


def _of_odd(many: int) -> Iterator[Obstacle]:
    if many % 2:
        yield Obstacle("sits_out", _("They are an odd number: the lowest who has had no bye yet sits out."))


def _of_clubs(stage: Stage, field: Field) -> Iterator[Obstacle]:
    """More of one club than there are matches; where their number is odd one of them could sit out."""
    many = len(field.here)
    if swiss_plan(stage).apart == "off":
        return
    for origin, times in large_clubs(field.here, many - many // 2):
        text = _("{number} come from {origin}, and there are {matches} matches: some of them have to meet.")
        yield Obstacle("origin_too_large", text.format(number=times, origin=origin, matches=many // 2))


def _of_round_before(stage: Stage, number: int, read: Read, *, stops: bool) -> Iterator[Obstacle]:
    before = Round.objects.filter(stage=stage, number=number - 1).first()
    if before is None:
        return
    before.stage = stage
    if open_ones := undecided_tables(before, read):
        text = _("Of round {round} these matches have no final result yet: {numbers}.")
        if stops:
            text += " " + _("The next one goes by points, so they are needed first.")
        numbers = ", ".join(map(str, open_ones))
        yield Obstacle("round_open", text.format(round=number - 1, numbers=numbers), stops=stops)


def _of_pairing(stage: Stage, field: Field, read: Read) -> Iterator[Obstacle]:
    """Whether there is a way at all, where there may be none."""
    plan = swiss_plan(stage)
    if plan.system != "dutch" and plan.apart != "hard" and not _may_bar(stage, field):
        return
    try:
        drawn = drawn_swiss(stage, field, Asked(seed=stage.seed), read)
        if drawn.report["fell_back"]:
            yield Obstacle("clubs_meet", _("Whatever is drawn, some who come from one club have to meet."))
    except NoDutch as refused:
        text = _("FIDE’s Dutch system is not installed here. Choose the other way to pair in the plan.")
        if refused.reason == "many":
            text = _("FIDE’s Dutch system pairs 200 at most. Choose the other way to pair in the plan.")
        yield Obstacle("no_dutch", text, stops=True)
    except Unpairable:
        yield _unpairable(stage, field, read)


def _may_bar(stage: Stage, field: Field) -> bool:
    """Whether pairs that never meet can leave no way. An even number is all paired in one round fewer than they are, an
    odd one with a bye in as many, and each pair is in one of these rounds: fewer pairs leave one of them whole."""
    many = len(field.here)
    return len(pairs_of(stage.tournament, sides(field.here)).forbidden) >= many - 1 + many % 2


def _unpairable(stage: Stage, field: Field, read: Read) -> Obstacle:
    text = _("Not everybody can be paired without two meeting who never may.")
    if pairs := in_the_way(stage, field, read):
        told = _("Kept apart are {pairs}. Let one of these pairs meet, or let one of them miss the round.")
        text += " " + told.format(pairs=listed(pairs, names_of(sides(field.here))))
    elif swiss_plan(stage).system == "dutch":
        text = _("By FIDE’s Dutch system there is no round left that everybody could be paired for.")
    return Obstacle("unpairable", text, stops=True)


def _of_numbers(stage: Stage, field: Field) -> Iterator[Obstacle]:
    """The numbers are drawn with the first round: who comes later has none."""
    if field.number == 1:
        yield from of_missing(Field(field.number, field.here, (), field.expected))
        return
    lines = [entrant for entrant, _group, _line in lines_of(stage)]
    known = {entrant.pk for entrant in lines}
    late = [called(entrant) for entrant in (*field.here, *field.absent) if entrant.pk not in known]
    if late:
        text = _("Came after the numbers were drawn, and have no matches: {names}")
        yield Obstacle("too_late", text.format(names=", ".join(late)))
    gone = [called(entrant) for entrant in lines if entrant.state in GONE]
    if gone:
        text = _("Have left, and whoever should have met them sits out: {names}")
        yield Obstacle("have_left", text.format(names=", ".join(gone)))


def _of_pairs(stage: Stage, field: Field) -> Iterator[Obstacle]:
    """Who is kept apart by a list, and is not here: before the first round whoever will meet, then who meets now."""
    units = {unit.key: unit for unit in sides(plays_in(stage, field))}
    pairs = pairs_of(stage.tournament, units.values()).forbidden
    if not pairs:
        return
    group_of = {str(entrant.pk): group for entrant, group, _line in lines_in(stage, field)}
    meet = [pair for pair in pairs if len({group_of[key] for key in pair}) == 1]
    text = _("Everybody meets everybody, also who is kept apart: {pairs}.")
    if field.number > 1:
        now = {frozenset(table.keys) for table in drawn_robin(stage, field, stage.seed).tables}
        meet = [pair for pair in meet if pair in now]
        text = _("Are kept apart, and meet in this round: {pairs}.")
    elif len(set(group_of.values())) > 1:
        text += " " + _("Other seeds put them into different groups.")
    if meet:
        yield Obstacle("kept_apart", text.format(pairs=listed(meet, names_of(units.values()))))


def _of_waiting(field: Field) -> Iterator[Obstacle]:
    if field.absent:
        text = _("Miss this round, as they said: {names}. Their matches get no sheet; write down at the desk who wins.")
        yield Obstacle("absent", text.format(names=", ".join(map(called, field.absent))))
