"""Two guests of long ago, whose names are announced to be removed."""

from datetime import datetime, timedelta
from typing import Final

from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.services import add_player
from scorekeeper.notices.models import Kind
from scorekeeper.notices.services import no_more_mail
from scorekeeper.privacy.models import Retention
from scorekeeper.privacy.records import RetentionChoice
from scorekeeper.privacy.services import keep_names, keep_up

GUESTS: Final = ("Ottilie Zwickl", "Valentin Pröll")
AGO: Final = timedelta(days=3 * 365)


def old_names(club: Club, owner: User, *, now: datetime) -> None:
    """Once."""
    if Retention.objects.filter(club=club).exists():
        return
    for name in GUESTS:
        add_player(club=club, name=name, now=now - AGO)
    no_more_mail(user=owner, kind=Kind.CLEAN_UP)  # the demo prints its mail, and nobody has asked for this one
    keep_names(RetentionChoice(years=2, is_automatic=True), club=club, by=owner, now=now)
    keep_up(now=now)
