"""What somebody who takes part wants to know: their table, what comes, how they stand."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import pairwise
from typing import Final
from uuid import UUID

from django.core.cache import cache
from django.db.models import Prefetch
from django.utils.translation import gettext as _

from games.core.settling import InUnits
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Player
from scorekeeper.common.texts import isolated
from scorekeeper.draws.words import TableWords
from scorekeeper.languages.spoken import language_key
from scorekeeper.tournaments.clock.reads import Time, time_of
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.standing import Stand
from scorekeeper.tournaments.matches.play import Outcome, gives_half
from scorekeeper.tournaments.models import (
    DeskAct,
    DirectorCall,
    Entrant,
    Round,
    RoundPlace,
    RoundTable,
    Stage,
    Tournament,
)
from scorekeeper.tournaments.rounds.field import active, called, people
from scorekeeper.tournaments.rounds.results import Played, read_tables, unit_of
from scorekeeper.tournaments.standing.reads import stands_of
from scorekeeper.tournaments.words import stage_title


def what_comes(after: Round, entrant: UUID) -> str:
    """For an entrant who has nothing open after this round."""
    stage = after.stage
    following = stage.tournament.stages.filter(number__gt=stage.number).order_by("number").first()
    if stage.state == Stage.State.ENDED:
        return _after_stage(following, entrant) if following else ""
    planned = format_of(stage).planned_rounds(stage)
    if planned is None or after.number < planned:
        return _opened_next(stage)
    if following is None:
        return _("That was your last round.")
    text = _("That was the last round of this stage. Once it has ended, you see here who goes on to “{stage}”.")
    return text.format(stage=isolated(stage_title(following)))


def _after_stage(following: Stage, entrant: UUID) -> str:
    title = isolated(stage_title(following))
    if following.entrants.filter(entrant=entrant).exists():
        return _("You go on to “{stage}”.").format(stage=title) + " " + _opened_next(following)
    return _("“{stage}” goes on without you. That was your last round.").format(stage=title)


def _opened_next(stage: Stage) -> str:
    return str(format_of(stage).next_place)


State = Entrant.State
KEPT: Final = 300  # seconds that places are kept for the next one who asks


@dataclass(frozen=True, slots=True)
class Part:
    """What a round has for the reader: `place` says whether they sit, sit out or miss it. `points` are what the table
    has brought so far, in its unit; None where nothing is known. In a match `outcome` is what it has come to, `result`
    how it ended for them (`Format.result`). In a knock-out at tables they sit where they have moved to, or are `out`,
    in the place they have so far. `bye` says what
    a round without an opponent counts, where it counts anything; `is_half` that the round counts half a bye, because
    they came late."""

    round: Round
    stage_title: str
    place: RoundPlace
    table: Played | None
    others: tuple[RoundPlace, ...]
    points: int | None
    out: int | None = None
    outcome: Outcome | None = None
    result: str = ""
    bye: str = ""
    is_half: bool = False

    @property
    def title(self) -> str:
        """What the round is called."""
        return format_of(self.round.stage).rounds.title(self.round.number)

    @property
    def heading(self) -> str:
        """What their table stands under."""
        return format_of(self.round.stage).rounds.mine(self.round.number, is_over=self.is_over)

    @property
    def words(self) -> TableWords:
        return format_of(self.round.stage).words

    @property
    def your_seat(self) -> str:
        return self.words.your_seat(self.place.seat, self.seat)

    @property
    def is_home(self) -> bool | None:
        """Of a match; None at other tables."""
        return self.place.seat == 0 if self.words.has_home and self.table else None

    @property
    def written(self) -> DeskAct | None:
        """What was written at the desk instead of what the sheet says."""
        if self.outcome:
            return self.outcome.act
        got = self.table.got.get(self.place.entrant_id) if self.table else None
        return got.act if got else None

    @property
    def seat(self) -> int | None:
        """The number of the chair, from 1; None for who sits on several, as a pair does."""
        is_one = self.place.player_id is not None or len(active(self.place.entrant)) == 1
        return self.place.seat + 1 if self.place.seat is not None and is_one else None

    @property
    def is_over(self) -> bool:
        return (
            self.round.state == Round.State.OFFICIAL
            or self.out is not None
            or (self.table is not None and self.table.is_final and self.result != "level")
        )

    @property
    def extra_seconds(self) -> int:
        return self.table.table.extra_seconds if self.table else 0


@dataclass(frozen=True, slots=True)
class Mine:
    """The page of one who takes part. `now` is the round to look at: the first with a table that is not over for them,
    else the last one; `coming` are the published ones after it, `past` those before, the newest first. `waits` is their
    place on the waiting list, from 1. `after` says what comes once `now` is over for them and nothing else is open.
    `is_held`: their place, and what comes, is held back from them."""

    entrant: Entrant
    name: str
    waits: int | None
    now: Part | None
    coming: tuple[Part, ...]
    past: tuple[Part, ...]
    place: Stand | None
    unit: InUnits
    time: Time | None
    called_at: datetime | None
    after: str
    is_held: bool = False

    @property
    def is_in(self) -> bool:
        return self.entrant.state in {State.ENTERED, State.HERE, State.WAITING}


def part_of(
    tournament: Tournament, entrant: Entrant, user: User, now: datetime, stamp: str, *, is_held: bool = False
) -> Mine:
    """All of it; `stamp` is that of the tournament now (`selectors.stamps`). What is held back (`is_held`) is left
    out: what their own tables have brought stays."""
    parts = _parts(tournament, entrant, user)
    at = next((n for n, part in enumerate(parts) if part.table and not part.is_over), len(parts) - 1)
    current = parts[at] if parts else None
    place = None if is_held else _place(tournament, entrant, stamp)
    return Mine(
        entrant=entrant,
        name=called(entrant),
        waits=_waits(tournament, entrant),
        now=current,
        coming=tuple(parts[at + 1 :]),
        past=tuple(reversed(parts[: max(at, 0)])),
        place=place,
        unit=unit_of(tournament),
        time=time_of(tournament, now) if tournament.is_running else None,
        called_at=_called(current),
        after="" if is_held or at < len(parts) - 1 else _after(current, place),
        is_held=is_held,
    )


def _after(part: Part | None, place: Stand | None) -> str:
    """Formats that settle who goes on match by match say that themselves."""
    if part is None or part.table is None or not part.is_over:
        return ""
    is_settled = place is not None and (place.is_out or place.is_settled or place.ahead)
    return "" if is_settled else what_comes(part.round, part.place.entrant_id)


def _parts(tournament: Tournament, entrant: Entrant, user: User) -> list[Part]:
    """Of every published round in order: of a team the seat of the reader, else those of the others."""
    places = RoundPlace.objects.filter(round__stage__tournament=tournament, entrant=entrant)
    places = places.exclude(round__state=Round.State.DRAFT).select_related("round__stage", "player__merged_into")
    places = places.prefetch_related(Prefetch("entrant__players", queryset=people()))
    own = _own(list(places.order_by("round__stage__number", "round__number", "seat")), user, tournament)
    at = [place.table_id for place in own if place.table_id]
    tables = {
        table.table.pk: table for table in read_tables(RoundTable.objects.filter(pk__in=at).select_related("round"))
    }
    for place in own:
        place.round.stage.tournament = tournament
    parts = [_part(place.round.stage, place, tables.get(place.table_id) if place.table_id else None) for place in own]
    late = _last_before_the_first(parts)
    parts = [replace(part, is_half=part is late) for part in parts]
    stages = list(tournament.stages.all())
    for stage in stages:
        stage.tournament = tournament
    moved = _moved(stages, entrant)
    found = [*(part for part in parts if part.round.pk not in {round_.round.pk for round_ in moved}), *moved]
    return sorted(found, key=lambda part: (part.round.stage.number, part.round.number))


def _last_before_the_first(parts: Sequence[Part]) -> Part | None:
    """The round they missed last before their first one, where half a bye is given for it."""
    for before, part in pairwise(parts):
        if part.place.kind != RoundPlace.Kind.ABSENT:
            is_late = before.place.kind == RoundPlace.Kind.ABSENT and before.round.stage_id == part.round.stage_id
            return before if is_late and gives_half(part.round.stage) else None
        if before.place.kind != RoundPlace.Kind.ABSENT:
            return None
    return None


def _moved(stages: Iterable[Stage], entrant: Entrant) -> list[Part]:
    """Of the stages whose people move: where they are now."""
    found = ((stage, format_of(stage).whereabouts(stage, entrant)) for stage in stages)
    return [_part(stage, now.place, now.table, out=now.out) for stage, now in found if now]


def _own(places: Sequence[RoundPlace], user: User, tournament: Tournament) -> list[RoundPlace]:
    me = {player.identity for player in Player.objects.filter(club=tournament.club_id, user=user)}
    sits = {place.round_id for place in places if place.player and place.player.identity in me}
    return [
        place for place in places if place.player is None or place.round_id not in sits or place.player.identity in me
    ]


def _part(stage: Stage, place: RoundPlace, table: Played | None, out: int | None = None) -> Part:
    format_ = format_of(stage)
    return Part(
        place.round,
        stage_title(stage),
        place,
        table,
        format_.others(table, place) if table else (),
        format_.table_points(table, place.entrant_id) if table else None,
        out=out,
        outcome=format_.outcome(stage, table) if table else None,
        result=format_.result(stage, table, place.entrant_id) if table else "",
        bye=format_.bye_words(stage.typed_plan),
    )


def _waits(tournament: Tournament, entrant: Entrant) -> int | None:
    if entrant.state != State.WAITING:
        return None
    waiting = Entrant.objects.filter(tournament=tournament, state=State.WAITING).order_by("entered_at", "number")
    return list(waiting.values_list("pk", flat=True)).index(entrant.pk) + 1


def _place(tournament: Tournament, entrant: Entrant, stamp: str) -> Stand | None:
    """Worked out once for everybody who asks while nothing changes: all phones of a hall ask at the same time."""
    key = f"tournament-stands:{tournament.pk}:{language_key()}"
    kept: tuple[str, Mapping[UUID, Stand]] | None = cache.get(key)
    if kept is None or kept[0] != stamp:
        kept = (stamp, stands_of(tournament))
        cache.set(key, kept, KEPT)
    return kept[1].get(entrant.pk)


def _called(part: Part | None) -> datetime | None:
    """Since when the director is called to the table."""
    if part is None or part.table is None:
        return None
    calls = DirectorCall.objects.filter(table=part.table.table, answered_at=None)
    return calls.values_list("at", flat=True).first()
