"""Mail about a club. It goes through the outbox, with the transaction that caused it."""

from django.core.mail import EmailMessage, get_connection
from django.utils.translation import gettext as _

from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Player, Role


def mail_invitation(*, club: Club, by: User, to: str, role: str, link: str, guest: Player | None = None) -> None:
    """Send the link that makes whoever gets it a member."""
    words = {"club": club.name, "who": str(by), "role": Role(role).label, "link": link}
    parts = [_("{who} invites you to join {club} as {role}.").format(**words)]
    if guest:
        parts.append(_("What you have played there as {name} becomes yours.").format(name=guest.name))
    parts.append(_("Open this link to join; it works once and lasts a week:\n\n{link}").format(**words))
    parts.append(_("If you don’t know {who} or {club}, leave this mail alone: nothing happens then.").format(**words))
    subject = _("An invitation to {club}").format(**words)
    get_connection().send_messages([EmailMessage(subject, "\n\n".join(parts), to=[to])])
