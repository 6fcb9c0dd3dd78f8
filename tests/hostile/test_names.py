"""Names: kept in one spelling, never blank, and unable to turn round what stands beside them on a page."""

import re
from html.parser import HTMLParser
from typing import Final

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from games.core.text import SeatName, Text
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Player
from scorekeeper.common.errors import Refused
from scorekeeper.common.names import clean_name, name_key
from scorekeeper.common.texts import Names, isolated, translated
from scorekeeper.play.acting import clean_reason
from scorekeeper.play.models import Sitting
from scorekeeper.play.opening.services import Sitter
from scorekeeper.play.recording.services import next_table
from scorekeeper.standings.models import Competition
from tests import factories
from tests.factories.hands import hand_of
from tests.factories.world import World
from tests.worlds import laid

SARA: Final = "שרה"
ISOLATED: Final = re.compile("\u2068[^\u2069]*\u2069?")
ALONE: Final = re.compile(rf"{SARA}( \(\d\))?")  # with the number that tells it from its namesakes
BLOCKS = {"td", "th", "li", "p", "div", "dd", "dt", "label", "option", "h1", "h2", "h3", "legend", "button", "summary"}
BLOCKS |= {
    "small",  # a line of its own in every list
    "title",
    "text",
    "desc",
    "bdi",
    "caption",
    "header",
    "footer",
    "section",
    "main",
    "nav",
    "figcaption",
    "form",
}


@pytest.mark.parametrize("typed", ["", " \n\u3000", "\u3164", "\u200d\u200c", "\u2800", "\u00ad", "\u0301", "\x00\x07"])
def test_a_name_of_which_nothing_can_be_seen_is_none(typed):
    with pytest.raises(Refused, match="Type a name"):
        clean_name(typed, "name")


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("\u202eeve\u202c", "eve"),
        ("\u2067a\u061cb\ufffb", "ab"),
        ("a\x00\tb\u2028c", "a b c"),
        ("Zoe\u0308", "Zoë"),
        ("क्\u200dष", "क्\u200dष"),
        ("a\ud800b", "ab"),
    ],
)
def test_marks_that_turn_or_hide_text_are_taken_out(typed, kept):
    assert clean_name(typed, "name") == clean_reason(typed) == kept


@pytest.mark.parametrize("typed", ["x" * 81, "a" + "\u0315\u0327" * 500_000, " " * 1_000_000 + "x"])
def test_a_name_that_is_far_too_long_is_refused_before_it_is_put_in_order(typed):
    with pytest.raises(Refused, match="at most 80"):
        clean_name(typed if typed.strip() == typed else f"y{typed}", "name")


def test_twins_are_found_whatever_their_spelling():
    assert len({name_key(name) for name in ("Zoë  Ho", "ZOE\u0308 ho", "zoeho", "\uff3aoë Ho")}) == 1


def test_names_written_from_right_to_left_are_isolated_in_sentences():
    said = translated(Text("{who} wins {amount}", {"who": SeatName(0), "amount": 12}), Names({0: SARA}))

    assert said == f"\u2068{SARA}\u2069 wins 12"
    assert isolated("Renate 12") == "Renate 12"


class _Neighbours(HTMLParser):
    """Every line of text on a page: what stands in one block, without what is isolated there."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = [""]
        self._apart = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002 the parser's
        self._apart += tag in {"bdi", "script", "style"}
        if tag in BLOCKS or tag in {"br", "input", "select"}:
            self.lines.append("")

    def handle_endtag(self, tag: str) -> None:
        self._apart -= tag in {"bdi", "script", "style"}
        if tag in BLOCKS:
            self.lines.append("")

    def handle_data(self, data: str) -> None:
        if not self._apart:
            self.lines[-1] += data


def mixed(html: str) -> list[str]:
    """The lines in which the name stands beside something else and is not isolated."""
    page = _Neighbours()
    page.feed(html)
    lines = (" ".join(line.split()) for line in page.lines)
    return [line for line in lines if SARA in ISOLATED.sub("", line) and not ALONE.fullmatch(line)]


def body_of(answer: HttpResponse) -> str:
    """What is peculiar to the page; title and menu stand apart in the window."""
    return answer.content.decode(errors="replace").partition("<main")[2].partition("</main>")[0]


@pytest.mark.django_db
@pytest.mark.parametrize("game", ["skat", "truco", "tonk", "palace_poker", "svoi_kozyri"])
def test_no_page_of_a_table_lets_a_name_turn_its_neighbours_round(game):
    owner = factories.make_user(SARA)
    club = factories.make_club(SARA, owner=owner)
    players = [factories.player_of(owner, club), *(factories.make_player(club, SARA) for _ in range(3))]
    sitting = factories.make_sitting(club, players=players if game == "truco" else players[:3], game=game)
    table = next_table(sitting, factories.seats_of(sitting))
    hand = factories.record(sitting, hand_of(game, table), now=timezone.now()).hand
    client = Client()
    client.force_login(owner)
    rest = (
        "",
        "close/",
        "print/",
        "seats/",
        "end/",
        *(f"hands/{hand.pk}/{more}" for more in ("", "correct/", "void/")),
    )
    pages = [f"/clubs/{club.pk}/members/", *(f"/tables/{sitting.pk}/{page}" for page in rest)]

    found = {line for page in pages for line in mixed(body_of(client.get(page)))}

    assert not found, "\n".join(sorted(found))


def _three(world: World) -> list[Player]:
    return [factories.player_of(world.owner, world.club), *(factories.make_player(world.club) for _guest in range(2))]


@pytest.mark.django_db
def test_no_page_of_the_app_lets_a_name_turn_its_neighbours_round(request: pytest.FixtureRequest):
    """In the usual run half of the pages, and which half follows from the seed."""
    step = 1 if request.config.getoption("--long") else 2
    world = laid(World)
    factories.finish(factories.make_sitting(world.club, players=_three(world)))
    factories.make_club(owner=world.owner)
    factories.play_for(world.tables["skat"][0], 0, Sitter(name="Dora"), 1)
    for model in (Club, Player, User, Sitting, Competition):
        model.objects.update(name=SARA)
    Sitting.objects.update(rules_name=SARA)
    season, stranger = f"/seasons/{world.ids['season_id']}/", factories.make_user()
    pages = [*world.addresses(), f"{season}?count=official", f"{season}?why={world.ids['player_id']}"]
    strange = [page for page in pages if world.secret in page or world.invitation in page]

    found = set()
    first = (request.config.getoption("randomly_seed", default=0) or 0) % step
    for user, addresses in ((world.owner, pages[first::step]), (stranger, strange)):
        client = Client()
        client.force_login(user)
        found |= {(page, line) for page in addresses for line in mixed(body_of(client.get(page, follow=True)))}

    assert not found, "\n".join(map(str, sorted(found)))
