"""The next round of a stage before anything is drawn: what it would be, and every obstacle at once."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.tournaments.models import Entrant, Stage, Tournament
from scorekeeper.tournaments.rounds.field import Field, active, called, club_of


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Something to know before a draw, in a sentence; one that `stops` it has to be out of the way first."""

    code: str
    text: str
    stops: bool = False


@dataclass(frozen=True, slots=True)
class NextRound:
    """What the next round would be: its number, who plays it, the sizes of its tables; and what stands in the way.
    `smaller` are the sizes that a director can choose instead, where somebody sits out anyway; then one more does. Of a
    draft with these it `is_smaller`, and they are the usual ones."""

    number: int
    field: Field
    sizes: tuple[int, ...]
    out: int
    obstacles: tuple[Obstacle, ...]
    smaller: tuple[int, ...] = ()
    is_smaller: bool = False

    @property
    def may_draw(self) -> bool:
        return not any(obstacle.stops for obstacle in self.obstacles)

    @property
    def out_of_smaller(self) -> int:
        """How many would sit out of the tables that can be chosen instead."""
        return sum(self.sizes) + self.out - sum(self.smaller)

    @property
    def instead(self) -> str:
        """What a director who chooses the other tables does."""
        size, times, out = self.smaller[0], len(self.smaller), self.out_of_smaller
        tables = ngettext("Draw a table of {size} instead", "Draw {times} tables of {size} instead", times)
        rest = ngettext("{number} sits out", "{number} sit out", out).format(number=out)
        return f"{tables.format(size=size, times=times)}: {rest}" if out else tables.format(size=size, times=times)

    @property
    def shape(self) -> list[tuple[int, int]]:
        """(how many tables, of how many), the largest first."""
        return sorted(((times, size) for size, times in Counter(self.sizes).items()), key=lambda one: -one[1])


def of_stage(stage: Stage) -> Iterator[Obstacle]:
    """That nothing is drawn in it now."""
    if stage.tournament.is_ended:
        yield Obstacle("tournament_ended", _("This tournament has ended."), stops=True)
    elif stage.state == Stage.State.ENDED:
        yield Obstacle("stage_ended", _("This stage has ended."), stops=True)
    elif stage.number > 1 and not stage.entrants.exists():
        yield Obstacle("stage_waits", _("The previous stage has not ended, so nobody is in this one yet."), stops=True)


def of_rounds(rounds: int, number: int) -> Iterator[Obstacle]:
    """That all of so many are drawn before the one of this number."""
    if number > rounds:
        text = ngettext("Its one round has been drawn.", "All its {number} rounds have been drawn.", rounds)
        yield Obstacle("rounds_over", text.format(number=rounds), stops=True)


def of_people(stage: Stage, field: Field, people: int, fewest: int) -> Iterator[Obstacle]:
    """What is to know of those who take part. `fewest` is how many are needed where there are fewer, else 0."""
    if fewest:
        text = _("Present: {number}. A table needs at least {fewest}. Check in more people.")
        yield Obstacle("too_few", text.format(number=people, fewest=fewest), stops=True)
    yield from of_sides(stage, field, stops=False)
    yield from of_missing(field)


def of_sides(stage: Stage, field: Field, *, stops: bool) -> Iterator[Obstacle]:
    """Pairs and teams that are not complete, which stops a round of matches; and whoever plays for two."""
    if stage.tournament.of != Tournament.Of.PLAYERS:
        for entrant in field.here:
            if len(active(entrant)) < stage.tournament.team_size:
                text = _("{name} is not complete: {number} of {size} play.")
                words = text.format(name=called(entrant), number=len(active(entrant)), size=stage.tournament.team_size)
                yield Obstacle("not_complete", words, stops=stops)
    seen: dict[object, str] = {}
    for entrant in field.here:
        for player in active(entrant):
            if player.pk in seen:
                text = _("{name} plays for {one} and for {other} but can sit at only one table.")
                words = text.format(name=player.name, one=seen[player.pk], other=called(entrant))
                yield Obstacle("plays_twice", words, stops=True)
            seen[player.pk] = called(entrant)


def of_missing(field: Field) -> Iterator[Obstacle]:
    """Who has entered and is not here, and who said that they miss the round."""
    if field.expected:
        names = ", ".join(called(entrant) for entrant in field.expected)
        text = ngettext(
            "{number} has entered but is not checked in and gets no seat: {names}",
            "{number} have entered but are not checked in and get no seat: {names}",
            len(field.expected),
        )
        yield Obstacle("not_checked_in", text.format(number=len(field.expected), names=names))
    if field.unseen:
        names = ", ".join(called(entrant) for entrant in field.unseen)
        text = ngettext(
            "{number} is not checked in and misses this round: {names}",
            "{number} are not checked in and miss this round: {names}",
            len(field.unseen),
        )
        yield Obstacle("not_checked_in", text.format(number=len(field.unseen), names=names))
    if field.excused:
        names = ", ".join(called(entrant) for entrant in field.excused)
        yield Obstacle("absent", _("Missing this round, as announced: {names}").format(names=names))


def large_clubs(here: Sequence[Entrant], most: int) -> list[tuple[str, int]]:
    """The clubs that more than so many come from, as one of them wrote it, with how many there are."""
    members: dict[str, list[str]] = {}
    for entrant in here:
        members.setdefault(club_of(entrant), []).append(entrant.origin)
    return [(own[0], len(own)) for club, own in sorted(members.items()) if club and len(own) > most]
