"""What stands in the way of the next round of a round robin: every obstacle at once."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from scorekeeper.tournaments.formats.next_round import (
    NextRound,
    Obstacle,
    of_missing,
    of_rounds,
    of_sides,
    of_stage,
)
from scorekeeper.tournaments.formats.round_robin.draw import drawn_robin, lines_in, lines_of, plays_in, rounds_in
from scorekeeper.tournaments.matches.play import GONE, of_round_before, too_few
from scorekeeper.tournaments.models import Stage
from scorekeeper.tournaments.rounds.field import Field, called, field_of, listed, names_of, pairs_of, sides
from scorekeeper.tournaments.rounds.results import Read, nameless


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
