"""Tell people what became of their entry."""

from datetime import datetime, timedelta
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper.accounts.models import User
from scorekeeper.notices.models import Kind
from scorekeeper.notices.selectors import moment
from scorekeeper.notices.services import News, tell
from scorekeeper.tournaments.models import Entrant, Tournament

LONGER: Final = timedelta(days=1)


def tell_moved_up(tournament: Tournament, entrant: Entrant, now: datetime) -> int:
    """Whoever plays for the entrant and has an account; how many were told."""
    playing = entrant.players.filter(is_active=True).values("player__user")
    people = User.objects.filter(pk__in=playing, is_active=True)
    words = {
        "tournament": tournament.name,
        "club": tournament.club.name,
        "when": moment(tournament.club, tournament.starts_at),
    }
    news = News(
        kind=Kind.MOVED_UP,
        club=tournament.club,
        key=f"moved_up:{entrant.pk}:{int(now.timestamp())}",
        thing=tournament.pk,
        link=reverse("tournament_detail", args=[tournament.pk]),
        until=max(tournament.starts_at, now) + LONGER,
        subject=_("{tournament}: you have a place").format(**words),
        body=_("{tournament} of {club}, {when}: somebody cannot come, and you have moved up.").format(**words),
        values={"tournament": tournament.name},
    )
    return tell(news, people, now)
