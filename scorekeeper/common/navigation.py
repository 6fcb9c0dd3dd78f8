"""The words of the main navigation: at most four on a phone, one row on a desk."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

# The part of the app that an address belongs to, by its name or the first word of that.
PARTS = {
    "season": "standings",
    "pool": "standings",
    "bonus": "standings",
    "standings": "standings",
    "standing": "standings",
    "evening": "evenings",
    "league": "evenings",
    "team": "evenings",
    "match": "evenings",
    "tournament": "evenings",
    "stage": "evenings",
    "round": "evenings",
    "knockout": "evenings",
    "table_result": "evenings",  # of a round of a tournament
    "act_back": "evenings",
    "entrant": "evenings",
    "members": "members",
    "member": "members",
    "house": "club",
    "invitation": "members",
    "player": "members",
    "rating": "standings",
    "people": "members",
    "person": "members",
    "merge": "members",
    "import": "club",
    "import_evening": "standings",  # it is opened from the standings that it counts for
    "account": "you",
    "token": "you",
    "mfa": "you",
    "usersessions": "you",
    "own": "you",
    "club": "club",
    "job": "club",
    "money": "club",
}


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
    """For a page of this club, or of none. A reader's own pages keep the words of their club."""
    current = _current(request)
    if club is None and current == "you" and request is not None:
        club = _kept(request)
    items = {item.part: item for item in _items(club, current)}
    return Nav(
        phone=[_of_club(items[part], current) for part in ("tables", "club", "standings", "you") if part in items],
        desk=[items[part] for part in ("tables", "evenings", "standings", "members") if part in items],
        current=current,
        club_name=club.name if "club" in items else "",
        club_url=items["club"].url if "club" in items else "",
    )


def _of_club(item: Item, current: str) -> Item:
    """On a phone evenings and members have no word of their own: they belong to the club's."""
    return replace(item, is_current=True) if item.part == "club" and current in ("evenings", "members") else item


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


def _current(request: HttpRequest | None) -> str:
    if part := vars(request).get("nav_part") if request is not None else None:
        return str(part)
    match = getattr(request, "resolver_match", None)
    name = (match.url_name or "") if match else ""
    return PARTS.get(name) or PARTS.get(name.partition("_")[0], "tables")


def _items(club: Any, current: str) -> Iterator[Item]:
    def item(part: str, word: str, icon: str, name: str, *args: Any) -> Item:
        return Item(part, word, icon, reverse(name, args=args), part == current)

    yield item("tables", _("Tables"), "table", "home")
    if club and not club.is_private:
        yield item("club", _("Club"), "club-i", "club_detail", club.pk)
        yield item("evenings", _("Evenings"), "table", "evening_list", club.pk)
        yield item("standings", _("Standings"), "rank", "season_list", club.pk)
        yield item("members", _("Members"), "me", "member_list", club.pk)
    yield item("you", _("You"), "me", "account")
