"""What stands in the way of the next matches of a bracket, before they are drawn: every obstacle at once."""

from collections.abc import Iterator, Mapping, Sequence
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.pairing.brackets import Met
from scorekeeper.tournaments.formats.bracket.bracket import State, away_in, bracket_of, present_in, ready, sides_of
from scorekeeper.tournaments.formats.bracket.words import match_title
from scorekeeper.tournaments.formats.next_round import NextRound, Obstacle, of_missing, of_sides, of_stage
from scorekeeper.tournaments.models import Stage
from scorekeeper.tournaments.rounds.field import Field, called, field_of, listed, names_of, pairs_of, sides

SIDES = 2


def next_round(stage: Stage) -> NextRound:
    """Of the next matches: all whose two sides are known, and that nobody has opened. It takes no end of the round
    before."""
    field, state = field_of(stage), bracket_of(stage, named=False)
    begun = bool(state and state.rounds)
    if not begun:
        field = Field(field.number, tuple(present_in(stage)), field.excused, field.expected)
    away = away_in(state, field.number) if state else {}
    both, waits = ready(state, field.number) if state else ([], [])
    drawn = [state.entrant(seed) for met in both for seed in (met.one or 0, met.two or 0)] if state else []
    # who has a bye is in it too, but has nothing to play yet
    shown = Field(field.number, tuple(drawn), field.absent, field.expected)
    obstacles = (
        *of_stage(stage),
        *(() if begun else _of_first(field)),
        *(_of_matches(state, both, waits, away) if state else ()),
        *of_sides(stage, shown, stops=True),
        *_of_pairs(stage, state, both, field if not begun else shown),
    )
    return NextRound(field.number, shown, (SIDES,) * len(both), 0, obstacles)


def _of_first(field: Field) -> Iterator[Obstacle]:
    """The first round says who is in it at all."""
    if len(field.here) < SIDES:
        text = _("Present: {number}. A bracket needs at least {fewest}. Check in more people.")
        yield Obstacle("too_few", text.format(number=len(field.here), fewest=SIDES), stops=True)
    if field.here:
        text = ngettext(
            "{number} starts in the bracket with this round. Nobody can join later, and the seeds stay.",
            "{number} start in the bracket with this round. Nobody can join later, and the seeds stay.",
            len(field.here),
        )
        yield Obstacle("bracket_closes", text.format(number=len(field.here)))
    yield from of_missing(field)


def _of_matches(
    state: State, both: Sequence[Met], waits: Sequence[Met], away: Mapping[UUID, bool]
) -> Iterator[Obstacle]:
    if state.is_decided:
        yield Obstacle("decided", _("Every match is decided."), stops=True)
        return
    if not both:
        text = _("No match can be opened now. The players of the next matches are not known or not here.")
        yield Obstacle("nothing_open", text, stops=True)
    for met in waits:
        title, sides = match_title(state.bracket, met.match.name), sides_of(state, met)
        gone = [called(entrant) for entrant in sides if away.get(entrant.pk) is False]
        unseen = [called(entrant) for entrant in sides if away.get(entrant.pk)]
        if gone:
            text = ngettext(
                "{match} waits: {names} is not here, or misses this round.",
                "{match} waits: {names} are not here, or miss this round.",
                len(gone),
            )
            yield Obstacle("match_waits", text.format(match=title, names=", ".join(gone)))
        if unseen:
            text = ngettext(
                "{match} waits: {names} is not checked in.", "{match} waits: {names} are not checked in.", len(unseen)
            )
            yield Obstacle("not_checked_in", text.format(match=title, names=", ".join(unseen)))
    yield from _of_played(state)
    if number := len(state.waiting):
        text = ngettext("{number} match still waits for others.", "{number} matches still wait for others.", number)
        yield Obstacle("others_wait", text.format(number=number))


def _of_pairs(stage: Stage, state: State | None, both: Sequence[Met], field: Field) -> Iterator[Obstacle]:
    """Who is kept apart by a list, and is not here: whoever meets now, and before it begins all who may meet later."""
    units = sides(field.here)
    pairs = pairs_of(stage.tournament, units).forbidden
    if not pairs or state is None:
        return
    names, now = names_of(units), set()
    for met in both:
        now.add(pair := frozenset(str(state.entrant(seed).pk) for seed in (met.one or 0, met.two or 0)))
        if pair in pairs:
            text = _(
                "{match}: {pair} should be kept apart but meet here. Before the bracket begins, other "
                "seeds can separate them."
            )
            words = text.format(match=match_title(state.bracket, met.match.name), pair=listed([pair], names))
            yield Obstacle("kept_apart", words)
    if not state.rounds and (later := [pair for pair in pairs if pair not in now]):
        text = _("Seeds and results decide the pairings, even for players kept apart: {pairs}.")
        yield Obstacle("kept_apart", text.format(pairs=listed(later, names)))


def _of_played(state: State) -> Iterator[Obstacle]:
    """What somebody at the desk has to do: matches that ended level, tables of people who have left."""
    for name, played in state.tables.items():
        met, title = state.met[name], match_title(state.bracket, name)
        outcome = state.outcomes[name]
        if outcome and outcome.winner is None and not outcome.is_forfeit and played.state != "playing":
            text = _("{match} has no winner. A director enters who goes on.")
            yield Obstacle("drawn", text.format(match=title))
        if state.is_walkover(name) and played.state == "playing" and met.is_played:
            text = _(
                "{match}: somebody has left, so the match is decided. Enter for table {number} that they did "
                "not come. Until then the other player cannot sit elsewhere."
            )
            yield Obstacle("left_open", text.format(match=title, number=played.number))
    if number := len(state.played_now):
        text = ngettext("{number} match is being played.", "{number} matches are being played.", number)
        yield Obstacle("being_played", text.format(number=number))
