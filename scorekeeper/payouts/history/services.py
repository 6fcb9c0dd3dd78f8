"""What is asked of the bookings; a statement by mail, to the address of the player's own account and to no other."""

from datetime import date
from typing import Annotated
from uuid import UUID

from django.core.mail import EmailMessage, get_connection
from django.db import transaction
from django.utils.translation import gettext as _
from pydantic import Field

from games.core.text import Text, gettext_noop
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.policies import role_in
from scorekeeper.common.acts import Answer, OneOf
from scorekeeper.common.errors import Refused, require
from scorekeeper.languages.spoken import written_at
from scorekeeper.payouts.book.services import BookingBody
from scorekeeper.payouts.history.files import statement_name, statement_text
from scorekeeper.payouts.history.reads import Period
from scorekeeper.payouts.kinds import Kind
from scorekeeper.payouts.policies import can_read_accounts, can_read_money
from scorekeeper.payouts.records import Days, InUnit, UnitBody


class BookingsAsked(Days):
    """Which bookings."""

    player: UUID | None = None
    sitting: UUID | None = None
    season: UUID | None = None
    kind: Annotated[str, OneOf(tuple(Kind.values))] | None = None
    before: str = Field(default="", max_length=60, description="`older` of the page before.")


class StatementAsked(InUnit, Days):
    """Which days of an account, in which unit."""


class HistoryBody(Answer):
    """A page of bookings, the newest first. It may be short where something rare is looked for."""

    bookings: list[BookingBody]
    older: str = Field(description="Send it as `before`; empty at the end.")


class PeriodEntryBody(Answer):
    """An entry of a statement."""

    booking: UUID
    kind: str
    on: date
    amount: int
    balance: int = Field(description="After it.")
    text: str = Field(description="What it moved, in words: “owes 10.00 € for the entry”.")


class PeriodBody(UnitBody):
    """An account between two days; at most 10,000 of its `count` entries."""

    since: date
    until: date
    opening: int = Field(description="The balance before.")
    closing: int = Field(description="The balance at the end.")
    count: int
    entries: list[PeriodEntryBody]


def reader_of(player: Player) -> User | None:
    """Whose account a statement of this player goes to; None where they have none that can be written to."""
    user = player.person.user
    is_here = user is not None and user.is_active and bool(user.email)
    return user if is_here and user and role_in(user, player.club) else None


@transaction.atomic
def mail_statement(*, club: Club, player_id: UUID, by: User, statement: Period) -> None:
    """Send it through the outbox, in the language of the player who gets it: one's own, or as a director that of
    somebody else. It carries no link.

    Raises:
        Player.DoesNotExist: the club has no such line.
        Refused: `no_address`: the player has no account in the club, or it has no address.
        ValueError: the statement is of somebody else.
    """
    player = Player.objects.select_related("user", "merged_into__user", "club").get(club=club, pk=player_id)
    if statement.player.pk != player.identity:
        raise ValueError("this statement is of somebody else")
    role = role_in(by, club)
    require(can_read_accounts(role) or (can_read_money(role) and player.person.user_id == by.pk))
    reader = reader_of(player)
    if reader is None:
        raise NO_ADDRESS
    with written_at(club, reader.language):
        foot = _("You receive this mail because {who} asked {club} to send it to you.").format(who=by, club=club.name)
        body = f"{statement_text(statement)}\n\n{foot}"
        message = EmailMessage(statement_name(statement), body, to=[reader.email])
    get_connection().send_messages([message])


NO_ADDRESS = Refused(
    [
        Problem(
            "no_address",
            "player",
            Text(
                gettext_noop("This player has no account with a mail address in this club. Download the file instead.")
            ),
        )
    ]
)
