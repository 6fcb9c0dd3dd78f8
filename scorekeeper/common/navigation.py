"""The words of the main navigation, at most four on a phone, one row on a desk; what every page is given; and pages of
a list that grows for ever, none of which counts how many there are.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, TypeVar

from django.conf import settings
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import pgettext

# The part of the app that an address belongs to: by its first word, of a club's pages by the first word after the club,
# or by the first two. A club's page that stands in neither is about running the club.
PARTS: Final = {
    "": "tables",
    "accounts": "you",
    "sheets": "you",
    "jobs": "club",
    "evenings": "evenings",
    "evening-calls": "evenings",
    "leagues": "evenings",
    "match-days": "evenings",
    "teams": "evenings",
    "seasons": "standings",
    "prizes": "standings",  # those of a tournament say so themselves
    "tournaments": "tournaments",
    "stages": "tournaments",
    "rounds": "tournaments",
    "knock-outs": "tournaments",
    "desk-acts": "tournaments",
    "round-tables": "tournaments",
}
PARTS_OF_CLUB: Final = {
    "tables": "tables",
    "evenings": "evenings",
    "leagues": "evenings",
    "seasons": "standings",
    "ratings": "standings",
    "records": "standings",
    "years": "standings",
    "imports/evenings": "standings",  # it is opened from the standings that it counts for
    "tournaments": "tournaments",
    "members": "members",
    "invitation": "members",
    "invitations": "members",
    "merges": "members",
    "people": "members",
    "players": "members",
    "money": "money",
    "imports/money": "money",
}
ON_PHONE: Final = ("tables", "club", "standings", "you")
ON_DESK: Final = ("tables", "evenings", "standings", "tournaments", "members", "money")


# Finds the club of a reader for pages that have none of their own; set by the app that knows (play/apps.py).
Finder = Callable[[HttpRequest], Any]
_finders: list[Finder] = []


def keep_club_of(finder: Finder) -> None:
    """Have a reader's own pages keep the words of the club that this finds."""
    _finders[:] = [finder]


@dataclass(frozen=True, slots=True)
class Item:
    """One word of the navigation."""

    part: str
    word: str
    icon: str
    url: str
    is_current: bool


@dataclass(frozen=True, slots=True)
class Nav:
    """What stands on a phone, what on a desk, and where we are. `club_name` and `club_url` are empty outside a club."""

    phone: list[Item]
    desk: list[Item]
    current: str
    club_name: str
    club_url: str


def navigation(request: HttpRequest | None, club: Any) -> Nav:
    """For a page of this club, or of none: such a page is the reader's own, if it is not about tables. A reader's own
    pages keep the words of their club."""
    current = part_of(request)
    if club is None and current != "tables":
        current = "you"
    if club is None and current == "you" and request is not None:
        club = _kept(request)
    items = {item.part: item for item in _items(club, current)}
    return Nav(
        phone=[_of_club(items[part], current) for part in ON_PHONE if part in items],
        desk=[items[part] for part in ON_DESK if part in items],
        current=current,
        club_name=club.name if "club" in items else "",
        club_url=items["club"].url if "club" in items else "",
    )


def _of_club(item: Item, current: str) -> Item:
    """On a phone what has no word of its own belongs to the club's."""
    return replace(item, is_current=True) if item.part == "club" and current not in ON_PHONE else item


def _kept(request: HttpRequest) -> Any:
    """The reader's club, found once for each page."""
    kept = vars(request)
    if "kept_club" not in kept:
        user = getattr(request, "user", None)
        kept["kept_club"] = _finders[0](request) if user and user.is_authenticated and _finders else None
    return kept["kept_club"]


def stands_in(request: HttpRequest, part: str) -> None:
    """Of a page whose address does not say which part of the app it belongs to."""
    vars(request)["nav_part"] = part


def part_of(request: HttpRequest | None) -> str:
    """The part of the app in which a page stands: what it says itself, else what its address says."""
    if part := vars(request).get("nav_part") if request is not None else None:
        return str(part)
    match = getattr(request, "resolver_match", None)
    first, *more = (match.route if match else "").split("/")
    if first != "clubs":
        return PARTS.get(first, "tables")
    here = more[1:] if more[0].startswith("<") else more
    return PARTS_OF_CLUB.get("/".join(here[:2])) or PARTS_OF_CLUB.get(here[0], "club")


def _items(club: Any, current: str) -> Iterator[Item]:
    def item(part: str, word: str, icon: str, name: str, *args: Any) -> Item:
        return Item(part, word, icon, reverse(name, args=args), part == current)

    yield item("tables", pgettext("tab", "Tables"), "table", "home")
    if club and not club.is_private:
        yield item("club", pgettext("tab", "Club"), "club-i", "club_detail", club.pk)
        yield item("evenings", pgettext("tab", "Evenings"), "table", "evening_list", club.pk)
        yield item("standings", pgettext("tab", "Standings"), "rank", "season_list", club.pk)
        yield item("tournaments", pgettext("tab", "Tournaments"), "draw", "tournament_list", club.pk)
        yield item("members", pgettext("tab", "Members"), "me", "member_list", club.pk)
        yield item("money", pgettext("tab", "Money"), "key", "money_overview", club.pk)
    yield item("you", pgettext("tab", "You"), "me", "account")


def app(request: HttpRequest) -> dict[str, Any]:
    """The reader's own settings, kept in cookies: theme and four-colour suits; and whether anybody may sign up."""
    theme = request.COOKIES.get("theme", "")
    return {
        "reader_theme": theme if theme in {"light", "dark"} else "",
        "reader_suits": "four" if request.COOKIES.get("suits") == "four" else "",
        "may_sign_up": settings.SCOREKEEPER_SIGNUP,
    }


R = TypeVar("R", bound=Model)
MOST = 100_000  # the number of a page: what nobody turns to by hand


@dataclass(frozen=True, slots=True)
class Page(Generic[R]):
    """Some rows in their order, and whether there are more. Named as a page of Django's paginator is, which would count
    them all each time."""

    rows: list[R]
    number: int
    has_next: bool

    def __iter__(self) -> Iterator[R]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def has_previous(self) -> bool:
        return self.number > 1

    @property
    def has_other_pages(self) -> bool:
        return self.has_previous or self.has_next

    @property
    def next_page_number(self) -> int:
        return self.number + 1

    @property
    def previous_page_number(self) -> int:
        return self.number - 1


def page_of(rows: QuerySet[R, Any], asked: str | None, most: int) -> Page[R]:
    """The page that was asked for by its number, else the first; so is a number behind the last."""
    number = int(asked) if asked and asked.isascii() and asked.isdigit() and len(asked) < len(str(MOST)) else 1
    number = max(number, 1)
    begin = (number - 1) * most
    found = list(rows[begin : begin + most + 1])
    if not found and number > 1:
        return page_of(rows, None, most)
    return Page(found[:most], number, has_next=len(found) > most)
