"""Remind members of the next evening."""

from datetime import datetime, timedelta
from functools import partial
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorekeeper.accounts.models import User
from scorekeeper.common.default_words import kept
from scorekeeper.leagues.evenings.reads import game_names
from scorekeeper.leagues.models import Attendance, Evening
from scorekeeper.notices.models import Kind
from scorekeeper.notices.selectors import moment
from scorekeeper.notices.services import News, tell

BEFORE: Final = timedelta(days=2)


def remind_of_evenings(*, now: datetime) -> int:
    """Tell the members of each club what is planned for the next two days, but for those who have said whether they
    come. Once; where it is put to another time, once more. Safe to run twice; how many were told."""
    soon = Evening.objects.filter(
        state=Evening.State.PLANNED, starts_at__gt=now, starts_at__lte=now + BEFORE, club__closed_at=None
    )
    evenings = soon.select_related("club").prefetch_related("games")
    return sum(tell(partial(_news, evening), _silent(evening), now) for evening in evenings)


def _silent(evening: Evening) -> list[User]:
    answered = Attendance.objects.filter(evening=evening, player__user__isnull=False).values("player__user")
    return list(User.objects.filter(memberships__club=evening.club_id, is_active=True).exclude(pk__in=answered))


def _news(evening: Evening) -> News:
    words = {"evening": evening.name, "club": evening.club.name, "when": moment(evening.club, evening.starts_at)}
    where = f", {evening.venue}" if evening.venue else ""
    if evening.is_mixed:
        where = f"{where} ({game_names(evening)})"
    return News(
        kind=Kind.EVENING,
        club=evening.club,
        key=f"evening:{evening.pk}:{int(evening.starts_at.timestamp())}",
        thing=evening.pk,
        link=reverse("evening_detail", args=[evening.pk]),
        until=evening.starts_at,
        subject=pgettext("in a line", "{evening}: {when}").format(**words),
        body=_("The next evening of {club}: {evening}, {when}{where}. Please say whether you are coming.").format(
            **words, where=where
        ),
        values={"evening": kept(evening.name), "at": evening.starts_at.isoformat()},
    )
