"""The end of a stage and of a tournament: who goes on, who gets the places, how it is opened again, and how its
standing is held back until then."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from fractions import Fraction
from uuid import UUID

from django.db import transaction
from django.db.models import Min
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scorekeeper.accounts.models import User
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.journal.models import Kind
from scorekeeper.payouts.party import awards_standing, special_winners
from scorekeeper.payouts.pools.reads import is_awarded
from scorekeeper.play.acting import clean_reason
from scorekeeper.play.models import Sitting
from scorekeeper.ratings.services import stale
from scorekeeper.standings.awards import BEST, Ended, Winner, basis_of, drop_awards, write_awards
from scorekeeper.standings.models import AwardedEvent
from scorekeeper.tournaments.acting import locked, locked_stage, note_act, refused, require_not_ended, role_at, said
from scorekeeper.tournaments.ending.reads import held_back, opened_rounds
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.plan import Taken
from scorekeeper.tournaments.matches.totals import gone_before, is_cut, numbers_of, shares_of
from scorekeeper.tournaments.models import Round, Stage, StageEntrant, Tournament
from scorekeeper.tournaments.planning.records import HeldFrom
from scorekeeper.tournaments.policies import can_plan
from scorekeeper.tournaments.records import WithReason
from scorekeeper.tournaments.rounds.field import active
from scorekeeper.tournaments.standing.reads import final_lines

TOURNAMENT = AwardedEvent.Kind.TOURNAMENT


def award_tournaments() -> int:
    """Work out what is not yet, or has changed; how many tournaments that were."""
    there, prizes, done = basis_of(TOURNAMENT), awards_standing(), 0
    for tournament in Tournament.objects.filter(state=Tournament.State.ENDED).select_related("club"):
        if held_back(tournament):
            continue  # nobody is to read it on the page of a player
        basis = _basis(tournament, prizes)
        if there.pop(tournament.pk, "") != basis:
            write_awards(_ended(tournament, basis), _winners(tournament))
            done += 1
    drop_awards(TOURNAMENT, list(there))
    return done


def award_places(tournament: Tournament) -> None:
    """It has just ended, or is held back no longer; nobody keeps anything before that."""
    if tournament.ended_at is None or held_back(tournament):
        return
    write_awards(_ended(tournament, _basis(tournament, awards_standing())), _winners(tournament))


def _basis(tournament: Tournament, prizes: Mapping[UUID, UUID]) -> str:
    award = prizes.get(tournament.competition_id, "") if tournament.competition_id else ""
    return f"{tournament.ended_at:%Y%m%d%H%M%S%f} {tournament.version} {award}"


def _ended(tournament: Tournament, basis: str) -> Ended:
    assert tournament.ended_at  # noqa: S101 asked of those that have ended
    return Ended(tournament.club_id, TOURNAMENT, tournament.pk, tournament.name, tournament.ended_at, basis)


def _winners(tournament: Tournament) -> Iterator[Winner]:
    """Nobody of one that was called off."""
    if not Round.objects.filter(stage__tournament=tournament, state=Round.State.OFFICIAL).exists():
        return
    lines = final_lines(tournament, official=True)
    for line in lines:
        if line.first <= BEST:
            for player in active(line.entrant):
                yield Winner(player.identity, line.first, line.last, len(lines), side=line.entrant.name)
    if tournament.competition_id:
        yield from special_winners(tournament.competition_id)


@transaction.atomic
def hold_back(held: HeldFrom, *, tournament_id: UUID, by: User, now: datetime) -> Tournament:
    """From this round on, counted over all stages, nobody but the desk reads the standing; None: from the newest one
    that was opened. Also after its end: until the ceremony.

    Raises:
        PermissionDenied: not a director.
    """
    found = locked(tournament_id)
    require(can_plan(role_at(by, found)))
    found.held_from, found.released_at = held.since or max(len(opened_rounds(found)), 1), None
    found.version += 1
    found.save(update_fields=["held_from", "released_at", "version"])
    mark_sheets(found)
    note_act(found, Kind.TOURNAMENT_HELD, by, now, detail={"number": found.held_from})
    return found


@transaction.atomic
def release(*, tournament_id: UUID, by: User, now: datetime) -> Tournament:
    """Everybody reads everything again. Done twice it is done once.

    Raises:
        PermissionDenied: not a director.
    """
    found = locked(tournament_id)
    require(can_plan(role_at(by, found)))
    if found.held_from is None or found.released_at:
        return found
    found.released_at = now
    found.version += 1
    found.save(update_fields=["released_at", "version"])
    mark_sheets(found)
    note_act(found, Kind.TOURNAMENT_RELEASED, by, now)
    return found


def mark_sheets(tournament: Tournament) -> None:
    """Have exactly the sheets of the rounds that are held back marked so. Those that are closed leave ratings and
    records, or come into them; so do awards."""
    held = held_back(tournament)
    if held:
        drop_awards(AwardedEvent.Kind.TOURNAMENT, [tournament.pk])
    else:
        award_places(tournament)
    rounds = held.rounds if held else frozenset()
    sheets = Sitting.objects.filter(club=tournament.club_id, round_table__round__stage__tournament=tournament)
    for is_held in (True, False):
        wrong = sheets.filter(held_back=not is_held)
        wrong = wrong.filter(round_table__round__in=rounds) if is_held else wrong.exclude(round_table__round__in=rounds)
        pks = list(wrong.values_list("pk", flat=True))
        if not pks:
            continue
        Sitting.objects.filter(pk__in=pks).update(held_back=is_held)
        first = Sitting.objects.official().filter(pk__in=pks).aggregate(first=Min("closed_at"))["first"]
        if first:
            stale(tournament.club_id, tournament.game, first)


@transaction.atomic
def end_stage(*, stage_id: UUID, by: User, now: datetime) -> Stage:
    """No more rounds are drawn in it. Who is best goes on to the stage after it, in the order of the places; after the
    last one the tournament has ended, and its official standing is final. Twice is once.

    Raises:
        Conflict: `tournament_ended`.
        Refused: `no_rounds`; `round_open`: a draft, or a round that is not official; `undecided`: the format has more
            to play; `cut_tied`: those who share the last place that goes on are more than have room.
    """
    stage = locked_stage(stage_id)
    require(can_plan(role_at(by, stage.tournament)))
    if stage.state == Stage.State.ENDED:
        return stage
    require_not_ended(stage.tournament)
    rounds = list(stage.rounds.all())
    if not rounds:
        raise refused("no_rounds", "", gettext_noop("No round of this stage has been played."))
    if any(round_.state != Round.State.OFFICIAL for round_ in rounds):
        text = gettext_noop("First make every round official and delete any draft.")
        raise refused("round_open", "", text)
    if why := format_of(stage).open_question(stage):
        raise said("undecided", "", why)
    following = stage.tournament.stages.filter(number__gt=stage.number).order_by("number").first()
    if following:
        _go_on(following, stage)
    stage.state = Stage.State.ENDED
    stage.save(update_fields=["state"])
    if following is None:
        found = stage.tournament
        found.state, found.ended_at, found.ended_by = Tournament.State.ENDED, now, by
        found.version += 1
        found.save(update_fields=["state", "ended_at", "ended_by", "version"])
        award_places(found)
        note_act(found, Kind.TOURNAMENT_ENDED, by, now)
    else:
        note_act(stage.tournament, Kind.TOURNAMENT_STAGE, by, now, detail={"number": stage.number})
    return stage


def take_next(tournament: Tournament) -> None:
    """Somebody has left between two stages, or is back: as long as nothing was opened in the later one, the best of
    those who are left go on. Where lots would have to say who, all stays as it was."""
    waiting = tournament.stages.filter(state=Stage.State.PLANNED, number__gt=1, entrants__isnull=False)
    following = waiting.order_by("number").first()
    if following is None:
        return
    with suppress(Refused):
        take_anew(following)


def take_anew(stage: Stage) -> None:
    """Whom the plan of a stage that waits takes now from the one before it; nobody while that goes on.

    Raises:
        Refused: `cut_tied`.
    """
    before = stage.tournament.stages.filter(number__lt=stage.number).order_by("number").last()
    if before and before.state == Stage.State.ENDED:
        _go_on(stage, before)


def _go_on(following: Stage, before: Stage) -> None:
    """The best of each group, as many as the stage takes; first all winners of groups, then all who are second, in both
    by what they have of one match. Where only some go on, who has left makes room for the next; where all do, they keep
    their line to come back to."""
    groups, shares = format_of(before).places(before, official=True), shares_of(before)
    numbers = numbers_of(before)
    taken: Taken = following.typed_plan.takes
    gone = gone_before(following)
    there = [
        [sorted((pk for pk in tied if pk not in gone), key=lambda pk: numbers.get(pk, 0)) for tied in places]
        for places in groups
    ]
    going = _by_place([_best(places, taken.best) for places in there], shares)
    following.entrants.all().delete()
    StageEntrant.objects.bulk_create(
        StageEntrant(club_id=following.club_id, stage=following, entrant_id=entrant, line=number)
        for number, entrant in enumerate(going, 1)
    )


def _by_place(groups: Sequence[Sequence[UUID]], shares: Mapping[UUID, tuple[Fraction, ...]]) -> list[UUID]:
    """All winners of groups, all who are second, and so on; of each the best first, of equal ones by their groups."""
    found: list[UUID] = []
    for rank in range(max(map(len, groups), default=0)):
        level = [own[rank] for own in groups if rank < len(own)]
        found += sorted(level, key=lambda pk: shares.get(pk, ()), reverse=True)
    return found


def _best(places: Sequence[Sequence[UUID]], many: int | None) -> list[UUID]:
    """Of one group the first so many, or all."""
    found: list[UUID] = []
    for tied in places:
        if many is not None and is_cut(len(found), len(tied), many):
            text = gettext_noop("Only {number} go on, and place {rank} is shared across that limit. Draw lots first.")
            raise refused("cut_tied", "", text, number=many, rank=len(found) + 1)
        found += tied
    return found[:many]


@transaction.atomic
def reopen_tournament(why: WithReason, *, tournament_id: UUID, by: User, now: datetime) -> Tournament:
    """It goes on where it was: its last stage runs again. In one that runs the stage that ended last does, as long as
    the stage after it waits, and nobody has come into that one any more; else all stays as it is.

    Raises:
        Conflict: `awarded`: its prizes are awarded; `called_off`: it was never played; `draft`: of the stage after
            it.
        PermissionDenied: not a director.
        Refused: `reason_missing`; `reason_too_long`.
    """
    found = locked(tournament_id)
    require(can_plan(role_at(by, found)))
    last = found.stages.filter(state=Stage.State.ENDED).order_by("number").last()
    if not found.is_ended:
        if last and (waiting := _waiting(last)):
            _reopen_stage(last, waiting, by, clean_reason(why.reason), now)
        return found
    if found.competition and is_awarded(found.competition):
        raise Conflict("awarded", _("The prizes are awarded. Take the award back first."))
    if last is None:
        raise Conflict("called_off", _("This tournament was called off and never played."))
    reason = clean_reason(why.reason)
    last.state = Stage.State.RUNNING
    last.save(update_fields=["state"])
    found.state, found.ended_at, found.ended_by = Tournament.State.RUNNING, None, None
    found.version += 1
    found.save(update_fields=["state", "ended_at", "ended_by", "version"])
    drop_awards(AwardedEvent.Kind.TOURNAMENT, [found.pk])
    note_act(found, Kind.TOURNAMENT_REOPENED, by, now, reason=reason)
    return found


def _waiting(ended: Stage) -> Stage | None:
    """The stage after this one, if no round of it was opened."""
    following = ended.tournament.stages.filter(number__gt=ended.number).order_by("number").first()
    return following if following and following.state == Stage.State.PLANNED else None


def _reopen_stage(ended: Stage, waiting: Stage, by: User, reason: str, now: datetime) -> None:
    if waiting.rounds.exists():
        raise Conflict("draft", _("The next stage has a draft of its first round. Delete that draft first."))
    waiting.entrants.all().delete()
    ended.state = Stage.State.RUNNING
    ended.save(update_fields=["state"])
    note_act(ended.tournament, Kind.TOURNAMENT_REOPENED, by, now, reason=reason, detail={"number": ended.number})
