"""The next round of a stage before anything is drawn: who plays what by which rules, who comes from one club, what
it would be, and every obstacle at once; and what corrections that came after a draw have changed of what it
knew, which moves nobody by itself."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.core.game import AnyGame
from games.core.record import Record
from scorekeeper.common.texts import halves
from scorekeeper.common.widgets import Boxes
from scorekeeper.play.offers import sizes
from scorekeeper.tournaments.models import Entrant, Stage, Tournament
from scorekeeper.tournaments.rounds.field import Field, active, called, club_of, with_players


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
        return sorted(((times, size) for size, times in Counter(self.sizes).items()), key=lambda pair: -pair[1])


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


@dataclass(frozen=True, slots=True)
class Entering:
    """Who plays a game by which rules: single players, pairs or teams of `team_size`."""

    game: AnyGame
    rules: Record
    of: str
    team_size: int

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many may sit at a table."""
        return sizes(self.game, self.rules)

    @property
    def duels(self) -> bool:
        """Whether a table can hold two entrants against each other, and the game says who of them has won."""
        seats = 2 * self.team_size
        return self.game.duel is not None and seats in self.sizes and len(self.game.sides(range(seats))) == 2

    @property
    def largest_unbroken(self) -> int:
        """The largest table up to which there is one of every size from two on."""
        most = 1
        for size in self.sizes:
            if size != most + 1:
                break
            most = size
        return most


def entering(tournament: Tournament) -> Entering:
    """Who plays what in this tournament."""
    return Entering(tournament.plays, tournament.typed_rules, tournament.of, tournament.team_size)


APART: Final = {
    "off": gettext_lazy("May meet like everybody else"),
    "soft": gettext_lazy("Kept apart where possible"),
    "hard": gettext_lazy("Never meet, unless a club is too large for that"),
}


def apart_field(chosen: str) -> forms.Field:
    """The question how far they are kept apart."""
    return forms.ChoiceField(
        label=_("Players from the same club"), choices=list(APART.items()), widget=Boxes(1), initial=chosen
    )


def apart_sentences(apart: str) -> list[str]:
    """How far they are kept apart, in sentences."""
    return {
        "off": [],
        "soft": [_("Players from the same club are kept apart where possible.")],
        "hard": [_("Players from the same club never meet, unless the club is too large for that.")],
    }[apart]


Points = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Changed:
    """Whose points are others than they were; of matches (`in_halves`) they are half points."""

    entrant: UUID
    name: str
    before: int
    now: int
    in_halves: bool = False

    @property
    def before_said(self) -> int | str:
        return halves(self.before) if self.in_halves else self.before

    @property
    def now_said(self) -> int | str:
        return halves(self.now) if self.in_halves else self.now


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Who would have sat elsewhere or with others, of a team the `player`: the table there was and the one there would
    have been (None: sitting out). Of matches also whom they `met` and would have met."""

    entrant: UUID
    player: UUID | None
    name: str
    table: int | None
    would_be: int | None
    met: Entrant | None = None
    would_meet: Entrant | None = None

    @property
    def stays(self) -> bool:
        """Whether it would have been the same table, with others at it."""
        return self.table == self.would_be and self.met is None

    @property
    def met_said(self) -> str:
        return called(self.met) if self.met else ""

    @property
    def would_meet_said(self) -> str:
        return called(self.would_meet) if self.would_meet else ""


@dataclass(frozen=True, slots=True)
class Corrected:
    """The points that have changed since a draw, by what was corrected: who got a penalty or a bonus after it had what
    they had. `by_points` says whether it looked at them, `moved` who would have sat
    elsewhere."""

    changed: tuple[Changed, ...]
    by_points: bool
    moved: tuple[Elsewhere, ...]


def changed_in(before: Points, now: Points, *, in_halves: bool = False) -> tuple[Changed, ...]:
    """Of those who are known, {entrant: points}, whose points are others now."""
    differs = {pk for pk in before if now.get(pk, 0) != before[pk]}
    entrants = with_players(Entrant.objects.filter(pk__in=differs)).order_by("number")
    return tuple(
        Changed(who.pk, called(who), before[str(who.pk)], now.get(str(who.pk), 0), in_halves) for who in entrants
    )


@dataclass(frozen=True, slots=True)
class LateMatch:
    """A correction that came too late for the match that follows: who was said to have won then (None: neither), who
    would have now, and the match that was opened from it with the one who sits there and who would."""

    name: str
    then: Entrant | None
    now: Entrant | None
    into: str
    sits: Entrant | None
    would: Entrant | None
