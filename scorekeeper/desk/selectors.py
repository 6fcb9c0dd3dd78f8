"""Look for a person, an evening, a tournament or a table of a club by its name, its place or its day.

The newest few thousand evenings, tournaments and tables are looked through in memory: so accents, case and the order of
words count as little as in the book, on every database, for the same few statements.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from html import unescape
from itertools import chain
from typing import Any, Final
from uuid import UUID

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.dates import MONTHS
from django.utils.html import format_html, strip_tags
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, HouseRules, Player, Role
from scorekeeper.common.default_words import in_words
from scorekeeper.common.names import LONGEST, Alphabetical, look_key, spellings
from scorekeeper.common.prepared import newest
from scorekeeper.common.tables.values import Cell, Table
from scorekeeper.common.texts import in_language
from scorekeeper.desk.words import (
    BY_GROUP,
    INVITED_FOR,
    OF_EVENINGS,
    OF_LEAGUES,
    OF_RULES,
    OF_SEASONS,
    OF_TABLES,
    OF_TEAMS,
    OF_TOURNAMENTS,
    SENTENCES,
)
from scorekeeper.journal.models import Entry, Kind
from scorekeeper.leagues.models import Evening, Team, TeamLeague, TeamMember
from scorekeeper.leagues.policies import can_plan
from scorekeeper.people.selectors.book import Line, book
from scorekeeper.play.models import Device, Sitting
from scorekeeper.play.sheet.rows import seats_with_players
from scorekeeper.standings.models import Competition
from scorekeeper.tournaments.models import Tournament

# The journal of a club as its page shows it: a page of entries in a few statements, whatever they speak of.

MOST_ACTORS = 1_000
FOR_PLANNERS = (  # who is kept apart is known to those who plan
    Kind.KEPT_APART,
    Kind.LET_TOGETHER,
    Kind.PAIR_APART,
    Kind.PAIR_TOGETHER,
    Kind.PAIR_LET,
)
ROLES = dict([*Role.choices, *TeamMember.Role.choices])  # in the club, in a team


@dataclass(frozen=True, slots=True)
class LogLine:
    """An entry as it is read: the sentence with its links, and why."""

    entry: Entry
    said: SafeString

    @property
    def hand(self) -> str:
        """Where the hand is that it speaks of."""
        hand = self.entry.detail.get("hand")
        return reverse("hand_detail", args=[self.entry.thing, hand]) if hand else ""


def entries(club: Club, role: str, group: str = "", by: UUID | None = None) -> QuerySet[Entry]:
    """The newest first, as somebody of this role may read them; of one group of acts, of one person."""
    found = Entry.objects.filter(club=club).select_related("by_user", "user", "player", "other")
    if not can_plan(role):
        found = found.exclude(kind__in=FOR_PLANNERS)
    if group in BY_GROUP:
        found = found.filter(kind__in=list(BY_GROUP[group]))
    if by:
        found = found.filter(by_user=by)
    return found.order_by("-at", "-pk")


def actors(club: Club) -> list[User]:
    """Who has done anything that stands in the journal, of a thousand people at most."""
    found = newest(Entry.objects.filter(club=club, by_user__isnull=False), "by_user_id", MOST_ACTORS)
    return list(User.objects.filter(pk__in=found).order_by(Alphabetical("name"), "pk"))


def lines(shown: Iterable[Entry]) -> list[LogLine]:
    """These entries as sentences, in seven statements: what they were done to, and on which phones."""
    entries = list(shown)
    things = {
        **_things(Sitting.objects.all(), "sitting_detail", entries, OF_TABLES),
        **_things(Evening.objects.all(), "evening_detail", entries, OF_EVENINGS),
        **_things(Tournament.objects.all(), "tournament_detail", entries, OF_TOURNAMENTS),
        **_things(TeamLeague.objects.all(), "league_detail", entries, OF_LEAGUES),
        **_things(Team.objects.all(), "team_detail", entries, OF_TEAMS),
        **_things(Competition.objects.all(), "season_detail", entries, OF_SEASONS),
        **_things(HouseRules.objects.all(), "house_detail", entries, OF_RULES, in_club=True),
    }
    phones = Device.objects.in_bulk([entry.by_phone for entry in entries if entry.by_phone])
    return [LogLine(entry, _said(entry, things, phones)) for entry in entries]


def _things(
    rows: QuerySet[Any], page: str, entries: Sequence[Entry], kinds: Mapping[Kind, str], *, in_club: bool = False
) -> dict[UUID, SafeString]:
    """A link to each; the address of some begins with their club."""
    wanted = {entry.thing for entry in entries if entry.thing and Kind(entry.kind) in kinds}
    found = rows.in_bulk(list(wanted)).values() if wanted else ()
    link = '<a href="{}"><bdi>{}</bdi></a>'
    return {
        one.pk: format_html(link, reverse(page, args=[one.club_id, one.pk] if in_club else [one.pk]), one.name)
        for one in found
    }


def _said(entry: Entry, things: dict[UUID, SafeString], phones: dict[UUID, Device]) -> SafeString:
    kind = Kind(entry.kind)
    template = INVITED_FOR if kind == Kind.INVITED and entry.player else SENTENCES[kind]
    phone = phones.get(entry.by_phone) if entry.by_phone else None
    role = entry.detail.get("role")
    return format_html(
        in_language(template),
        who=_named(str(entry.by_user or phone or pgettext("in a line", "somebody"))),
        whom=_whom(entry.player, entry.user),
        other=_whom(entry.other, None),
        thing=things.get(entry.thing) or pgettext("in a line", "something that is gone") if entry.thing else "",
        number=entry.detail.get("number") or entry.detail.get("round") or "",
        role=ROLES.get(role, ""),
    )


def _whom(player: Player | None, user: User | None) -> SafeString | str:
    if player:
        link = reverse("person_detail", args=[player.club_id, player.identity])
        return format_html('<a href="{}">{}</a>', link, _named(player.name))
    return _named(str(user)) if user else pgettext("in a line", "somebody")


def _named(name: str) -> SafeString:
    return format_html("<bdi>{}</bdi>", name)


# The journal of a club as a table for other programs.


def log_out(club: Club, lines: Iterable[LogLine]) -> Table:
    """The sentences without their links."""
    rows: Iterable[list[Cell]] = ([line.entry.at, unescape(strip_tags(line.said)), line.entry.reason] for line in lines)
    return Table(
        _("What was done at {club}").format(club=club.name),
        [pgettext("column", "Time"), pgettext("column", "What"), pgettext("column", "Reason")],
        rows,
    )


LOOKED_THROUGH: Final = 2000  # evenings, and as many tournaments and tables
SHOWN: Final = 20  # of each kind


@dataclass(frozen=True, slots=True)
class Found:
    """What has all of the words, the newest first; `more` of each kind says how many are not shown."""

    people: Sequence[Line]
    evenings: Sequence[Evening]
    tournaments: Sequence[Tournament]
    tables: Sequence[Sitting]
    more_people: int
    more_evenings: int
    more_tournaments: int
    more_tables: int

    @property
    def is_empty(self) -> bool:
        return not (self.people or self.evenings or self.tournaments or self.tables)


def search(club: Club, wanted: str) -> Found:
    """Nine statements at most, however much there is."""
    words = [keys for word in wanted[:LONGEST].split() if (keys := spellings(word))]
    if not words:
        return Found([], [], [], [], 0, 0, 0, 0)
    people = book(club, wanted)
    evenings = _with(words, Evening.objects.filter(club=club).order_by("-starts_at"), "name", "starts_at", "venue")
    held = Tournament.objects.filter(club=club).order_by("-starts_at")
    tournaments = _with(words, held, "name", "starts_at", "venue")
    tables = _with(words, Sitting.objects.filter(club=club).order_by("-opened_at"), "name", "opened_at", "rules_name")
    return Found(
        people=people.lines(people.found[:SHOWN]),
        evenings=_in_order(Evening.objects.prefetch_related("games"), evenings),
        tournaments=_in_order(Tournament.objects.all(), tournaments),
        tables=_in_order(Sitting.objects.prefetch_related(seats_with_players()), tables),
        more_people=max(0, len(people.found) - SHOWN),
        more_evenings=max(0, len(evenings) - SHOWN),
        more_tournaments=max(0, len(tournaments) - SHOWN),
        more_tables=max(0, len(tables) - SHOWN),
    )


def _with(words: Sequence[frozenset[str]], rows: QuerySet[Any], name: str, at: str, place: str) -> list[Any]:
    """The ids of those that have all of these words in their name, their place or their day."""
    newest = rows.values_list("pk", name, place, at)[:LOOKED_THROUGH]
    return [pk for pk, *texts, moment in newest if _has(words, texts, moment)]


def _has(words: Sequence[frozenset[str]], texts: Iterable[str], moment: datetime) -> bool:
    text = " ".join(chain(*map(spellings, map(in_words, texts)), _ways(timezone.localtime(moment))))
    return all(any(key in text for key in keys) for keys in words)


def _ways(day: datetime) -> tuple[str, ...]:
    """A day as people type it: 2026-09-04, 4.9.2026, 04.09.2026, 4 September 2026."""
    written = (f"{day:%Y%m%d}", f"{day.day}{day.month}{day.year}", f"{day:%d%m%Y}", str(MONTHS[day.month]))
    return tuple(map(look_key, written))


def _in_order(rows: QuerySet[Any], ids: Sequence[Any]) -> list[Any]:
    found = rows.in_bulk(list(ids[:SHOWN]))
    return [found[pk] for pk in ids[:SHOWN]]
