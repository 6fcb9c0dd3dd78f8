"""Publish a round: the moment when all tables of its draft are opened; and take that back."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Player
from scorekeeper.common.errors import Conflict, require
from scorekeeper.common.names import (
    LONGEST,
    ROUND_UNDONE,
    TABLE_OF_ROUND,
    DefaultWords,
    alphabetical,
    default_words,
    followed_by,
)
from scorekeeper.draws.services.drafts import in_seats, kept, open_tables, restored, seen_draft
from scorekeeper.journal.models import Kind
from scorekeeper.play.actors import Actor
from scorekeeper.play.closing.services import close_unused
from scorekeeper.play.opening.services import Opening, Sitter
from scorekeeper.tournaments.acting import locked_round, locked_stage, note_act, refused, require_not_ended, role_at
from scorekeeper.tournaments.draft.reads import why_unsaid
from scorekeeper.tournaments.draft.services import SeenDraft
from scorekeeper.tournaments.ending.services import mark_sheets, take_next
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.models import DeskAct, Round, RoundPlace, RoundTable, Stage, StageEntrant, Tournament
from scorekeeper.tournaments.policies import can_desk
from scorekeeper.tournaments.results.records import MatchWon
from scorekeeper.tournaments.results.services import Saying, match_act
from scorekeeper.tournaments.rounds.field import Field, Unit, field_of, has_begun
from scorekeeper.tournaments.rounds.results import tables_of

TOOK_IN: Final = "took_in"
"""What `before` of an opened round calls the lines that there were until then (None: as they are still), and whom it
has made absent from earlier rounds: so that the opening can be taken back."""


@transaction.atomic
def publish_round(draft: SeenDraft, *, stage_id: UUID, by: User, now: datetime) -> Round:
    """Open every table of the draft at once, but those for whom somebody is not here: their result is written at the
    desk. Tapped twice, or by two people, they are opened once. Whoever came late gets their line now, and is absent
    from the rounds before.

    Raises:
        Conflict: `tournament_ended`, `draw_changed`, `people_changed`, `pairs_changed`, `results_changed`: it would
            be drawn otherwise now.
        Refused: as `_require_fits`, as `open_tables`.
    """
    stage = locked_stage(stage_id)
    require(can_desk(role_at(by, stage.tournament)))
    if done := stage.rounds.filter(pk=draft.round).exclude(state=Round.State.DRAFT).first():
        return done
    require_not_ended(stage.tournament)
    opened = seen_draft(stage.rounds.all(), draft.round, draft.revision)
    format_, field = format_of(stage), field_of(stage, opened.number)
    units = {unit.key: unit for unit in format_.seated(stage, field)}
    _require_fits(stage, opened, field, units)
    opened.before[TOOK_IN] = _take_in(stage, opened, field)
    here = {entrant.pk for entrant in field.here}
    forfeiting = format_.forfeiting(stage, opened.number)

    def opening_of(table: RoundTable) -> Opening | None:
        takes_sheet = format_.takes_sheet([place.entrant_id for place in table.places.all()], here)
        return _opening(stage, opened, table, units) if takes_sheet else None

    opened.state = Round.State.PUBLISHED
    open_tables(opened, opening_of, stage.tournament.club, by, now, also=("state", "before"))
    if forfeiting:
        _forfeit(opened, forfeiting, now)
    if stage.seen:
        stage.seen = format_of(stage).seen_with(opened)
        stage.save(update_fields=["seen"])
    # The first round that is published begins the stage and the tournament.
    if stage.state == Stage.State.PLANNED:
        stage.state = Stage.State.RUNNING
        stage.save(update_fields=["state"])
    if stage.tournament.is_planned:
        stage.tournament.state = Tournament.State.RUNNING
        stage.tournament.save(update_fields=["state"])
    if stage.tournament.held_from:
        mark_sheets(stage.tournament)
    note_act(stage.tournament, Kind.TOURNAMENT_ROUND, by, now, detail={"number": opened.number})
    return opened


def _forfeit(opened: Round, forfeiting: Mapping[UUID, DeskAct], now: datetime) -> None:
    """The matches of a round that somebody does not come to are lost at once, as who has said so would write it."""
    written = []
    for played in tables_of([opened], named=False):
        lost = [forfeiting[place.entrant_id] for place in played.places if place.entrant_id in forfeiting]
        if lost and lost[0].by:
            winner = next((place.entrant_id for place in played.places if place.entrant_id not in forfeiting), None)
            say = Saying(lost[0].by, "", uuid4(), now)
            written.append(match_act(opened, played, MatchWon(winner=winner, forfeit=True), say))
    DeskAct.objects.bulk_create(written)


def _require_fits(stage: Stage, draft: Round, field: Field, units: Mapping[str, Unit]) -> None:
    """Raises Conflict `people_changed`, `pairs_changed`, `results_changed`: a draft that is of other people or results
    by now; Refused `still_playing`."""
    format_ = format_of(stage)
    there = {(place.key, place.kind == RoundPlace.Kind.ABSENT) for place in draft.places.all()}
    missing = {(str(entrant.pk), True) for entrant in format_.sitting_out(stage, field)}
    if there != {(key, False) for key in units} | missing:
        raise Conflict("people_changed", _("People have come or gone since this draw. Draw again."))
    if why := why_unsaid(stage, draft):
        raise Conflict("pairs_changed", why)
    if format_.is_overtaken(draft, field):
        raise Conflict("results_changed", _("Earlier results have changed since this draw. Draw again."))
    if names := _still_playing(stage, {player.pk for unit in units.values() for player in unit.people}):
        text = gettext_noop("Still playing at a table of this tournament: {names}. Let them finish, or end their list.")
        raise refused("still_playing", "", text, names=", ".join(names))


def _still_playing(stage: Stage, players: Collection[UUID]) -> list[str]:
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


def _take_in(stage: Stage, draft: Round, field: Field) -> dict[str, Any]:
    """Lines for those who come in with this round, and, where the format asks for that, `absent` wherever somebody of
    it has no place in an earlier one. Returns what there was before, as plain values."""
    format_ = format_of(stage)
    lines = format_.seeding(stage, field, draft.seed)
    had = [[str(entrant), *at] for entrant, *at in stage.entrants.values_list("entrant", "group", "line")]
    if lines and draft.number == 1:
        stage.entrants.all().delete()  # drawn anew from the places of the stage before
    StageEntrant.objects.bulk_create(
        StageEntrant(club_id=stage.club_id, stage=stage, entrant=entrant, group=group, line=line)
        for entrant, group, line in lines
    )
    absent = _fill_up(format_.rounds_missed(stage, draft.number), field)
    return {"lines": had if lines else None, "absent": absent}


def _fill_up(missed: Iterable[Round], field: Field) -> list[tuple[int, str]]:
    """Whoever has no place in an earlier round was absent from it: (number, who)."""
    found = []
    for earlier in missed:
        had = set(earlier.places.values_list("entrant", flat=True))
        late = [entrant for entrant in (*field.here, *field.absent) if entrant.pk not in had]
        RoundPlace.objects.bulk_create(
            RoundPlace(club_id=earlier.club_id, round=earlier, entrant=entrant, kind=RoundPlace.Kind.ABSENT)
            for entrant in late
        )
        found += [(earlier.number, str(entrant.pk)) for entrant in late]
    return found


def _opening(stage: Stage, draft: Round, table: RoundTable, units: Mapping[str, Unit]) -> Opening:
    """How the sheet of a table is opened, with everybody on the seat that the draw gave them."""
    tournament = stage.tournament
    sides = [units[place.key].people for place in in_seats(table)]
    of_round = format_of(stage).rules_of_round(stage, draft.number)
    rules, rules_name = of_round or (tournament.rules, tournament.rules_name)
    return Opening(
        game=tournament.game,
        seats=[Sitter(player.pk) for player in _seated(tournament, sides)],
        rules=rules,
        rules_name=rules_name,
        house_version=tournament.house_version_id,
        name=table_name(stage, draft, table.number),
    )


def _seated(tournament: Tournament, sides: Sequence[Sequence[Player]]) -> list[Player]:
    """Everybody of a table in the order of the seats: each side sits as the game seats it."""
    seats = range(sum(map(len, sides)))
    found = {
        seat: player
        for side, people in zip(tournament.plays.sides(seats), sides, strict=True)
        for seat, player in zip(side, people, strict=True)
    }
    return [found[seat] for seat in seats]


def table_name(stage: Stage, round_: Round, number: int) -> DefaultWords:
    """What the sheet is called: the table, which a short line has room for, the round, the stage where that has a
    name, then the tournament."""
    place = default_words(TABLE_OF_ROUND, round=round_.number, number=number)
    return followed_by(place, stage.name, stage.tournament.name, most=LONGEST)


def is_untouched(round_: Round) -> bool:
    """Whether a round is open, nothing is written down in it or of it, and nothing was built on it. One that says
    nothing of what its opening has made stays open."""
    if (
        round_.state != Round.State.PUBLISHED
        or TOOK_IN not in round_.before
        or format_of(round_.stage).is_built_on(round_)
    ):
        return False
    acts = DeskAct.objects.filter(Q(round=round_) | Q(table__round=round_))
    is_played = round_.tables.exclude(sitting=None).exclude(sitting__head="", sitting__closed_at=None)
    return not (acts.exists() or is_played.exists())


@transaction.atomic
def take_back_round(*, round_id: UUID, by: User, now: datetime) -> Round:
    """The round as it was opened, as a draft: its empty sheets are closed, and when it is drawn again, or anew where
    the draft is thrown away, it is told how many of those who have seen their seats get others. All that the opening
    has made is undone: lines, absences, and that stage and tournament have begun. Said twice it is done once.

    Raises:
        Conflict: `tournament_ended`; `round_played`: something was written down, or a later round goes by it, or in
            a bracket there is a draft.
        PermissionDenied: not at the desk.
        Refused: `cut_tied`.
    """
    one = locked_round(round_id)
    require(can_desk(role_at(by, one.stage.tournament)))
    require_not_ended(one.stage.tournament)
    if one.is_draft:
        return one
    if not is_untouched(one):
        raise Conflict("round_played", _("Something has been recorded in this round, or a later round is drawn."))
    reason = default_words(ROUND_UNDONE)
    for table in one.tables.exclude(sitting=None):
        assert table.sitting_id  # noqa: S101 asked for
        close_unused(sitting_id=table.sitting_id, by=Actor(user=by), reason=reason, now=now)
    format_of(one.stage).forget(one)
    _leave_out(one, one.before.pop(TOOK_IN))
    draft = kept(one)
    one.delete()
    made = restored(one, draft)
    made.stage = one.stage
    _waits(one)
    note_act(one.stage.tournament, Kind.TOURNAMENT_TAKEN_BACK, by, now, detail={"number": one.number})
    return made


def _leave_out(round_: Round, took_in: Mapping[str, Any]) -> None:
    """The lines of the stage are those that there were before this round was opened, and whoever was absent from an
    earlier one with it no longer is."""
    for number, entrant in took_in["absent"]:
        earlier = RoundPlace.objects.filter(round__stage=round_.stage, round__number=number, entrant=entrant)
        earlier.filter(kind=RoundPlace.Kind.ABSENT).delete()
    if took_in["lines"] is not None:
        round_.stage.entrants.all().delete()
        StageEntrant.objects.bulk_create(
            StageEntrant(
                club_id=round_.stage.club_id, stage=round_.stage, entrant_id=UUID(entrant), group=group, line=line
            )
            for entrant, group, line in took_in["lines"]
        )


def _waits(round_: Round) -> None:
    """Where no round is open any more the stage has not begun, and with the first one the tournament has not. A stage
    that waits again takes the best of those who are left, as it would have while it was not open."""
    stage = round_.stage
    if has_begun(stage):
        return
    stage.state = Stage.State.PLANNED
    stage.save(update_fields=["state"])
    came_or_went = DeskAct.Kind.WITHDREW, DeskAct.Kind.RETURNED
    if DeskAct.objects.filter(tournament=stage.tournament, kind__in=came_or_went, at__gte=round_.published_at).exists():
        take_next(stage.tournament)
    if not stage.tournament.stages.exclude(state=Stage.State.PLANNED).exists():
        stage.tournament.state = Tournament.State.PLANNED
        stage.tournament.save(update_fields=["state"])
