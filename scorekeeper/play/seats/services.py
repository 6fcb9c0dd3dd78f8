"""Who comes late or leaves early, who deals, and who plays for somebody."""

from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_noop

from games.core.record import dump
from games.core.text import Text
from games.core.values import Problem
from scorekeeper.clubs.models import Player
from scorekeeper.clubs.services import lock_book
from scorekeeper.common.errors import Refused, require
from scorekeeper.common.names import clean_name, name_key
from scorekeeper.play import acting
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Act, Device, Seat, Sitting
from scorekeeper.play.models.sittings import PUT_AWAY
from scorekeeper.play.moves import Shift, shift
from scorekeeper.play.opening import services
from scorekeeper.play.opening.slots import MOST_SEATS
from scorekeeper.play.policies import keeps_the_sheet
from scorekeeper.play.records import NOBODY_THERE
from scorekeeper.play.seats.reads import Span, elsewhere_problems, not_begun, spans_of, tables_elsewhere
from scorekeeper.play.seats.records import Dealer, Latecomer, Leaving, Naming, Substitution
from scorekeeper.play.sheet.rows import linked_acts


@transaction.atomic
def seat_player(late: Latecomer, *, sitting_id: UUID, by: Actor, now: datetime) -> Seat:
    """Somebody comes late: a new seat after the others. Hands already played are none of theirs.

    Raises:
        Conflict: `sitting_closed`.
        Refused: `player_seated`, `table_full`, as `_growing`, as `services.players_of`; as `elsewhere_problems` unless
            they may sit elsewhere too.
    """
    table = acting.at_table(sitting_id, by)
    sitting = table.sitting
    seats = _growing(table)
    player = services.players_of(sitting.club, [services.Sitter(late.player, late.name)], now)[0]
    away = list(Seat.everything.filter(sitting=sitting, number__gte=PUT_AWAY).select_related("player"))
    seat = next((seat for seat in (*seats, *away) if seat.player.identity == player.pk), None)
    if seat and seat.is_active:
        raise Refused([_seated(player)])
    if not late.elsewhere and (tables := tables_elsewhere(sitting.club_id, [player.pk], but=sitting.pk)):
        raise Refused(elsewhere_problems(tables, {"player": player}))
    is_new = seat is None or seat.number >= PUT_AWAY
    if is_new and len(seats) == MOST_SEATS:
        text = Text(gettext_noop("This sheet has no line left for another player. Close it and open another table."))
        raise Refused([Problem("table_full", "seats", text)])
    if seat is None or is_new:
        seat = seat or services.seat_of(sitting, len(seats), player)
        seat.number = max((other.number for other in seats), default=-1) + 1
        services.sat_down(sitting, [seat.player])
    seat.is_active = True
    seat.save()
    acting.note(sitting, Act.Kind.JOINED, by, now, seat=seat)
    sitting.save(update_fields=["revision"])
    return seat


@dataclass(frozen=True, slots=True)
class Late:
    """Who would sit down late: somebody of the book, or (`is_new`) the guest who would be made; from hand `first` on.
    `elsewhere` is another open table at which they sit."""

    player: Player
    is_new: bool
    first: int
    elsewhere: Sitting | None


@transaction.atomic
def seat_late(late: Latecomer, *, sitting_id: UUID, by: Actor) -> Late:
    """What seating somebody late would do; nothing is written. Raises as `seat_player`."""
    table = acting.at_table(sitting_id, by)
    sitting = table.sitting
    seats = _growing(table)
    player = services.would_sit(sitting, services.Sitter(late.player, late.name))
    if any(seat.is_active and seat.player.identity == player.pk for seat in seats):
        raise Refused([_seated(player)])
    is_new = late.player is None
    tables = {} if is_new else tables_elsewhere(sitting.club_id, [player.pk], but=sitting.pk)
    return Late(player, is_new, sitting.next_number, tables.get(player.pk))


def _growing(table: acting.AtTable) -> list[Seat]:
    """The seats of a table that can take one more. Raises Conflict `sitting_closed`; Refused as
    `services.size_problems`."""
    sitting = table.sitting
    require(keeps_the_sheet(table.who))
    acting.require_open(sitting)
    seats = list(sitting.seats.select_related("player"))
    if problems := services.size_problems(sitting, sum(seat.is_active for seat in seats) + 1):
        raise Refused(problems)
    return seats


def _seated(player: Player) -> Problem:
    return Problem("player_seated", "player", Text(gettext_noop("{name} sits here already."), {"name": player.name}))


@transaction.atomic
def take_seat_back(leaving: Leaving, *, sitting_id: UUID, by: Actor, now: datetime) -> Seat:
    """Somebody was seated by mistake and has played no hand: it is as if they had never sat there. The acts say that
    they were seated and taken off again.

    Raises:
        Conflict: `sitting_closed`.
        Refused: `seat_unknown`, `seat_played`, or why the table can't be smaller.
    """
    table = acting.at_table(sitting_id, by)
    sitting = table.sitting
    require(keeps_the_sheet(table.who))
    acting.require_open(sitting)
    seats = list(sitting.seats.select_related("player"))
    seat = next((seat for seat in seats if seat.number == leaving.seat and seat.is_active), None)
    if seat is None:
        raise Refused([Problem("seat_unknown", "seat", Text(gettext_noop("Nobody sits there.")))])
    if seat.pk not in not_begun(sitting, seats):
        text = Text(
            gettext_noop("{name} has played a hand here. Choose “{name} leaves early” instead."),
            {"name": seat.player.name},
        )
        raise Refused([Problem("seat_played", "seat", text)])
    rest = [other for other in seats if other.pk != seat.pk]
    if problems := services.size_problems(sitting, sum(other.is_active for other in rest)):
        raise Refused(problems)
    Device.objects.filter(seat=seat).update(seat=None)
    Device.objects.filter(asks_for=seat).update(asks_for=None)
    put_away = Seat.everything.filter(sitting=sitting, number__gte=PUT_AWAY).count()
    from_opening = not sitting.acts.filter(kind=Act.Kind.JOINED, seat=seat).exists()
    Seat.everything.filter(pk=seat.pk).update(number=PUT_AWAY + put_away, is_active=False)
    services.stood_up([seat], now)
    sitting.dealer = acting.dealing(rest, sitting.dealer)
    acting.note(sitting, Act.Kind.LEFT, by, now, seat=seat, detail={"taken_back": True, "from_opening": from_opening})
    if from_opening:
        _begin_anew(sitting, seat, rest)
    sitting.save(update_fields=["dealer", "revision", "state"])
    return seat


def _begin_anew(sitting: Sitting, gone: Seat, rest: list[Seat]) -> None:
    """As if the table had been opened without this seat: those after it move up. Nothing is on the sheet yet that
    names a number."""
    for seat in rest:
        if seat.number > gone.number:
            seat.number -= 1
            Seat.objects.filter(pk=seat.pk).update(number=seat.number)
    if sitting.dealer > gone.number:
        sitting.dealer -= 1
    active = sum(seat.is_active for seat in rest)
    joined = sitting.acts.filter(kind=Act.Kind.JOINED, seat__in=[seat.pk for seat in rest]).count()
    sitting.state = dump(sitting.plays.start(sitting.typed_rules, active - joined))


@transaction.atomic
def seat_leaves(leaving: Leaving, *, sitting_id: UUID, by: Actor, now: datetime) -> Seat:
    """Somebody leaves early: the line stays with the hands played, the others go on at a smaller table. Raises Conflict
    `sitting_closed`; Refused `seat_unknown`, as `services.size_problems`, as `acting.clean_reason`."""
    table = acting.at_table(sitting_id, by)
    sitting = table.sitting
    require(keeps_the_sheet(table.who))
    acting.require_open(sitting)
    seats = list(sitting.seats.all())
    seat = next((seat for seat in seats if seat.number == leaving.seat and seat.is_active), None)
    if seat is None:
        text = Text(gettext_noop("Nobody sits there."))
        raise Refused([Problem("seat_unknown", "seat", text)])
    rest = [other.number for other in seats if other.is_active and other.pk != seat.pk]
    if problems := services.size_problems(sitting, len(rest)):
        raise Refused(problems)
    Seat.objects.filter(pk=seat.pk).update(is_active=False)
    seat.is_active = False
    sitting.dealer = acting.dealing(seats, sitting.dealer)
    acting.note(sitting, Act.Kind.LEFT, by, now, reason=acting.clean_reason(leaving.reason), seat=seat)
    sitting.save(update_fields=["dealer", "revision"])
    return seat


@transaction.atomic
def set_dealer(dealer: Dealer, *, sitting_id: UUID, by: Actor, now: datetime, key: UUID | None = None) -> acting.Acted:
    """Put a wrong rotation right: this seat deals the next hand. Under a key of the sender's it is done once.

    Raises:
        Conflict: `key_reused`, `sitting_closed`.
        Refused: `seat_unknown`.
    """
    table = acting.at_table(sitting_id, by)
    sitting = table.sitting
    require(keeps_the_sheet(table.who))
    facts = acting.facts_of(sitting, Act.Kind.DEALER, {"seat": dealer.seat}) if key else ""
    if key and (earlier := acting.acted_before(sitting, key, facts)):
        return earlier
    acting.require_open(sitting)
    seat = sitting.seats.filter(number=dealer.seat, is_active=True).first()
    if seat is None:
        raise Refused([Problem("seat_unknown", "dealer", Text(NOBODY_THERE))])
    sitting.dealer = dealer.seat
    act = acting.note(sitting, Act.Kind.DEALER, by, now, seat=seat, key=key, facts=facts)
    sitting.save(update_fields=["dealer", "revision"])
    return acting.Acted(act, sitting, is_new=True)


@transaction.atomic
def name_seats(asked: Naming, *, sitting_id: UUID, by: Actor) -> Sitting:
    """Write down who sits where at a table without a club: its people have no name but the one on this sheet. Who has
    an account keeps their own.

    Raises:
        PermissionDenied: the table is a club's, whose book has the names; somebody else keeps the sheet.
        Conflict: `sitting_closed`.
        Refused: `seat_unknown`, `name_missing`, `name_too_long`, `name_twice`; each with the field of its seat.
    """
    table = acting.at_table(sitting_id, by)
    sitting = table.sitting
    require(keeps_the_sheet(table.who) and sitting.club.is_private)
    acting.require_open(sitting)
    lock_book(sitting.club)
    players = {seat.number: seat.player for seat in sitting.seats.select_related("player")}
    problems, renamed = [], []
    for wanted in asked.names:
        player, at = players.get(wanted.seat), f"names.{wanted.seat}"
        if player is None:
            problems.append(Problem("seat_unknown", at, Text(NOBODY_THERE)))
            continue
        try:
            name = clean_name(wanted.name, at)
        except Refused as refused:
            problems += refused.problems
            continue
        if player.user_id is None and player.name != name:
            player.name = name
            renamed.append(player)
    for number, player in players.items():
        same = [other for other in players.values() if name_key(other.name) == name_key(player.name)]
        if len(same) > 1 and player in renamed:
            problems.append(Problem("name_twice", f"names.{number}", services.NAME_TWICE))
    if problems:
        raise Refused(problems)
    Player.objects.bulk_update(renamed, ["name"])
    sitting.revision += 1
    sitting.save(update_fields=["revision"])
    return sitting


@transaction.atomic
def substitute(wanted: Substitution, *, sitting_id: UUID, by: Actor, key: UUID, now: datetime) -> acting.Acted:
    """Say who plays for a seat. A reason may be given.

    Raises:
        Conflict: `key_reused`, `sitting_closed`.
        Refused: as `acting.clean_reason`, as `_place`, as `_Place.require_possible`, as `services.guest_or_known`, as
            `elsewhere_problems`.
    """
    table = acting.at_table(sitting_id, by)
    sitting = table.sitting
    require(keeps_the_sheet(table.who))
    reason = acting.clean_reason(wanted.reason, needed=False)
    sitter = _sitter(wanted)
    kind = Act.Kind.SUBSTITUTE if sitter else Act.Kind.RETURNED
    facts = acting.facts_of(sitting, kind, _said(sitting, wanted) | {"reason": reason})
    if earlier := acting.acted_before(sitting, key, facts):
        return earlier
    acting.require_open(sitting)
    at = _place(sitting, wanted)
    player = services.guest_or_known(sitting.club, sitter, now) if sitter else None
    at.require_possible(player)
    if player and not wanted.elsewhere:
        tables = tables_elsewhere(sitting.club_id, [player.pk], but=sitting.pk)
        if problems := elsewhere_problems(tables, {"player": player}):
            raise Refused(problems)
    act = acting.write_link(
        sitting, by, now, acting.Link(kind, key, reason, at.seat, {"from": at.first}, player), facts
    )
    return acting.Acted(act, sitting, is_new=True)


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
    """What saying so would change; nothing is written. Raises Conflict as `substitute`; Refused as
    `substitution_moves`."""
    return substitution_moves(acting.kept_sheet(sitting_id, by), wanted)


def substitution_moves(sitting: Sitting, wanted: Substitution) -> SubstitutionMoves:
    """What saying so would change; nothing is written. Raises Refused as `_place`, as `services.would_sit`, as
    `_Place.require_possible`."""
    at = _place(sitting, wanted)
    sitter = _sitter(wanted)
    player = services.would_sit(sitting, sitter) if sitter else None
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


def _sitter(wanted: Substitution) -> services.Sitter | None:
    """Who plays; None: the holder again."""
    return None if wanted.is_back else services.Sitter(wanted.player, wanted.name or "")


def _said(sitting: Sitting, wanted: Substitution) -> dict[str, str | int | None]:
    """The facts. Who it is by name: a guest that sending made is one of the book when it is sent again."""
    sitter, name = _sitter(wanted), ""
    if sitter:
        players = Player.objects.filter(club=sitting.club_id, pk=sitter.player_id) if sitter.player_id else ()
        name = next((name_key(player.name) for player in players), name_key(sitter.name))
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
        """This player (None: the holder) plays there from that hand on. Raises Refused `not_substituted`,
        `player_seated`, `player_busy`."""
        if player is None:
            if self._span_at(self.first) is None:
                text = Text(gettext_noop("{name} plays this hand in person."), {"name": self.seat.player.name})
                raise Refused([Problem("not_substituted", "number", text)])
            return
        if any(other.player.identity == player.pk and other.is_active for other in self.seats):
            text = Text(gettext_noop("{name} sits at this table already."), {"name": player.name})
            raise Refused([Problem("player_seated", "player", text)])
        still = [span for span in self.spans if span.last is None and span.seat != self.seat]
        if any(span.player.identity == player.pk for span in still):
            text = Text(gettext_noop("{name} already plays for another player here."), {"name": player.name})
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
        return tuple(change for change in found if change.before.identity != player.identity)

    def _span_at(self, number: int) -> Span | None:
        return next((span for span in self.spans if span.seat == self.seat and span.covers(number)), None)


def _place(sitting: Sitting, wanted: Substitution) -> _Place:
    """Raises Refused `seat_unknown`, as `acting.require_hand`."""
    first = sitting.next_number if wanted.number is None else wanted.number
    acting.require_hand(sitting, first)
    seats = list(acting.with_seats(sitting).seats.all())
    seat = next((seat for seat in seats if seat.number == wanted.seat and seat.is_active), None)
    if seat is None:
        raise Refused([Problem("seat_unknown", "seat", Text(NOBODY_THERE))])
    return _Place(sitting, seats, seat, first, spans_of(seats, linked_acts(sitting)))
