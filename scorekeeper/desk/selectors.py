"""Look for a person, an evening, a tournament or a table of a club by its name, its place or its day; and what its
journal says, in sentences. There a name stands in `{who}`, `{whom}` and `{other}`, what was done to in `{thing}`; the
hand of a sheet, a role or a time in a word of its own.

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
from django.utils.translation import gettext_noop, pgettext, pgettext_lazy

from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, HouseRules, Player, Role
from scorekeeper.common.names import LONGEST, Alphabetical, in_words, look_key, spellings
from scorekeeper.common.prepared import newest
from scorekeeper.common.tables.values import Cell, Table
from scorekeeper.common.texts import in_language
from scorekeeper.journal.models import Entry, Kind
from scorekeeper.leagues.models import Evening, Team, TeamLeague, TeamMember
from scorekeeper.leagues.policies import can_plan
from scorekeeper.people.selectors import Line, book
from scorekeeper.play.models import Device, Sitting
from scorekeeper.play.sheet.rows import seats_with_players
from scorekeeper.standings.models import Competition
from scorekeeper.tournaments.models import Tournament

TABLES, EVENINGS, TOURNAMENTS, TEAMS, SEASONS = "tables", "evenings", "tournaments", "teams", "seasons"
RULES, PEOPLE, MONEY, CLUB = "rules", "people", "money", "club"
GROUPS: Final = (
    ("", pgettext_lazy("in a line", "everything")),
    (TABLES, pgettext_lazy("in a line", "tables")),
    (EVENINGS, pgettext_lazy("in a line", "evenings")),
    (TOURNAMENTS, pgettext_lazy("in a line", "tournaments")),
    (TEAMS, pgettext_lazy("in a line", "teams")),
    (SEASONS, pgettext_lazy("in a line", "seasons")),
    (RULES, pgettext_lazy("in a line", "house rules")),
    (PEOPLE, pgettext_lazy("in a line", "people")),
    (MONEY, pgettext_lazy("in a line", "money")),
    (CLUB, pgettext_lazy("in a line", "the club itself")),
)

OF_TABLES: Final = {
    Kind.CLOSED: gettext_noop("{who} closed {thing} without all signatures"),
    Kind.REOPENED: gettext_noop("{who} opened {thing} again"),
    Kind.ENDED: gettext_noop("{who} ended {thing} early"),
    Kind.RESUMED: gettext_noop("{who} went on with {thing}"),
    Kind.TABLE_WITHDRAWN: gettext_noop("{who} withdrew a table that was opened by mistake"),
    Kind.CORRECTED: gettext_noop("{who} corrected hand {number} of {thing}"),
    Kind.STRUCK: gettext_noop("{who} struck hand {number} of {thing}"),
    Kind.DECIDED: gettext_noop("{who} decided the dispute about hand {number} of {thing}"),
    Kind.PENALTY: gettext_noop("{who} gave {whom} a penalty at {thing}"),
    Kind.ADJUSTED: gettext_noop("{who} adjusted the points of {whom} at {thing}"),
    Kind.REVERSED: gettext_noop("{who} took back what {whom} was given at {thing}"),
    Kind.SWAPPED: gettext_noop("{who} swapped two people at {thing}"),
    Kind.SUBSTITUTE: gettext_noop("{who} let {other} play for {whom} at {thing}"),
    Kind.RETURNED: gettext_noop("{who} let {whom} play again at {thing}"),
    Kind.SHARED: gettext_noop("{who} made a link for others to look at {thing}"),
    Kind.NOT_SHARED: gettext_noop("{who} ended the link to {thing}"),
}
OF_EVENINGS: Final = {
    Kind.EVENING_PLANNED: gettext_noop("{who} planned {thing}"),
    Kind.EVENING_CHANGED: gettext_noop("{who} changed the plan of {thing}"),
    Kind.EVENING_OPENED: gettext_noop("{who} opened the doors of {thing}"),
    Kind.EVENING_DRAWN: gettext_noop("{who} opened the tables of round {number} of {thing}"),
    Kind.EVENING_CLOSED: gettext_noop("{who} closed {thing}"),
    Kind.EVENING_CALLED_OFF: gettext_noop("{who} called {thing} off"),
    Kind.EVENING_REOPENED: gettext_noop("{who} opened {thing} again"),
    Kind.COLLECTED: gettext_noop("{who} collected what {whom} owed at {thing}"),
    Kind.NOT_COLLECTED: gettext_noop("{who} took back that {whom} has paid at {thing}"),
    Kind.GROUPS_DRAWN: gettext_noop("{who} drew again who meets whom at {thing}"),
    Kind.GROUPS_SET: gettext_noop("{who} wrote down who meets whom at {thing}"),
    Kind.KEPT_APART: gettext_noop("{who} keeps {whom} and {other} apart in draws"),
    Kind.LET_TOGETHER: gettext_noop("{who} lets {whom} and {other} sit together again"),
}
OF_TOURNAMENTS: Final = {
    Kind.TOURNAMENT_PLANNED: gettext_noop("{who} planned {thing}"),
    Kind.TOURNAMENT_BROUGHT: gettext_noop("{who} opened {thing} from a file"),
    Kind.TOURNAMENT_CHANGED: gettext_noop("{who} changed the plan of {thing}"),
    Kind.TOURNAMENT_CALLED_OFF: gettext_noop("{who} called {thing} off"),
    Kind.TOURNAMENT_ROUND: gettext_noop("{who} opened round {number} of {thing}"),
    Kind.TOURNAMENT_TAKEN_BACK: gettext_noop("{who} took the opening of round {number} of {thing} back"),
    Kind.TOURNAMENT_OFFICIAL: gettext_noop("{who} made round {number} of {thing} official"),
    Kind.TOURNAMENT_STAGE: gettext_noop("{who} ended stage {number} of {thing}"),
    Kind.TOURNAMENT_ENDED: gettext_noop("{who} ended {thing}"),
    Kind.TOURNAMENT_REOPENED: gettext_noop("{who} let {thing} go on"),
    Kind.TOURNAMENT_HELD: gettext_noop("{who} held the standing of {thing} back from round {number} on"),
    Kind.TOURNAMENT_RELEASED: gettext_noop("{who} released the standing of {thing}"),
    Kind.PAIR_APART: gettext_noop("{who} keeps {whom} and {other} apart in {thing}"),
    Kind.PAIR_TOGETHER: gettext_noop("{who} would have {whom} and {other} meet in {thing}"),
    Kind.PAIR_LET: gettext_noop("{who} lets the draws of {thing} decide again about {whom} and {other}"),
}
OF_LEAGUES: Final = {
    Kind.LEAGUE_MADE: gettext_noop("{who} made the team league {thing}"),
    Kind.TEAMS_IMPORTED: gettext_noop("{who} put people from a list into teams of the league {thing} ({number})"),
    Kind.TEAMS_TAKEN_BACK: gettext_noop("{who} took a list of teams of the league {thing} back"),
}
OF_TEAMS: Final = {
    Kind.TEAM_ADDED: gettext_noop("{who} added the team {thing}"),
    Kind.TEAM_RENAMED: gettext_noop("{who} gave the team {thing} another name"),
    Kind.LINE_UP: gettext_noop("{who} said who plays for the team {thing} on match day {number}"),
    Kind.TEAM_JOINED: gettext_noop("{who} put {whom} into the team {thing} as {role}"),
    Kind.TEAM_ROLE: gettext_noop("{who} made {whom} {role} of the team {thing}"),
    Kind.TEAM_LEFT: gettext_noop("{who} took {whom} out of the team {thing}"),
}
OF_SEASONS: Final = {
    Kind.SEASON_OPENED: gettext_noop("{who} opened the season {thing}"),
    Kind.SEASON_CHANGED: gettext_noop("{who} changed what counts for the season {thing}"),
    Kind.SEASON_ENDED: gettext_noop("{who} ended the season {thing}"),
    Kind.SEASON_REOPENED: gettext_noop("{who} opened the season {thing} again"),
    Kind.BONUS: gettext_noop("{who} gave {whom} a bonus in the season {thing}"),
    Kind.FINE: gettext_noop("{who} gave {whom} a penalty in the season {thing}"),
    Kind.BONUS_TAKEN_BACK: gettext_noop("{who} took back what {whom} was given in the season {thing}"),
    Kind.SHEETS_COUNTED: gettext_noop("{who} counted sheets in that were opened while {thing} had ended"),
    Kind.LOT_DRAWN: gettext_noop("{who} drew lots between equals in the season {thing}"),
    Kind.LOT_TAKEN_BACK: gettext_noop("{who} took back lots drawn in the season {thing}"),
    Kind.IMPORTED: gettext_noop("{who} took over old results into the season {thing}"),
    Kind.IMPORT_TAKEN_BACK: gettext_noop("{who} took old results of the season {thing} back"),
    Kind.MONEY_BROUGHT: gettext_noop("{who} imported payments and expenses from a file (lines: {number})"),
    Kind.MONEY_TAKEN_BACK: gettext_noop("{who} took back the money that a file had brought along"),
    Kind.PRIZE_MARKS: gettext_noop("{who} wrote down marks for the prizes of groups of {thing}"),
    Kind.PRIZES_SET: gettext_noop("{who} changed the prize pool of the season {thing}"),
    Kind.PRIZES_ENTERED: gettext_noop("{who} entered people in the prize pool of the season {thing} ({number})"),
    Kind.PRIZES_NOT_ENTERED: gettext_noop("{who} took back what {whom} paid into the prize pool of {thing}"),
    Kind.FEES_COLLECTED: gettext_noop("{who} collected entry fees for {thing} (people: {number})"),
    Kind.FEES_NOT_COLLECTED: gettext_noop("{who} withdrew collected entry fees of {thing} (people: {number})"),
    Kind.PRIZES_AWARDED: gettext_noop("{who} awarded the prizes of the season {thing}"),
    Kind.PRIZES_TAKEN_BACK: gettext_noop("{who} took the award of the prizes of {thing} back"),
}
OF_RULES: Final = {
    Kind.HOUSE_WRITTEN: gettext_noop("{who} wrote down the house rules {thing}"),
    Kind.HOUSE_CHANGED: gettext_noop("{who} put version {number} of the house rules {thing} in force"),
    Kind.HOUSE_RENAMED: gettext_noop("{who} gave the house rules {thing} another name"),
    Kind.HOUSE_FIRST: gettext_noop("{who} let the house rules {thing} be offered first"),
    Kind.HOUSE_NOT_FIRST: gettext_noop("{who} let the house rules {thing} be offered first no longer"),
    Kind.HOUSE_RETIRED: gettext_noop("{who} retired the house rules {thing}"),
    Kind.HOUSE_BROUGHT_BACK: gettext_noop("{who} brought the house rules {thing} back"),
}
OF_PEOPLE: Final = {
    Kind.INVITED: gettext_noop("{who} made an invitation as {role}"),
    Kind.INVITATION_WITHDRAWN: gettext_noop("{who} withdrew an invitation"),
    Kind.MEMBER_JOINED: gettext_noop("{who} joined the club as {role}"),
    Kind.MEMBER_LEFT: gettext_noop("{who} left the club"),
    Kind.MEMBER_REMOVED: gettext_noop("{who} removed {whom} from the club"),
    Kind.ROLE_CHANGED: gettext_noop("{who} made {whom} {role}"),
    Kind.HANDED_OVER: gettext_noop("{who} handed the club over to {whom}"),
    Kind.WRITTEN_IN: gettext_noop("{who} added {whom} to the people"),
    Kind.PEOPLE_IMPORTED: gettext_noop("{who} imported people from a list ({number})"),
    Kind.PEOPLE_TAKEN_BACK: gettext_noop("{who} removed imported people again ({number})"),
    Kind.RENAMED: gettext_noop("{who} changed the name of {whom}"),
    Kind.CALLED: gettext_noop("{who} changed by which name others see {whom}"),
    Kind.RETIRED: gettext_noop("{who} retired {whom}"),
    Kind.BROUGHT_BACK: gettext_noop("{who} brought {whom} back"),
    Kind.MERGED: gettext_noop("{who} made another line part of {whom}"),
    Kind.UNMERGED: gettext_noop("{who} parted {other} from {whom} again"),
    Kind.RATED: gettext_noop("{who} chose that {whom} is rated"),
    Kind.NOT_RATED: gettext_noop("{who} chose that {whom} has no rating"),
    Kind.NAMES_ANNOUNCED: gettext_noop("The owners were told that old names will be removed ({number})"),
    Kind.NAMES_PUT_OFF: gettext_noop("{who} put off that old names are removed"),
    Kind.NAMES_GONE: gettext_noop("Old names were removed as announced ({number})"),
    Kind.NAMES_REMOVED: gettext_noop("{who} had old names removed ({number})"),
    Kind.TEXTS_ERASED: gettext_noop("Somebody was forgotten; texts that were erased with them: {number}"),
}
OF_CLUB: Final = {
    Kind.CLUB_FOUNDED: gettext_noop("{who} founded the club"),
    Kind.NAMES_KEPT: gettext_noop("{who} changed how long names are kept"),
    Kind.CLUB_CHANGED: gettext_noop("{who} changed the club’s details"),
    Kind.MONEY_CHANGED: gettext_noop("{who} changed what the club plays for"),
    Kind.BALANCES_HIDDEN: gettext_noop("{who} chose that members see only where they stand themselves"),
    Kind.BALANCES_SHOWN: gettext_noop("{who} chose that members see where everybody stands"),
    Kind.CLUB_CLOSED: gettext_noop("{who} closed the club"),
    Kind.CLUB_REOPENED: gettext_noop("{who} opened the club again"),
}
OF_MONEY: Final = {
    Kind.BOOKED_BACK: gettext_noop("{who} booked something back in the money book"),
    Kind.PUT_INTO_BOX: gettext_noop("{who} put something into the club’s box"),
    Kind.TAKEN_FROM_BOX: gettext_noop("{who} took something from the club’s box"),
    Kind.BOX_TARGET: gettext_noop("{who} changed what the club’s box is saved for"),
}
BY_GROUP: Final = {
    TABLES: OF_TABLES,
    EVENINGS: OF_EVENINGS,
    TOURNAMENTS: OF_TOURNAMENTS,
    TEAMS: {**OF_LEAGUES, **OF_TEAMS},
    SEASONS: OF_SEASONS,
    RULES: OF_RULES,
    PEOPLE: OF_PEOPLE,
    MONEY: OF_MONEY,
    CLUB: OF_CLUB,
}
SENTENCES: Final = {kind: sentence for group in BY_GROUP.values() for kind, sentence in group.items()}
INVITED_FOR: Final = gettext_noop("{who} invited {whom} as {role}")


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
        thing.pk: format_html(
            link, reverse(page, args=[thing.club_id, thing.pk] if in_club else [thing.pk]), thing.name
        )
        for thing in found
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
    # A day as people type it: 2026-09-04, 4.9.2026, 04.09.2026, 4 September 2026
    day = timezone.localtime(moment)
    written = (f"{day:%Y%m%d}", f"{day.day}{day.month}{day.year}", f"{day:%d%m%Y}", str(MONTHS[day.month]))
    text = " ".join(chain(*map(spellings, map(in_words, texts)), tuple(map(look_key, written))))
    return all(any(key in text for key in keys) for keys in words)


def _in_order(rows: QuerySet[Any], ids: Sequence[Any]) -> list[Any]:
    found = rows.in_bulk(list(ids[:SHOWN]))
    return [found[pk] for pk in ids[:SHOWN]]
