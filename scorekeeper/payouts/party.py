"""How the money book takes part in closing and reopening sheets (see play/parties.py), and in who keeps what of a
season that has ended (see standings/awards.py)."""

from collections.abc import Iterator
from datetime import datetime
from itertools import groupby
from uuid import UUID

from django.db.models import Sum
from django.urls import reverse
from django.utils.translation import gettext_noop

from games.core.settling import InUnits
from games.core.text import Text, Value
from games.core.values import Problem
from scorekeeper.common.texts import amount_words, isolated
from scorekeeper.payouts.bank.piece import bank_problems, bank_shown, waiting_problems, waits_words
from scorekeeper.payouts.bank.reads import bank_of, has_bank
from scorekeeper.payouts.book.reads import booked_of, causes_of, has_bookings, unit_of
from scorekeeper.payouts.book.services import book_sheet, unbook_sheet
from scorekeeper.payouts.book.verifying import differences, rebuild_accounts
from scorekeeper.payouts.models import PoolAct
from scorekeeper.payouts.policies import can_read_money
from scorekeeper.payouts.pools.reads import DONE, Given
from scorekeeper.payouts.sources import ranks_of
from scorekeeper.payouts.words import label_words
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Sitting
from scorekeeper.play.parties import Beside, Party
from scorekeeper.play.policies import Standpoint
from scorekeeper.standings.awards import BEST, Ended, Winner, basis_of, drop_awards, write_awards
from scorekeeper.standings.models import AwardedEvent, Competition, SeasonTally
from scorekeeper.standings.selectors.table import lines

SEASON = AwardedEvent.Kind.SEASON


def award_seasons() -> int:
    """Work out of each season that has ended and is official what is not yet, or has changed; how many that were."""
    there, done = basis_of(SEASON), 0
    seasons = {season.pk: season for season in Competition.objects.exclude(ended_at=None).select_related("club")}
    for pk, basis in season_bases(seasons).items():
        if there.pop(pk, "") == basis:
            continue
        season = seasons[pk]
        if ranks_of(season).not_final(season):
            drop_awards(SEASON, [pk])
            continue
        write_awards(ended_season(season, SEASON, pk, season.name, basis), _winners(season))
        done += 1
    drop_awards(SEASON, list(there))
    return done


def season_bases(seasons: dict[UUID, Competition]) -> dict[UUID, str]:
    """Of each of these seasons what its places are worked out from: another one whenever a result, a bonus, a lot or
    the award of its prizes has changed. Two statements."""
    standings = SeasonTally.objects.filter(competition__in=seasons).values_list("competition")
    moved = dict(standings.annotate(moved=Sum("revision")).order_by("competition"))
    awards = awards_standing()
    return {
        pk: f"{season.ended_at:%Y%m%d%H%M%S%f} {season.revision} {season.seq} {moved.get(pk, 0)} {awards.get(pk, '')}"
        for pk, season in seasons.items()
    }


def awards_standing() -> dict[UUID, UUID]:
    """{competition: the award of its prizes that stands}"""
    acts = PoolAct.objects.filter(kind=DONE.AWARDED, taken_back_by=None)
    return dict(acts.values_list("pool__competition", "pk"))


def special_winners(competition: UUID) -> Iterator[Winner]:
    """Who has won a special prize or one of a group, by the award that stands."""
    act = PoolAct.objects.filter(pool__competition=competition, kind=DONE.AWARDED, taken_back_by=None).first()
    for won in Given.from_json(act.detail).specials if act else ():
        if won.player:
            yield Winner(won.player, cause=won.cause)


def ended_season(season: Competition, kind: str, source: UUID, name: str, basis: str) -> Ended:
    """A season, or the league that is played for it, as an event that has ended."""
    assert season.ended_at  # noqa: S101 asked of those that have ended
    return Ended(season.club_id, kind, source, name, season.ended_at, basis)


def _winners(season: Competition) -> Iterator[Winner]:
    ranked = lines(season, official=True).ranked
    for rank, tied in groupby(ranked, key=lambda row: row.rank):
        rows = list(tied)
        if rank <= BEST:
            for row in rows:
                yield Winner(row.row.player_id, rank, rank + len(rows) - 1, len(ranked))
    yield from special_winners(season.pk)


class MoneyBook(Party):
    """Books what a sheet makes due with the act that closes it, and books it back with the one that opens it again.
    What people keep of its seasons goes with that, and is worked out anew in the background."""

    def may_close(self, sitting: Sitting) -> Iterator[Problem]:
        bank = bank_of(sitting) if isinstance(sitting.typed_rules, InUnits) else None
        if bank and bank.requests:
            yield from waiting_problems(bank)
        if bank and bank.is_used:
            yield from bank_problems(bank)
        elif unit := unit_of(sitting):
            # What goes in by the sheet and not out again
            for cause in causes_of(sitting):
                if cause.rest:
                    code, text = ("money_left", LEFT) if cause.rest > 0 else ("money_missing", MISSING)
                    label = label_words(cause.label, unit)
                    values: dict[str, Value] = {"amount": amount_words(abs(cause.rest), unit), "cause": label}
                    yield Problem(code, "", Text(text, values))

    def closed(self, sitting: Sitting, by: Actor, now: datetime) -> None:
        book_sheet(sitting, by, now)

    def reopened(self, sitting: Sitting, by: Actor, reason: str, now: datetime) -> None:
        unbook_sheet(sitting, by, reason, now)
        drop_awards(AwardedEvent.Kind.SEASON, list(sitting.competitions.values_list("pk", flat=True)))

    def work(self, now: datetime) -> int:
        return award_seasons()

    def moves(self, sitting: Sitting) -> Iterator[Text]:
        if sitting.closed_at is None:
            return
        names = {seat.player_id: seat.player.name for seat in sitting.seats.select_related("player")}
        for booking in booked_of(sitting):
            legs = list(booking.legs.all())
            back = [
                f"{isolated(names[leg.account.player_id])} {amount_words(-leg.amount, booking.in_unit)}"
                for leg in legs
                if leg.account.player_id in names
            ]
            cause = label_words(booking.label, booking.in_unit) if booking.label else ""
            values: dict[str, Value] = {"cause": cause, "amounts": ", ".join(back)}
            if not back:
                values["amounts"] = amount_words(max(leg.amount for leg in legs), booking.in_unit)
            yield Text(BACK if back else BACK_TO_BANK, values)

    def may_withdraw(self, sitting: Sitting) -> Iterator[Problem]:
        """Refuses `bank_used`."""
        if sitting.bank_acts.exists():
            yield Problem("bank_used", "", Text(BANK_USED))

    def differences(self, club_id: UUID | None) -> Iterator[tuple[str, str]]:
        yield from differences(club_id)

    def rebuild(self, club_id: UUID | None, *, write: bool) -> Iterator[tuple[str, str, bool]]:
        yield from rebuild_accounts(club_id, write=write)


LEFT = gettext_noop(
    "The sheet does not balance: for “{cause}”, {amount} was paid but nobody received it. "
    "Check the hands and adjustments."
)
MISSING = gettext_noop(
    "The sheet does not balance: for “{cause}”, {amount} was received but nobody paid it. "
    "Check the hands and adjustments."
)
BANK_USED = gettext_noop("Someone has bought in at this table’s bank. End the table and close its sheet.")
BACK = gettext_noop("The transactions of closing the sheet are reversed ({cause}): {amounts}.")
BACK_TO_BANK = gettext_noop("{amounts} goes back to the table’s bank ({cause}).")


def bank_beside(sitting: Sitting, by: Actor, who: Standpoint) -> Beside | None:
    """The bank on the page of its table; nothing where there is none. See play/parties.py."""
    if not isinstance(sitting.typed_rules, InUnits):
        return None
    bank = bank_of(sitting)
    if not bank.requests and not (sitting.is_open and has_bank(sitting)):
        return None
    holds = bank_shown(bank, by, who)
    return Beside(
        template="payouts/_bank.html",
        paper="payouts/_bank_print.html",
        holds=holds,
        tables={"bank": lambda: holds["table"]},
        page=reverse("table_bank", args=[sitting.pk]),
        waits=waits_words(bank, who),
        settles=bank.is_used,
    )


def booked_beside(sitting: Sitting, by: Actor, who: Standpoint) -> Beside | None:
    """A link from a sheet to what was booked of it, for those who may read the book; nothing where nothing was. Nobody
    asks for an open sheet of points, of which closing books."""
    if sitting.is_open and not isinstance(sitting.typed_rules, InUnits):
        return None
    if sitting.club.is_private or not can_read_money(who.role) or not has_bookings(sitting):
        return None
    page = f"{reverse('money_history', args=[sitting.club_id])}?sitting={sitting.pk}"
    return Beside(template="payouts/_booked.html", paper="", holds={}, page=page)
