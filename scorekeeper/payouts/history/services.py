"""A statement by mail, to the address of the player's own account and to no other."""

from uuid import UUID

from django.core.mail import EmailMessage, get_connection
from django.db import transaction
from django.utils.translation import gettext as _

from games.core.text import Text, gettext_noop
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.policies import role_in
from scorekeeper.common.errors import Refused, require
from scorekeeper.languages.choice import written_for
from scorekeeper.payouts.history.files import statement_name, statement_text
from scorekeeper.payouts.history.reads import Period
from scorekeeper.payouts.policies import can_read_accounts, can_read_money


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
    with written_for(reader.language, club.language):
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
