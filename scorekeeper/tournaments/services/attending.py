"""Who comes, who leaves, who is back: what the desk and the door say of an entrant, each as a dated act."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Player
from scorekeeper.common.errors import Conflict
from scorekeeper.common.names import tidied
from scorekeeper.play.services.sittings import Sitter, guest_or_known
from scorekeeper.tournaments.formats.plan import MOST_ROUNDS
from scorekeeper.tournaments.formats.registry import format_of
from scorekeeper.tournaments.models import DeskAct, Entrant, EntrantPlayer, Round, Stage, Tournament
from scorekeeper.tournaments.services.common import locked, refused, require_not_ended
from scorekeeper.tournaments.services.ending import take_next
from scorekeeper.tournaments.services.entering import require_free
from scorekeeper.tournaments.services.entry_acts import (
    Kind,
    State,
    at_desk,
    become,
    entrant_at_desk,
    fill_up,
    has_room,
    move_up,
    note,
    require_entries_open,
    require_not_played,
)
from scorekeeper.tournaments.services.knockout import leave_tables
from scorekeeper.tournaments.services.sheets import close_left, reopen_left

LONGEST_REASON: Final = 200
FREES: Final = (State.CANCELLED, State.WITHDRAWN)
NOBODY = gettext_noop("Nobody of this name is on the list.")


@dataclass(frozen=True, slots=True)
class Move:
    """What an act makes of an entrant: from which states it can be done, and to which it leads."""

    before: tuple[str, ...]
    after: str


MOVES: Final[Mapping[str, Move]] = {
    Kind.CAME: Move((State.ENTERED, State.WAITING, State.CANCELLED), State.HERE),
    Kind.NOT_HERE: Move((State.HERE,), State.ENTERED),
    Kind.CANCELLED: Move((State.ENTERED, State.WAITING, State.HERE), State.CANCELLED),
    Kind.WITHDREW: Move((State.ENTERED, State.HERE), State.WITHDRAWN),
    Kind.RETURNED: Move((State.WITHDRAWN, State.CANCELLED), State.HERE),
    Kind.MOVED_UP: Move((State.WAITING,), State.ENTERED),
    Kind.WAITS: Move((State.ENTERED,), State.WAITING),
}


@transaction.atomic
def mark(*, entrant_id: UUID, by: User, act: str, now: datetime, reason: str = "") -> Entrant:
    """Put the line of an entrant right; each of these acts is taken back by another. Said twice it is said once.
    Whoever waits moves up where a place becomes free.

    Raises:
        Conflict: `tournament_ended`; `has_played`; `not_begun`: only who is in a tournament that runs can leave it;
            `no_room`; `entries_closed`; `not_so`: it does not go together with how they stand.
        PermissionDenied: not a scorer.
        Refused: `act_unknown`, `reason_long`.
    """
    entrant = entrant_at_desk(entrant_id, by)
    if act not in MOVES:
        raise refused("act_unknown", "act", gettext_noop("Choose what became of them."))
    reason = checked_reason(reason)
    move = MOVES[act]
    after = _after(entrant, act)
    if entrant.state == after:
        return entrant
    if entrant.state not in move.before:
        raise _not_so(entrant)
    _require_possible(entrant, act)
    if act == Kind.MOVED_UP:
        move_up(entrant.tournament, entrant, by, now)
    else:
        become(entrant, after, act, by, now, reason=reason)
    _make_room(entrant, act, by, now)
    return entrant


def _not_so(entrant: Entrant) -> Conflict:
    """How they stand, and what can become of them from there."""
    possible = [act for act, move in MOVES.items() if entrant.state in move.before]
    text = _("They stand as “{state}” now. From there is possible: {acts}.").format(
        state=entrant.get_state_display(), acts=", ".join(str(Kind(act).label) for act in possible)
    )
    return Conflict("not_so", text, standing={"state": entrant.state, "possible": [str(act) for act in possible]})


def _make_room(entrant: Entrant, act: str, by: User, now: datetime) -> None:
    """Their tables, the stage that waits, and the waiting list follow who leaves, and who is back."""
    if act == Kind.WITHDREW:
        leave_tables(entrant, by, now)
        close_left(entrant, by, now)
    if act == Kind.RETURNED:
        reopen_left(entrant, by, now)
    if act in {Kind.WITHDREW, Kind.RETURNED}:
        take_next(entrant.tournament)
    if MOVES[act].after in FREES:
        fill_up(entrant.tournament, by, now)


@transaction.atomic
def all_here(*, tournament_id: UUID, by: User, now: datetime) -> list[Entrant]:
    """Everybody who has entered is here: each by an act of their own, as by a tap on each. Said twice it is said once.

    Raises:
        Conflict: `tournament_ended`.
        PermissionDenied: not a scorer.
    """
    tournament = at_desk(tournament_id, by)
    expected = list(tournament.entrants.filter(state=State.ENTERED).order_by("number"))
    for entrant in expected:
        become(entrant, State.HERE, Kind.CAME, by, now)
    return expected


@transaction.atomic
def come_in(*, tournament_id: UUID, by: User | None, entrant_id: UUID, now: datetime) -> Entrant:
    """By the code at the door: somebody who has entered says that they are here, without asking anybody.

    Raises:
        Conflict: `tournament_ended`.
        Refused: `entrant_unknown`.
    """
    tournament = locked(tournament_id)
    require_not_ended(tournament)
    found = tournament.entrants.filter(pk=entrant_id, state__in=(State.ENTERED, State.HERE)).first()
    if found is None:
        raise refused("entrant_unknown", "entrant", NOBODY)
    if found.state == State.ENTERED:
        become(found, State.HERE, Kind.CAME, by, now)
    return found


@transaction.atomic
def miss_round(
    *, entrant_id: UUID, by: User, stage_id: UUID, number: int, misses: bool, now: datetime
) -> DeskAct | None:
    """They miss a round of a stage that is not published yet, or play it after all; None where that is said already.

    Raises:
        Conflict: `tournament_ended`, `round_published`: it is being played, or was; `stage_ended`.
        Refused: `stage_unknown`, `round_unknown`: also one more than the stage has.
    """
    entrant = entrant_at_desk(entrant_id, by)
    stage = Stage.objects.filter(tournament=entrant.tournament_id, pk=stage_id).first()
    if stage is None:
        raise refused("stage_unknown", "stage", gettext_noop("Choose a stage of this tournament."))
    if not 1 <= number <= MOST_ROUNDS:
        raise refused("round_unknown", "round", gettext_noop("There is no such round."))
    _require_to_come(stage, number, misses=misses)
    kind = Kind.ABSENT if misses else Kind.PRESENT
    if absences_of(entrant).get((stage.pk, number), Kind.PRESENT) == kind:
        return None
    return note(entrant, kind, by, now, stage=stage, detail={"round": number})


def _require_to_come(stage: Stage, number: int, *, misses: bool) -> None:
    """Raises what `miss_round` does of a round that is there already, or never comes."""
    if one := stage.rounds.filter(number=number).exclude(state=Round.State.DRAFT).first():
        if one.state == Round.State.OFFICIAL:
            raise Conflict("round_published", _("This round is over: its results are official."))
        raise Conflict("round_published", _("This round is being played already."))
    if stage.state == Stage.State.ENDED:
        raise Conflict("stage_ended", _("This stage has ended: there are no more rounds in it."))
    planned = format_of(stage).planned_rounds(stage)
    if misses and planned is not None and number > planned:
        text = gettext_noop("There is no such round: the last one is round {number}.")
        raise refused("round_unknown", "round", text, number=planned)


def absences_of(entrant: Entrant) -> dict[tuple[UUID | None, int], str]:
    """{(stage, round): the last word} of the rounds that somebody misses, or plays after all."""
    acts = DeskAct.objects.filter(entrant=entrant, kind__in=(Kind.ABSENT, Kind.PRESENT), taken_back_by=None)
    return {(act.stage_id, act.detail["round"]): act.kind for act in acts.order_by("at", "pk")}


@transaction.atomic
def substitute(
    *, entrant_id: UUID, by: User, who: Sitter, now: datetime, instead_of: UUID | None = None, reason: str = ""
) -> EntrantPlayer:
    """Somebody else plays for a pair or a team from now on; without `instead_of` they fill a place that is empty. Who
    is replaced keeps what they played, and comes back the same way.

    Raises:
        Conflict: `tournament_ended`.
        Refused: `not_alone`, `player_unknown`, `no_place`, `entered_already`; the name cannot be used.
    """
    entrant = entrant_at_desk(entrant_id, by)
    if entrant.tournament.of == Tournament.Of.PLAYERS:
        text = gettext_noop("Who plays alone is not played for. Let the other one enter.")
        raise refused("not_alone", "player", text)
    active = list(entrant.players.filter(is_active=True))
    out = next((one for one in active if one.player_id == instead_of), None)
    if instead_of and out is None:
        raise refused("player_unknown", "instead_of", NOBODY)
    order = out.order if out else _empty_place(entrant, active)
    player = guest_or_known(entrant.tournament.club, who, now)
    require_free(entrant.tournament, [player])
    if out:
        out.is_active = False
        out.save(update_fields=["is_active"])
    found = _playing(entrant, player, order)
    detail = {"instead_of": str(instead_of)} if instead_of else {}
    note(entrant, Kind.SUBSTITUTE, by, now, player=player, detail=detail, reason=checked_reason(reason))
    return found


def checked_reason(reason: str) -> str:
    """Raises Refused `reason_long`."""
    text = tidied(reason)
    if len(text) > LONGEST_REASON:
        raise refused("reason_long", "reason", gettext_noop("At most {most} characters, please."), most=LONGEST_REASON)
    return text


def _after(entrant: Entrant, act: str) -> str:
    """How they stand then. Who said that they do not come, and comes after all, is expected again: nobody has seen
    them yet."""
    if act == Kind.RETURNED and entrant.state in (State.CANCELLED, State.ENTERED):
        return State.ENTERED
    return MOVES[act].after


def _require_possible(entrant: Entrant, act: str) -> None:
    tournament = entrant.tournament
    if act in (Kind.NOT_HERE, Kind.CANCELLED):
        require_not_played(entrant)
    if act == Kind.WITHDREW and tournament.is_planned:
        raise Conflict("not_begun", _("The tournament has not begun. Say that they do not come instead."))
    if entrant.state in (State.WAITING, State.CANCELLED) and act != Kind.CANCELLED:
        require_entries_open(tournament)
        if not has_room(tournament):
            raise Conflict("no_room", _("There is no room: all places are taken. A director can make more."))


def _empty_place(entrant: Entrant, active: list[EntrantPlayer]) -> int:
    taken = {one.order for one in active}
    free = next((order for order in range(entrant.tournament.team_size) if order not in taken), None)
    if free is None:
        raise refused("no_place", "instead_of", gettext_noop("Say for whom they play."))
    return free


def _playing(entrant: Entrant, player: Player, order: int) -> EntrantPlayer:
    found = EntrantPlayer.objects.filter(entrant=entrant, player=player).first()
    found = found or EntrantPlayer(club_id=entrant.club_id, entrant=entrant, player=player)
    found.order, found.is_active = order, True
    found.save()
    return found
