"""Somebody plays for a seat: the points stay with its holder, the sheet says who held the cards."""

from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.clubs.models import Player
from scorekeeper.common.errors import Refused, require
from scorekeeper.common.names import name_key
from scorekeeper.play.acting import (
    Acted,
    Link,
    acted_before,
    at_table,
    clean_reason,
    facts_of,
    kept_sheet,
    require_hand,
    require_open,
    with_seats,
    write_link,
)
from scorekeeper.play.actors import Actor
from scorekeeper.play.adjusting.reads import linked_acts
from scorekeeper.play.models import Act, Seat, Sitting
from scorekeeper.play.moves import Shift, shift
from scorekeeper.play.opening.services import Sitter, guest_or_known, would_sit
from scorekeeper.play.policies import keeps_the_sheet
from scorekeeper.play.records import NOBODY_THERE
from scorekeeper.play.seats.reads import Span, elsewhere_problems, spans_of, tables_elsewhere
from scorekeeper.play.seats.records import Substitution


@transaction.atomic
def substitute(wanted: Substitution, *, sitting_id: UUID, by: Actor, key: UUID, now: datetime) -> Acted:
    """Say who plays for a seat. A reason may be given.

    Raises:
        Conflict: `key_reused`, `sitting_closed`.
        Refused: the seat, the person or the hand can't be.
    """
    table = at_table(sitting_id, by)
    sitting = table.sitting
    require(keeps_the_sheet(table.who))
    reason = clean_reason(wanted.reason, needed=False)
    sitter = _sitter(wanted)
    kind = Act.Kind.SUBSTITUTE if sitter else Act.Kind.RETURNED
    facts = facts_of(sitting, kind, _said(sitting, wanted) | {"reason": reason})
    if earlier := acted_before(sitting, key, facts):
        return earlier
    require_open(sitting)
    at = _place(sitting, wanted)
    player = guest_or_known(sitting.club, sitter, now) if sitter else None
    at.require_possible(player)
    if player and not wanted.elsewhere:
        tables = tables_elsewhere(sitting.club_id, [player.pk], but=sitting.pk)
        if problems := elsewhere_problems(tables, {"player": player}):
            raise Refused(problems)
    act = write_link(sitting, by, now, Link(kind, key, reason, at.seat, {"from": at.first}, player), facts)
    return Acted(act, sitting, is_new=True)


@dataclass(frozen=True, slots=True)
class Cards:
    """Who holds the cards at hands `first` to `last` (None: from there on), by what is said and by what would be."""

    first: int
    last: int | None
    before: Player
    after: Player
    is_new: bool  # `after` is the guest who would be made

    @property
    def after_id(self) -> UUID | None:
        """Who would hold them; None: the guest who would be made."""
        return None if self.is_new else self.after.identity


@dataclass(frozen=True, slots=True)
class SubstitutionMoves(Shift):
    """What saying who plays would change: no total, only whose hands held the cards from hand `first` on. `player` is
    the holder who plays again, somebody of the book, or (`is_new`) the guest who would be made; `elsewhere` is another
    open table at which they sit."""

    seat: Seat
    player: Player
    is_new: bool
    first: int
    cards: tuple[Cards, ...]
    elsewhere: Sitting | None = None

    @property
    def elsewhere_id(self) -> UUID | None:
        """The other table."""
        return self.elsewhere.pk if self.elsewhere else None

    @property
    def is_back(self) -> bool:
        return self.player.identity == self.seat.player.identity


def preview_substitution(wanted: Substitution, *, sitting_id: UUID, by: Actor) -> SubstitutionMoves:
    """What saying so would change; nothing is written. Raises as `substitute`."""
    return substitution_moves(kept_sheet(sitting_id, by), wanted)


def substitution_moves(sitting: Sitting, wanted: Substitution) -> SubstitutionMoves:
    """What saying so would change; nothing is written. Raises Refused."""
    at = _place(sitting, wanted)
    sitter = _sitter(wanted)
    player = would_sit(sitting, sitter) if sitter else None
    at.require_possible(player)
    found = shift(sitting, at.seats, at.seats)
    is_new = bool(sitter and not sitter.player_id)
    plays = player or at.seat.player
    tables = tables_elsewhere(sitting.club_id, [player.pk], but=sitting.pk) if player and not is_new else {}
    return SubstitutionMoves(
        unit=found.unit,
        seats=found.seats,
        seasons=found.seasons,
        seat=at.seat,
        player=plays,
        is_new=is_new,
        first=at.first,
        cards=at.cards(plays, is_new=is_new),
        elsewhere=tables.get(plays.pk),
    )


def _sitter(wanted: Substitution) -> Sitter | None:
    """Who plays; None: the holder again."""
    return None if wanted.is_back else Sitter(wanted.player, wanted.name or "")


def _said(sitting: Sitting, wanted: Substitution) -> dict[str, str | int | None]:
    """The facts. Who it is by name: a guest that sending made is one of the book when it is sent again."""
    sitter, name = _sitter(wanted), ""
    if sitter:
        known = Player.objects.filter(club=sitting.club_id, pk=sitter.player_id) if sitter.player_id else ()
        name = next((name_key(player.name) for player in known), name_key(sitter.name))
    return {"seat": wanted.seat, "name": name, "number": wanted.number}


@dataclass(frozen=True, slots=True)
class _Place:
    """The seat and the hand that are meant, and what the sheet says until now."""

    sitting: Sitting
    seats: list[Seat]
    seat: Seat
    first: int
    spans: tuple[Span, ...]

    def require_possible(self, player: Player | None) -> None:
        """Raises Refused: this player (None: the holder) can't play there from that hand on."""
        if player is None:
            if self._span_at(self.first) is None:
                text = Text(gettext_noop("{name} plays in person at this hand."), {"name": self.seat.player.name})
                raise Refused([Problem("not_substituted", "number", text)])
            return
        if any(other.player.identity == player.pk and other.is_active for other in self.seats):
            text = Text(gettext_noop("{name} sits at this table already."), {"name": player.name})
            raise Refused([Problem("player_seated", "player", text)])
        still = [span for span in self.spans if span.last is None and span.seat != self.seat]
        if any(span.player.identity == player.pk for span in still):
            text = Text(gettext_noop("{name} plays for somebody else here already."), {"name": player.name})
            raise Refused([Problem("player_busy", "player", text)])

    def cards(self, player: Player, *, is_new: bool) -> tuple[Cards, ...]:
        """Where the sheet would say otherwise than now, hands in a row together; the last are those to come."""
        found: list[Cards] = []
        for number in range(self.first, self.sitting.next_number + 1):
            span, last = self._span_at(number), number if number < self.sitting.next_number else None
            before = span.player if span else self.seat.player
            if found and found[-1].before.identity == before.identity:
                found[-1] = replace(found[-1], last=last)
            else:
                found.append(Cards(number, last, before, player, is_new))
        return tuple(one for one in found if one.before.identity != player.identity)

    def _span_at(self, number: int) -> Span | None:
        return next((span for span in self.spans if span.seat == self.seat and span.covers(number)), None)


def _place(sitting: Sitting, wanted: Substitution) -> _Place:
    """Raises Refused: no such hand, or nobody sits there."""
    first = sitting.next_number if wanted.number is None else wanted.number
    require_hand(sitting, first)
    seats = list(with_seats(sitting).seats.all())
    seat = next((seat for seat in seats if seat.number == wanted.seat and seat.is_active), None)
    if seat is None:
        raise Refused([Problem("seat_unknown", "seat", Text(NOBODY_THERE))])
    return _Place(sitting, seats, seat, first, spans_of(seats, linked_acts(sitting)))
