"""Who comes late or leaves early, and who deals."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.common.errors import Refused, require
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Act, Seat
from scorekeeper.play.policies import keeps_the_sheet
from scorekeeper.play.services.acts import Acted, acted_before, facts_of
from scorekeeper.play.services.common import at_table, clean_reason, dealing, note, require_open
from scorekeeper.play.services.sittings import Sitter, players_of, sat_down, seat_of
from scorekeeper.play.services.sizes import size_problems

MOST_SEATS = 12  # that a record can name: see games.core.record.Seat


@transaction.atomic
def seat_player(*, sitting_id: UUID, by: Actor, sitter: Sitter, now: datetime) -> Seat:
    """Somebody comes late: a new seat after the others. Hands already played are none of theirs."""
    table = at_table(sitting_id, by)
    sitting = table.sitting
    require(keeps_the_sheet(table.who))
    require_open(sitting)
    seats = list(sitting.seats.select_related("player"))
    active = sum(seat.is_active for seat in seats)
    if problems := size_problems(sitting, active + 1):
        raise Refused(problems)
    player = players_of(sitting.club, [sitter], now)[0]
    seat = next((seat for seat in seats if seat.player.identity == player.pk), None)
    if seat and seat.is_active:
        text = Text(gettext_noop("{name} sits here already."), {"name": player.name})
        raise Refused([Problem("player_seated", "player", text)])
    if seat is None and len(seats) == MOST_SEATS:
        text = Text(gettext_noop("So many have sat here that no line is left. Close this sitting and open another."))
        raise Refused([Problem("table_full", "seats", text)])
    if seat is None:
        seat = seat_of(sitting, len(seats), player)
        sat_down(sitting, [player])
    seat.is_active = True
    seat.save()
    note(sitting, Act.Kind.JOINED, by, now, seat=seat)
    sitting.save(update_fields=["revision"])
    return seat


@transaction.atomic
def seat_leaves(*, sitting_id: UUID, by: Actor, number: int, reason: str, now: datetime) -> Seat:
    """Somebody leaves early: the line stays with the hands played, the others go on at a smaller table."""
    table = at_table(sitting_id, by)
    sitting = table.sitting
    require(keeps_the_sheet(table.who))
    require_open(sitting)
    seats = list(sitting.seats.all())
    seat = next((seat for seat in seats if seat.number == number and seat.is_active), None)
    if seat is None:
        text = Text(gettext_noop("Nobody sits there."))
        raise Refused([Problem("seat_unknown", "seat", text)])
    rest = [other.number for other in seats if other.is_active and other.pk != seat.pk]
    if problems := size_problems(sitting, len(rest)):
        raise Refused(problems)
    Seat.objects.filter(pk=seat.pk).update(is_active=False)
    seat.is_active = False
    sitting.dealer = dealing(seats, sitting.dealer)
    note(sitting, Act.Kind.LEFT, by, now, reason=clean_reason(reason), seat=seat)
    sitting.save(update_fields=["dealer", "revision"])
    return seat


@transaction.atomic
def set_dealer(*, sitting_id: UUID, by: Actor, number: int, now: datetime, key: UUID | None = None) -> Acted:
    """Put a wrong rotation right: this seat deals the next hand. Under a key of the sender's it is done once.

    Raises:
        Conflict: `key_reused`, `sitting_closed`.
        Refused: `seat_unknown`.
    """
    table = at_table(sitting_id, by)
    sitting = table.sitting
    require(keeps_the_sheet(table.who))
    facts = facts_of(sitting, Act.Kind.DEALER, {"seat": number}) if key else ""
    if key and (earlier := acted_before(sitting, key, facts)):
        return earlier
    require_open(sitting)
    seat = sitting.seats.filter(number=number, is_active=True).first()
    if seat is None:
        text = Text(gettext_noop("Nobody sits there."))
        raise Refused([Problem("seat_unknown", "dealer", text)])
    sitting.dealer = number
    act = note(sitting, Act.Kind.DEALER, by, now, seat=seat, key=key, facts=facts)
    sitting.save(update_fields=["dealer", "revision"])
    return Acted(act, sitting, is_new=True)
