"""Reads of notices."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo

from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_noop

from games.core.settling import InUnits
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club
from scorekeeper.common.names import in_words
from scorekeeper.common.texts import amount_words, in_language, isolated
from scorekeeper.notices.models import Channel, Kind, Notice, SwitchedOff

KEPT: Final = timedelta(days=30)  # that they can be looked up on their page
SENTENCES: Final = {
    Kind.SIGNATURE: gettext_noop("Your signature is missing on {table}."),
    Kind.DISPUTE: gettext_noop("Hand {number} of {table} is disputed. A director must decide."),
    Kind.EVENING: gettext_noop("{evening}: {when}. Please say whether you are coming."),
    Kind.SETTLED: gettext_noop("A director has decided about hand {number} of {table}, which you disputed."),
    Kind.PAYMENT: gettext_noop("Payments of {club}: someone reported a payment of {amount}. Confirm or decline it."),
    Kind.MOVED_UP: gettext_noop("{tournament}: you have moved up from the waiting list."),
    Kind.CLEAN_UP: gettext_noop("On {day}, old names will be removed ({people}). You can postpone this."),
}


@dataclass(frozen=True, slots=True)
class ShownNotice:
    """A notice with its sentence."""

    notice: Notice
    words: str

    @property
    def is_new(self) -> bool:
        return self.notice.read_at is None and self.notice.done_at is None


def waiting(user: User, now: datetime) -> list[ShownNotice]:
    """What the first page tells this person, the newest first. One statement."""
    return [ShownNotice(notice, sentence(notice)) for notice in _unread(user, now)]


def how_many(user: User, now: datetime) -> int:
    """How many of them, for the head of every page. Nothing is asked where nothing can wait, else one statement."""
    return _unread(user, now).count() if user.news_until and user.news_until > now else 0


def lately(user: User, now: datetime) -> list[ShownNotice]:
    """All that was told in the last month. One statement."""
    return [ShownNotice(notice, sentence(notice)) for notice in _of(user).filter(at__gt=now - KEPT)]


def switched_off(user: User) -> set[tuple[str, str]]:
    """{(kind, channel)}."""
    return set(SwitchedOff.objects.filter(user=user).values_list("kind", "channel"))


def sentence(notice: Notice) -> str:
    """What it says, with times by the clock of its club; days and amounts as the reader's language writes them."""
    values = {name: isolated(in_words(str(value))) for name, value in notice.values.items()}
    if "at" in values:
        values["when"] = moment(notice.club, datetime.fromisoformat(notice.values["at"]))
    if "on" in values:
        values["day"] = date_format(date.fromisoformat(notice.values["on"]), "DATE_FORMAT")
    if "units" in values:
        unit = InUnits(unit=notice.values["unit"], decimals=notice.values["decimals"])
        values["amount"] = isolated(amount_words(notice.values["units"], unit))
    return in_language(SENTENCES[Kind(notice.kind)]).format(**values)


def moment(club: Club, at: datetime) -> str:
    """A day and a time where the club is."""
    return date_format(timezone.localtime(at, ZoneInfo(club.time_zone)), "DATETIME_FORMAT")


def _unread(user: User, now: datetime) -> QuerySet[Notice]:
    off = SwitchedOff.objects.filter(user=user, kind=OuterRef("kind"), channel=Channel.SCREEN)
    return _of(user).filter(~Exists(off), read_at=None, done_at=None, until__gt=now)


def _of(user: User) -> QuerySet[Notice]:
    mine = Notice.objects.filter(user=user, club__memberships__user=user)
    return mine.select_related("club").order_by("-at", "-pk")


def news(request: HttpRequest) -> dict[str, Callable[[], int]]:
    """Counted where a page has a head, once."""

    @cache
    def number() -> int:
        user = getattr(request, "user", None)
        return how_many(user, timezone.now()) if isinstance(user, User) else 0

    return {"news": number}
