"""Who comes, who leaves, who is back: what the desk and the door say of an entrant, each as a dated act."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final
from uuid import UUID, uuid4

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Player
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.common.names import tidied
from scorekeeper.play.opening.services import Sitter, guest_or_known
from scorekeeper.tournaments.acting import locked, refused, require_not_ended, role_at
from scorekeeper.tournaments.ending.services import take_next
from scorekeeper.tournaments.entries import services
from scorekeeper.tournaments.entries.reads import absences_of, coming_round, played_in
from scorekeeper.tournaments.entries.records import ComingIn, DeskStep, EntrantMark, LateEntry, Miss, PlaysFor
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.knockout.services import leave_tables
from scorekeeper.tournaments.models import DeskAct, Entrant, EntrantPlayer, Round, Stage, Tournament
from scorekeeper.tournaments.policies import can_plan
from scorekeeper.tournaments.results.services import close_left, reopen_left

OF_ROUNDS: Final = (services.Kind.CAME, services.Kind.NOT_HERE, services.Kind.RETURNED, services.Kind.FORFEITS)
"""The acts that say who is here, where the plan asks for a round by itself."""
FREES: Final = (services.State.CANCELLED, services.State.WITHDRAWN)
NOBODY = gettext_noop("Nobody with this name is on the list.")


@dataclass(frozen=True, slots=True)
class CameIn:
    """Who has come in at once, and the step by which that is undone."""

    entrants: tuple[Entrant, ...]
    step: UUID


@dataclass(frozen=True, slots=True)
class Move:
    """What an act makes of an entrant: from which states it can be done, and to which it leads."""

    before: tuple[str, ...]
    after: str


MOVES: Final[Mapping[str, Move]] = {
    services.Kind.CAME: Move(
        (services.State.ENTERED, services.State.WAITING, services.State.CANCELLED), services.State.HERE
    ),
    services.Kind.NOT_HERE: Move((services.State.HERE,), services.State.ENTERED),
    services.Kind.FORFEITS: Move((services.State.HERE,), services.State.HERE),
    services.Kind.CANCELLED: Move(
        (services.State.ENTERED, services.State.WAITING, services.State.HERE), services.State.CANCELLED
    ),
    services.Kind.WITHDREW: Move((services.State.ENTERED, services.State.HERE), services.State.WITHDRAWN),
    services.Kind.RETURNED: Move((services.State.WITHDRAWN, services.State.CANCELLED), services.State.HERE),
    services.Kind.MOVED_UP: Move((services.State.WAITING,), services.State.ENTERED),
    services.Kind.WAITS: Move((services.State.ENTERED,), services.State.WAITING),
}


@transaction.atomic
def mark(asked: EntrantMark, *, entrant_id: UUID, by: User, now: datetime) -> Entrant:
    """Put the line of an entrant right; each of these acts is taken back by another. Said twice it is said once.
    Whoever waits moves up where a place becomes free.

    Raises:
        Conflict: `tournament_ended`; `has_played`; `not_begun`: only who is in a tournament that runs can leave it;
            `no_room`; `entries_closed`; `not_so`: it does not go together with how they stand; `no_match_waits`:
            who forfeits is in a match that waits until both are checked in.
        PermissionDenied: not a scorer; who forfeits is a director's to say.
        Refused: `cut_tied`.
    """
    entrant = services.entrant_at_desk(entrant_id, by)
    act, reason = asked.act, tidied(asked.reason)
    move = MOVES[act]
    after = _after(entrant, act)
    coming = coming_round(entrant.tournament) if act in OF_ROUNDS else None
    if act == services.Kind.FORFEITS:
        require(can_plan(role_at(by, entrant.tournament)))
        if coming is None or not (coming.asked and entrant.pk in coming.asked):
            raise Conflict(
                "no_match_waits", _("No match is waiting for them to check in, so they cannot lose one that way.")
            )
    if coming and coming.asks and entrant.state == services.State.HERE and act != services.Kind.RETURNED:
        if coming.last_act(entrant) != act:
            services.note(entrant, act, by, now, reason=reason, **coming.mark)
        return entrant
    if entrant.state == after:
        return entrant
    if entrant.state not in move.before:
        raise _not_so(entrant)
    _require_possible(entrant, act)
    if act == services.Kind.MOVED_UP:
        services.move_up(entrant.tournament, entrant, by, now)
    else:
        services.become(entrant, after, act, by, now, reason=reason, **(coming.mark if coming else {}))
    _make_room(entrant, act, by, now)
    return entrant


def _not_so(entrant: Entrant) -> Conflict:
    """How they stand, and what can become of them from there."""
    possible = [act for act, move in MOVES.items() if entrant.state in move.before]
    text = _("Their state is now “{state}”. Possible next: {acts}.").format(
        state=entrant.get_state_display(), acts=", ".join(str(services.Kind(act).label) for act in possible)
    )
    return Conflict("not_so", text, standing={"state": entrant.state, "possible": [str(act) for act in possible]})


def _make_room(entrant: Entrant, act: str, by: User, now: datetime) -> None:
    """Their tables, the stage that waits, and the waiting list follow who leaves, and who is back."""
    if act == services.Kind.WITHDREW:
        leave_tables(entrant, by, now)
        close_left(entrant, by, now)
    if act == services.Kind.RETURNED:
        reopen_left(entrant, by, now)
    if act in {services.Kind.WITHDREW, services.Kind.RETURNED}:
        take_next(entrant.tournament)
    if MOVES[act].after in FREES:
        services.fill_up(entrant.tournament, by, now)


@transaction.atomic
def all_here(*, tournament_id: UUID, by: User, now: datetime) -> CameIn:
    """Everybody who is expected is here, for the coming round where each is checked in for: each by an act of their
    own, as by a tap on each; but who has said that they miss that round. Said twice it is said once. The acts have one
    `step` (`detail`), by which `undo_all_here` finds them.

    Raises:
        Conflict: `tournament_ended`.
        PermissionDenied: not a scorer.
    """
    tournament = services.at_desk(tournament_id, by)
    coming, step = coming_round(tournament), uuid4()
    mark_of = coming.mark if coming else {}
    detail = {**mark_of.get("detail", {}), "step": str(step)}
    came = [
        entrant
        for entrant in tournament.entrants.filter(state__in=services.IN).order_by("number")
        if not (coming and coming.misses(entrant))
        and (entrant.state == services.State.ENTERED or (coming and coming.is_unseen(entrant)))
    ]
    _all_become(came, services.State.HERE, services.Kind.CAME, by, now, **{**mark_of, "detail": detail})
    return CameIn(tuple(came), step)


@transaction.atomic
def undo_all_here(asked: DeskStep, *, tournament_id: UUID, by: User, now: datetime) -> CameIn:
    """Those who were said to be here in one `step` are expected again, as far as they are still here and have not
    played since.

    Raises:
        Conflict: `tournament_ended`.
        PermissionDenied: not a scorer.
    """
    tournament = services.at_desk(tournament_id, by)
    acts = list(
        tournament.acts.filter(kind=services.Kind.CAME, detail__step=str(asked.step))
        .select_related("entrant")
        .order_by("pk")
    )
    coming, first = coming_round(tournament), acts[0] if acts else None
    there = [act.entrant for act in acts if act.entrant and act.entrant.state == services.State.HERE]
    if first and "round" in first.detail:  # checked in for one round alone
        is_to_come = coming and (coming.stage.pk, coming.number) == (first.stage_id, first.detail["round"])
        back = [entrant for entrant in there if coming and is_to_come and entrant.pk in coming.here]
        _all_become(back, services.State.HERE, services.Kind.NOT_HERE, by, now, **(coming.mark if coming else {}))
        return CameIn(tuple(back), asked.step)
    played = played_in(tournament)
    back = [entrant for entrant in there if entrant.pk not in played]
    _all_become(back, services.State.ENTERED, services.Kind.NOT_HERE, by, now)
    return CameIn(tuple(back), asked.step)


def _all_become(entrants: Sequence[Entrant], state: str, kind: str, by: User, now: datetime, **more: Any) -> None:
    """Each by an act of its own; few statements, however many they are."""
    for entrant in entrants:
        entrant.state = state
    Entrant.objects.filter(pk__in=[entrant.pk for entrant in entrants]).update(state=state)
    DeskAct.objects.bulk_create(services.act_for(entrant, kind, by, now, **more) for entrant in entrants)


@transaction.atomic
def come_in(coming_in: ComingIn, *, tournament_id: UUID, by: User | None, now: datetime) -> Entrant:
    """By the code at the door: somebody who has entered says that they are here, without asking anybody; where each
    round is checked in for, for the one that comes.

    Raises:
        Conflict: `tournament_ended`.
        Refused: `entrant_unknown`.
    """
    tournament = locked(tournament_id)
    require_not_ended(tournament)
    found = tournament.entrants.filter(
        pk=coming_in.entrant, state__in=(services.State.ENTERED, services.State.HERE)
    ).first()
    if found is None:
        raise refused("entrant_unknown", "entrant", NOBODY)
    coming = coming_round(tournament)
    mark_of = coming.mark if coming else {}
    if found.state == services.State.ENTERED:
        services.become(found, services.State.HERE, services.Kind.CAME, by, now, **mark_of)
    elif coming and coming.is_unseen(found):
        services.note(found, services.Kind.CAME, by, now, **mark_of)
    return found


@transaction.atomic
def miss_round(miss: Miss, *, entrant_id: UUID, by: User, now: datetime) -> DeskAct | None:
    """They miss a round of a stage that is not published yet, or play it after all; None where that is said already.

    Raises:
        Conflict: `tournament_ended`, `round_published`: it is being played, or was; `stage_ended`.
        Refused: `stage_unknown`, `round_unknown`: also one more than the stage has.
    """
    entrant = services.entrant_at_desk(entrant_id, by)
    stage = Stage.objects.filter(tournament=entrant.tournament_id, pk=miss.stage).first()
    if stage is None:
        raise refused("stage_unknown", "stage", gettext_noop("Choose a stage of this tournament."))
    _require_to_come(stage, miss.round, misses=miss.misses)
    kind = services.Kind.ABSENT if miss.misses else services.Kind.PRESENT
    if absences_of(entrant).get((stage.pk, miss.round), services.Kind.PRESENT) == kind:
        return None
    return services.note(entrant, kind, by, now, stage=stage, detail={"round": miss.round})


def _require_to_come(stage: Stage, number: int, *, misses: bool) -> None:
    """Raises Conflict `round_published`, `stage_ended`: a round that is there already, or never comes."""
    if round_ := stage.rounds.filter(number=number).exclude(state=Round.State.DRAFT).first():
        if round_.state == Round.State.OFFICIAL:
            raise Conflict("round_published", _("This round is over: its results are official."))
        raise Conflict("round_published", _("This round is being played already."))
    if stage.state == Stage.State.ENDED:
        raise Conflict("stage_ended", _("This stage has ended and has no more rounds."))
    planned = format_of(stage).planned_rounds(stage)
    if misses and planned is not None and number > planned:
        text = gettext_noop("This round does not exist. The last one is round {number}.")
        raise refused("round_unknown", "round", text, number=planned)


@transaction.atomic
def comes_late(late: LateEntry, *, entrant_id: UUID, by: User, now: datetime) -> list[DeskAct]:
    """They come in with this round: they miss those before it that are still to come. With the next round they come at
    once, and miss none. Returns what had to be said for that.

    Raises:
        Conflict: `tournament_ended`; `no_round`: no numbered round is left; as `_require_to_come`.
        PermissionDenied: not a scorer.
        Refused: `round_unknown`: also one that is over, or more than the stage has.
    """
    entrant = services.entrant_at_desk(entrant_id, by)
    coming = coming_round(entrant.tournament)
    if coming is None or not coming.has_number:
        raise Conflict("no_round", _("There is no round left to join."))
    number = late.round
    if number < coming.number:
        text = gettext_noop("Choose a round that is still to come: the next one is round {number}.")
        raise refused("round_unknown", "round", text, number=coming.number)
    if number > coming.number:
        _require_to_come(coming.stage, number, misses=True)
    before = range(coming.number, coming.back_in(entrant) or coming.number)
    wanted = range(coming.number, number)
    changes = [(member, services.Kind.PRESENT) for member in before if member not in wanted]
    changes += [(member, services.Kind.ABSENT) for member in wanted if member not in before]
    missed = coming.missed.get(entrant.pk, ())
    return [
        services.note(entrant, kind, by, now, stage=coming.stage, detail={"round": member})
        for member, kind in changes
        if (member in missed) == (kind == services.Kind.PRESENT)
    ]


@transaction.atomic
def substitute(asked: PlaysFor, *, entrant_id: UUID, by: User, now: datetime) -> EntrantPlayer:
    """Somebody else plays from now on: for somebody of a pair or a team, or without `instead_of` in a place of it that
    is empty; or instead of a single entrant. Who is replaced keeps what they played, and comes back the same way.

    For a single entrant the plan of the stage that is played has the rule: the entrant goes on with the points there
    are (`carry_on`), or has left, and the substitute comes in late as an entrant of their own (`own_points`). Who has
    played nothing yet has nothing to carry on or to leave: there both are the same, and the entrant goes on.

    Raises:
        Conflict: `tournament_ended`; `not_in`: a single entrant who does not take part; `entries_closed`.
        Refused: `player_unknown`, `no_place`, `entered_already`; as `guest_or_known`, as `_begins_anew`.
    """
    entrant = services.entrant_at_desk(entrant_id, by)
    instead_of, reason = asked.instead_of, tidied(asked.reason)
    active = list(entrant.players.filter(is_active=True))
    is_alone = entrant.tournament.of == Tournament.Of.PLAYERS
    if is_alone and entrant.state not in services.IN:
        raise Conflict("not_in", _("They are not taking part, so nobody can play instead of them."))
    if is_alone and instead_of is None:
        instead_of = active[0].player_id
    out = next((member for member in active if member.player_id == instead_of), None)
    if instead_of and out is None:
        raise refused("player_unknown", "instead_of", NOBODY)
    order = out.order if out else _empty_place(entrant, active)
    if is_alone and services.has_played(entrant) and _rule_for(entrant) == "own_points":
        return _begins_anew(entrant, by, asked.who.sitter, now, reason)
    try:
        player = guest_or_known(entrant.tournament.club, asked.who.sitter, now)
    except Refused as error:
        raise Refused([replace(each, field=f"who.{each.field}") for each in error.problems]) from None
    services.require_free(entrant.tournament, [player])
    if out:
        out.is_active = False
        out.save(update_fields=["is_active"])
    found = _playing(entrant, player, order)
    detail = {"instead_of": str(instead_of)} if instead_of else {}
    services.note(entrant, services.Kind.SUBSTITUTE, by, now, player=player, detail=detail, reason=reason)
    return found


def _rule_for(entrant: Entrant) -> str:
    """What the plan of the newest stage they are in says of substitutes."""
    stage = entrant.tournament.stages.filter(entrants__entrant=entrant).order_by("-number").first()
    return stage.typed_plan.substitutes if stage else "carry_on"


def _begins_anew(entrant: Entrant, by: User, who: Sitter, now: datetime, reason: str) -> EntrantPlayer:
    """The entrant has left, and in their place the substitute comes in late, with no points yet. Raises Refused as
    `services.enter_one`, `cut_tied`."""
    tournament = entrant.tournament
    services.require_entries_open(tournament)
    before = entrant.players.get(is_active=True)
    services.become(entrant, services.State.WITHDRAWN, services.Kind.WITHDREW, by, now, reason=reason)
    made = services.enter_one(tournament, services.EntryWanted(who=[who]), by, now)
    coming = coming_round(tournament)
    services.become(made, services.State.HERE, services.Kind.CAME, by, now, **(coming.mark if coming else {}))
    playing = made.players.select_related("player").get(is_active=True)
    detail = {"instead_of": str(before.player_id), "entrant": str(entrant.pk)}
    services.note(made, services.Kind.SUBSTITUTE, by, now, player=playing.player, detail=detail, reason=reason)
    leave_tables(entrant, by, now)
    close_left(entrant, by, now)
    take_next(tournament)
    return playing


def _after(entrant: Entrant, act: str) -> str:
    """How they stand then. Who said that they do not come, and comes after all, is expected again: nobody has seen
    them yet."""
    if act == services.Kind.RETURNED and entrant.state in (services.State.CANCELLED, services.State.ENTERED):
        return services.State.ENTERED
    return MOVES[act].after


def _require_possible(entrant: Entrant, act: str) -> None:
    tournament = entrant.tournament
    if act in (services.Kind.NOT_HERE, services.Kind.CANCELLED):
        services.require_not_played(entrant)
    if act == services.Kind.WITHDREW and tournament.is_planned:
        raise Conflict("not_begun", _("The tournament has not begun. Mark them as not coming instead."))
    if entrant.state in (services.State.WAITING, services.State.CANCELLED) and act != services.Kind.CANCELLED:
        services.require_entries_open(tournament)
        if not services.has_room(tournament):
            raise Conflict("no_room", _("All places are taken. A director can add more."))


def _empty_place(entrant: Entrant, active: list[EntrantPlayer]) -> int:
    taken = {member.order for member in active}
    free = next((order for order in range(entrant.tournament.team_size) if order not in taken), None)
    if free is None:
        raise refused("no_place", "instead_of", gettext_noop("Choose for whom they play."))
    return free


def _playing(entrant: Entrant, player: Player, order: int) -> EntrantPlayer:
    found = EntrantPlayer.objects.filter(entrant=entrant, player=player).first()
    found = found or EntrantPlayer(club_id=entrant.club_id, entrant=entrant, player=player)
    found.order, found.is_active = order, True
    found.save()
    return found
