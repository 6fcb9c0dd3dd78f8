"""What stands in the way of the next round of tables, before anything is drawn: every obstacle at once."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.common.names import alphabetical
from scorekeeper.common.texts import isolated
from scorekeeper.pairing.splitting import smaller_sizes
from scorekeeper.pairing.teams import SIZE
from scorekeeper.play.offers import sizes
from scorekeeper.tournaments.formats.tables.instances import shape_of
from scorekeeper.tournaments.formats.tables.teams import squares_of
from scorekeeper.tournaments.models import Entrant, Round, Stage, Tournament
from scorekeeper.tournaments.plans import TablesPlan
from scorekeeper.tournaments.rounds.field import Field, field_of
from scorekeeper.tournaments.rounds.pairs import all_apart, listed, names_of, pairs_of
from scorekeeper.tournaments.rounds.results import Read, nameless, tables_of
from scorekeeper.tournaments.rounds.units import Unit, active, called, club_of, units_of

OF_SIZES: Final = frozenset({"small_tables", "sits_out"})
"""The codes of what is said of the tables that people make."""


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Something to know before a draw, in a sentence; one that `stops` it has to be out of the way first."""

    code: str
    text: str
    stops: bool = False


@dataclass(frozen=True, slots=True)
class Precheck:
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
        return not any(one.stops for one in self.obstacles)

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


def precheck(stage: Stage, read: Read = nameless) -> Precheck:
    """Of the next round of a stage of tables."""
    plan = stage.typed_plan
    assert isinstance(plan, TablesPlan)  # noqa: S101 asked for stages of tables alone
    field = field_of(stage)
    units = units_of(stage.tournament, field.here)
    allowed = sizes(stage.tournament.plays, stage.tournament.typed_rules)
    squares = squares_of(stage, field)
    found = shape_of(stage, len(units), squares)
    obstacles = (
        *of_stage(stage),
        *of_rounds(plan.rounds, field.number),
        *of_people(stage, field, len(units), min(allowed, default=0) if not found else 0),
        *_of_round_before(stage, plan, field.number, read),
        *_of_clubs(plan, field.here, len(found)),
        *_of_sizes(found, len(units) - sum(found), plan),
        *_of_teams(plan, len(field.here)),
        *_of_pairs(stage, units, len(found), len(units) - sum(found)),
    )
    smaller = () if squares else smaller_sizes(len(units), allowed, plan.size)
    return Precheck(field.number, field, found, len(units) - sum(found), obstacles, smaller)


def of_draft(stage: Stage, look: Precheck, drawn: Sequence[int]) -> Precheck:
    """The same of a draft whose tables have these sizes, where a director chose smaller ones: what it says of sizes and
    of who sits out is what the draft has."""
    plan, sizes = stage.typed_plan, tuple(sorted(drawn, reverse=True))
    if not isinstance(plan, TablesPlan) or not look.smaller or sizes != look.smaller:
        return look
    others = (one for one in look.obstacles if one.code not in OF_SIZES)
    obstacles = (*others, *_of_sizes(sizes, out := look.out_of_smaller, plan))
    return replace(look, sizes=sizes, out=out, smaller=look.sizes, obstacles=obstacles, is_smaller=True)


def of_stage(stage: Stage) -> Iterator[Obstacle]:
    """That nothing is drawn in it now."""
    if stage.tournament.is_ended:
        yield Obstacle("tournament_ended", _("This tournament has ended."), stops=True)
    elif stage.state == Stage.State.ENDED:
        yield Obstacle("stage_ended", _("This stage has ended."), stops=True)
    elif stage.number > 1 and not stage.entrants.exists():
        yield Obstacle(
            "stage_waits", _("The stage before it has not ended: nobody has come into this one."), stops=True
        )


def of_rounds(rounds: int, number: int) -> Iterator[Obstacle]:
    """That all of so many are drawn before the one of this number."""
    if number > rounds:
        text = ngettext("Its one round has been drawn.", "All its {number} rounds have been drawn.", rounds)
        yield Obstacle("rounds_over", text.format(number=rounds), stops=True)


def of_people(stage: Stage, field: Field, people: int, fewest: int) -> Iterator[Obstacle]:
    """What is to know of those who take part. `fewest` is how many are needed where there are fewer, else 0."""
    if fewest:
        text = _("{number} can play, and a table takes at least {fewest}. Check more people in.")
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
                text = _("{name} plays for {one} and for {other}, and can sit at one table only.")
                words = text.format(name=player.name, one=seen[player.pk], other=called(entrant))
                yield Obstacle("plays_twice", words, stops=True)
            seen[player.pk] = called(entrant)


def of_missing(field: Field) -> Iterator[Obstacle]:
    """Who has entered and is not here, and who said that they miss the round."""
    if field.expected:
        names = ", ".join(called(entrant) for entrant in field.expected)
        text = ngettext(
            "{number} has entered and is not checked in, and gets no seat: {names}",
            "{number} have entered and are not checked in, and get no seat: {names}",
            len(field.expected),
        )
        yield Obstacle("not_checked_in", text.format(number=len(field.expected), names=names))
    if field.absent:
        names = ", ".join(called(entrant) for entrant in field.absent)
        yield Obstacle("absent", _("Miss this round, as they said: {names}").format(names=names))


def _of_round_before(stage: Stage, plan: TablesPlan, number: int, read: Read) -> Iterator[Obstacle]:
    """Whoever puts people by their points has to have the points; who still plays can't sit down elsewhere."""
    before = Round.objects.filter(stage=stage, number=number - 1).first()
    if before is None:
        return
    open_tables = [table.number for table in read([before]) if not table.is_final]
    if open_tables:
        numbers = ", ".join(map(str, open_tables))
        text = _("Of round {round} these tables have no final result yet: {numbers}.")
        stops = plan.style == "seeded"
        if stops:
            text += " " + _("The next one goes by points, so they are needed first.")
        yield Obstacle("round_open", text.format(round=number - 1, numbers=numbers), stops=stops)


def _of_clubs(plan: TablesPlan, here: Sequence[Entrant], tables: int) -> Iterator[Obstacle]:
    """At the one table there is all sit together, whoever they are."""
    if plan.apart == "off" or plan.style == "manual" or tables < 2:
        return
    for origin, times in large_clubs(here, tables):
        text = _("{number} come from {origin}, and there are {tables} tables: some of them have to sit together.")
        if plan.apart == "hard":
            text += " " + _("They are kept apart as far as can be.")
        yield Obstacle("origin_too_large", text.format(number=times, origin=origin, tables=tables))


def _of_teams(plan: TablesPlan, here: int) -> Iterator[Obstacle]:
    """Team points go by up to four places."""
    if plan.counts == "team_points" and here > SIZE:
        text = _(
            "{number} teams are here, and team points are for four at most. Let points count, or have fewer teams play."
        )
        yield Obstacle("teams_many", text.format(number=here), stops=True)


def large_clubs(here: Sequence[Entrant], most: int) -> list[tuple[str, int]]:
    """The clubs that more than so many come from, as one of them wrote it, with how many there are."""
    members: dict[str, list[str]] = {}
    for entrant in here:
        members.setdefault(club_of(entrant), []).append(entrant.origin)
    return [(own[0], len(own)) for club, own in sorted(members.items()) if club and len(own) > most]


def _of_pairs(stage: Stage, units: Sequence[Unit], tables: int, out: int) -> Iterator[Obstacle]:
    """Who is kept apart by a list, where there is nowhere else to sit."""
    pairs = pairs_of(stage.tournament, units).forbidden if tables else ()
    if tables == 1 and pairs:
        text = _("Are kept apart, and there is one table: {pairs}.")
        yield Obstacle("kept_apart", text.format(pairs=listed(pairs, names_of(units))))
    elif len(group := all_apart(pairs)) > tables + out:
        names = names_of(units)
        text = _("No two of these are to sit together, and there are {tables} tables: {names}.")
        people = ", ".join(isolated(name) for name in sorted((names[key] for key in group), key=alphabetical))
        yield Obstacle("kept_apart", text.format(tables=tables, names=people))


def _of_sizes(found: Sequence[int], out: int, plan: TablesPlan) -> Iterator[Obstacle]:
    if not found:
        return
    small = sum(size < plan.size for size in found)
    if small:
        text = ngettext("{number} table is smaller than {size}.", "{number} tables are smaller than {size}.", small)
        yield Obstacle("small_tables", text.format(number=small, size=plan.size))
    if out:
        text = ngettext("{number} sits out.", "{number} sit out.", out)
        yield Obstacle("sits_out", text.format(number=out))


def still_playing(stage: Stage, players: Collection[UUID]) -> list[str]:
    """Which of these people sit at a table of this tournament that still takes hands, by name. A table whose results
    were all written at the desk waits for nobody."""
    rounds = Round.objects.filter(stage__tournament=stage.tournament_id, state=Round.State.PUBLISHED)
    seats = [
        seat
        for table in tables_of(rounds)
        if table.state == "playing" and table.sitting
        for seat in table.sitting.seats.all()
        if seat.is_active and seat.player.identity in players
    ]
    return sorted((seat.player.person.name for seat in seats), key=alphabetical)
