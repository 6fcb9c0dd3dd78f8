"""Every page fits: from 320 to 1280 px, with long names and a full sheet, at twice the size of text, by keyboard."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browsing import launch
from tests.journeys import geometry
from tests.journeys.access import THEMES, Extent, audit, sideways
from tests.journeys.acting import SESSIONS, Table, signed_in
from tests.journeys.conftest import Phone, phones
from tests.journeys.geometry import faults_at
from tests.journeys.hands import expected, plain
from tests.serving import Server

pytestmark = pytest.mark.journey

WIDTHS = (320, 360, 390, 820, 1280)
LONGEST = "Maximiliane Freifrau von Hohenfels-Wetterstein zu Ammersbach"
UNBROKEN = "Donaudampfschifffahrtsgesellschaftskapitänswitwe"
MAKE = f"""
from random import Random
from scorekeeper.clubs.records import Inviting
from scorekeeper.clubs.services import invite
from scorekeeper.play.models import Sitting
from scorekeeper.play.opening.services import Sitter
from scorekeeper.play.actors import Actor
from scorekeeper.play.passes.services import link_secret, make_pass
from django.utils import timezone
from scorekeeper.leagues.people.views import door_of
from scorekeeper.leagues.people.services import Arrival, EveningSignUp
from scorekeeper.leagues.people.services import check_in, sign_up
from scorekeeper.standings.counting import Counts
from scorekeeper.standings.services import end_season
from scorekeeper.sharing.services import LinkWish
from scorekeeper.sharing.services import make_link, secret_of, share_table
from tests.factories.evenings import make_draw, make_mixed, publish
from tests.factories.teams import make_day, make_league_of, opened, play, tables_of
from scorekeeper.leagues.models import Team
from tests.factories.money import CASH, Pool, booked, of, waiting_payment
from scorekeeper.tournaments.models import EntrantPlayer
from scorekeeper.tournaments.papers.services import door_of as door_of_tournament
from scorekeeper.tournaments.entries.records import EntrantMark
from scorekeeper.tournaments.entries.attending import mark
from tests.factories.tournaments import give_points
from tests.factories.matches import make_pairs_cup, next_round
from tests.factories.tournaments import add_final, come, draw, enter_players, make_cup, make_planned
from tests.factories.tournaments import publish as published, saying, write_points
from tests.factories.knockouts import at, entrant as knocked_entrant, make_knockout, out
from scorekeeper.tournaments.formats.bracket.plan import DoublePlan
from scorekeeper.tournaments.formats.round_robin.plan import RoundRobinPlan
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.payouts.pools.records import KeptOut, SpecialPrize
from tests.factories.hands import next_deal
from scorekeeper.ratings.services import replay_stale
from tests.factories.ratings import make_sheet

def table(size, hands):
    players = [factories.player_of(owner, club), *(factories.make_player(club, name) for name in names[size])]
    sitting = factories.make_sitting(club, players=players, seasons=[season], now=timezone.now())
    Sitting.objects.filter(pk=sitting.pk).update(name={UNBROKEN!r})
    chance = Random(size)
    for _number in range(hands):
        hand = factories.record(sitting, next_deal(chance, sitting), now=timezone.now()).hand
    return str(sitting.pk), str(hand.pk)

names = {{3: ["Hildegard Schulze", "Bo"], 4: ["Zoë {UNBROKEN}", "Karl-Theodor Maria Anton", "Ute"]}}
owner = factories.make_user({LONGEST!r})
club = factories.make_club({LONGEST!r}, owner=owner)
season = factories.make_season(club, {UNBROKEN!r})
invite(Inviting(role="director"), club=club, by=owner, now=timezone.now())
full, full_hand = table(4, 48)
factories.import_evening(season, {{factories.player_of(owner, club): {{"points": 100}}}})
bonus = factories.give(season, factories.player_of(owner, club), -999_999, reason=3 * {UNBROKEN!r})
factories.settle(season, Counts(best=1, least=2))
ended_season = factories.make_season(club, {LONGEST!r})
end_season(competition=ended_season, by=owner, now=timezone.now())
going, going_hand = table(3, 20)
factories.play_for(Sitting.objects.get(pk=going), 0, Sitter(name={LONGEST!r}[::-1]), 5)
going_sitting = Sitting.objects.get(pk=going)
act = factories.penalise(going_sitting, 1, now=timezone.now())
factories.take_back(factories.penalise(going_sitting, 2, now=timezone.now()), now=timezone.now())
place = {{"name": {LONGEST!r}, "venue": {LONGEST!r}}}
evening = make_mixed(club, "truco", seasons=[season.pk], fee=250, unit="Reichstaler", **place)
for number in range(4):
    for name in ({LONGEST!r}, {UNBROKEN!r}):
        arrival = Arrival(name=f"{{number}} {{name}}"[:80])
        check_in(arrival, evening_id=evening.pk, by=owner, now=timezone.now())
publish(evening)
sign_up(EveningSignUp(), evening_id=evening.pk, by=owner, now=timezone.now())
make_draw(evening)
by_teams = {{"of": "teams", "team_size": 4, "plan": TablesPlan(style="team", absent=-999)}}
tournament = make_planned(club, **place, **by_teams, most=4, note=5 * {LONGEST!r})
for number in range(5):
    team = enter_players(tournament, [Sitter(name=f"{{number}} {{name}}"[:80]) for name in ({LONGEST!r}, {UNBROKEN!r})],
        name=f"{{number}} {LONGEST}"[:80], origin={UNBROKEN!r}[:80], rating=999_999)
    if number in (1, 2):
        asked = EntrantMark(act="came" if number == 1 else "cancelled")
        mark(asked, entrant_id=team.pk, by=owner, now=timezone.now())
tournament_door = door_of_tournament(tournament.pk)
cup = make_cup(club, 0, TablesPlan(size=3, absent=-999), name={LONGEST!r})
for number in range(7):
    come(cup, f"{{number}} {{({LONGEST!r}, {UNBROKEN!r})[number % 2]}}"[:80])
EntrantPlayer.objects.filter(entrant=cup.tournament.entrants.all()[0]).update(player=factories.player_of(owner, club))
first = published(cup)
write_points(first.tables.all()[0], {{place.entrant: -9_999_999 for place in first.tables.all()[0].places.all()}})
fined = give_points(stage_id=cup.pk, entrant_id=cup.tournament.entrants.all()[0].pk, points=-999_999,
    say=saying(club, {UNBROKEN!r}))
public = secret_of(make_link(LinkWish(kind="public"), of=cup.tournament_id, by=owner, now=timezone.now()))
drafted = make_cup(club, 7, name={UNBROKEN!r})
draw(drafted)
def of_pairs(plan):
    stage = make_pairs_cup(plan, 0, club=club, name={UNBROKEN!r})
    for number in range(5):
        people = (f"{{number}} {{name}}"[:80] for name in ({LONGEST!r}, {UNBROKEN!r}))
        come(stage, *people, entrant=f"{{number}} {{({LONGEST!r}, {UNBROKEN!r})[number % 2]}}"[:80])
    return stage

swiss, bracket, robin = (of_pairs(plan) for plan in (SwissPlan(), DoublePlan(), RoundRobinPlan()))
swiss_round, bracket_round, robin_round = (next_round(stage) for stage in (swiss, bracket, robin))
for stage in (swiss, bracket):
    draw(stage)
open_match = published(robin).tables.all()[0]
knocked = make_knockout(7, 4, club=club, name={LONGEST!r})
players = EntrantPlayer.objects.filter(entrant__tournament=knocked.stage.tournament)
for number, one in enumerate(players.select_related("player")):
    long_name = f"{{number}} {{({LONGEST!r}, {UNBROKEN!r})[number % 2]}}"[:80]
    type(one.player).objects.filter(pk=one.player.pk).update(name=long_name)
out(knocked, at(knocked, 2)[0])
knocked_two = "&".join(f"out={{knocked_entrant(knocked, number).pk}}" for number in at(knocked, 1)[:2])
league = make_league_of(club, [5, 4, 3], season=season, name={LONGEST!r})
teams = list(Team.objects.filter(league=league))
match_day = make_day(league)
play(tables_of(opened(match_day))[0], "Adler")
Team.objects.filter(pk=teams[0].pk).update(name={LONGEST!r})
Team.objects.filter(pk=teams[1].pk).update(name={UNBROKEN!r})
shared = secret_of(share_table(sitting_id=going, by=Actor(user=owner), now=timezone.now()))
for size, number in ((3, 0), (4, 1)):
    players = [factories.player_of(owner, club), *(factories.make_player(club, name) for name in names[size])]
    make_sheet(club, players, (number, 0), now=timezone.now())
replay_stale()
people = [factories.player_of(owner, club), *(factories.make_player(club, name) for name in names[4])]
much = dict(zip(map(of, people), (10**15, -10**15 + 5, -1, -3))) | {{CASH: -1}}
booking = booked(club, much, kind="settled", reason=3 * {UNBROKEN!r})[0]
prizes = Pool((), season=season, guarantee=10**11, rebuy_price=10**11, addon_price=1, round_to=500, weights=[4, 3])
prizes.enter(*people)
prizes.pay("rebuy", people[0])
paid = prizes.pay("addon", people[1])
for_stars = {{"specials": [SpecialPrize(cause=2 * {UNBROKEN!r}[:20], amount=10**11, player=people[0].pk)]}}
kept = KeptOut(cause={UNBROKEN!r}[:60], amount=10**10, per_mille=5)
prizes.set_up(guarantee=10**11, rebuy_price=10**11, deductions=[kept], **for_stars)
secret = link_secret(make_pass(sitting_id=going, by=Actor(user=owner), now=timezone.now()))
print(json.dumps({{"club": str(club.pk), "season": str(season.pk), "full": full, "full_hand": full_hand,
    "going": going, "act": str(act.pk), "going_hand": going_hand, "session": session(owner), "secret": secret,
    "ended_season": str(ended_season.pk), "shared": shared, "public": public, "bonus": str(bonus.pk),
    "tournament": str(tournament.pk), "stage": str(add_final(tournament, {UNBROKEN!r}).pk),
    "entrant": str(team.pk), "tournament_door": tournament_door,
    "cup": str(cup.tournament_id), "cup_stage": str(cup.pk), "draft_stage": str(drafted.pk), "round": str(first.pk),
    "round_table": str(first.tables.all()[0].pk), "desk_act": str(fined.pk),
    "swiss": str(swiss.pk), "swiss_round": str(swiss_round.pk), "robin": str(robin.pk),
    "bracket": str(bracket.pk), "bracket_cup": str(bracket.tournament_id), "bracket_round": str(bracket_round.pk),
    "open_match": str(open_match.pk), "knocked": str(knocked.pk),
    "knocked_stage": str(knocked.stage_id), "knocked_two": knocked_two,
    "league": str(league.pk), "team": str(teams[0].pk), "day": str(match_day.pk),
    "next_day": str(make_day(league, 2).pk), "evening": str(evening.pk),
    "pool_act": str(paid.pk),
    "booking": str(booking.pk), "payment": str(waiting_payment(club, people[0], 10**15 - 1).pk),
    "evening_game": str(evening.line_up[1].pk), "door": door_of(evening.pk),
    "player": str(factories.player_of(owner, club).pk), "guest": str(factories.make_player(club, {LONGEST!r}).pk)}}))
"""
PAGES = (
    "/",
    "/accounts/",
    "/accounts/tokens/",
    "/accounts/data/",
    "/accounts/data/give-up/",
    "/sheets/",
    "/accounts/email/",
    "/clubs/new/",
    "/clubs/{club}/",
    "/clubs/{club}/edit/",
    "/clubs/{club}/members/",
    "/clubs/{club}/people/",
    "/clubs/{club}/people/{player}/",
    "/clubs/{club}/players/{player}/?game=skat",
    "/clubs/{club}/records/?game=skat",
    "/clubs/{club}/ratings/?game=skat",
    "/clubs/{club}/people/{player}/name/",
    "/clubs/{club}/people/{player}/merge/",
    "/clubs/{club}/people/{guest}/merge/{player}/",
    "/clubs/{club}/jobs/",
    "/clubs/{club}/log/",
    "/clubs/{club}/money/",
    "/clubs/{club}/money/bookings/{booking}/",
    "/clubs/{club}/money/bookings/{booking}/reverse/",
    "/clubs/{club}/money/players/{player}/",
    "/clubs/{club}/money/payments/",
    "/clubs/{club}/money/payments/new/",
    "/clubs/{club}/money/payments/{payment}/",
    "/clubs/{club}/money/transfer/",
    "/clubs/{club}/money/settle/",
    "/clubs/{club}/money/box/",
    "/clubs/{club}/money/box/put/",
    "/clubs/{club}/money/box/take/",
    "/clubs/{club}/money/box/target/",
    "/evenings/{evening}/settle/",
    "/clubs/{club}/money/players/{player}/statement/?since=2020-01-01",
    "/clubs/{club}/money/history/?kind=settled",
    "/clubs/{club}/money/years/",
    "/clubs/{club}/search/?q=d",
    "/clubs/{club}/close/",
    "/clubs/{club}/evenings/calendar/",
    "/accounts/notices/",
    "/accounts/money/",
    "/clubs/{club}/retention/",
    "/clubs/{club}/archive/",
    "/clubs/{club}/seasons/",
    "/clubs/{club}/seasons/new/",
    "/clubs/{club}/imports/",
    "/clubs/{club}/tables/new/",
    "/clubs/{club}/tables/new/skat/",
    "/clubs/{club}/evenings/",
    "/evenings/{evening}/",
    "/evenings/{evening}/edit/",
    "/evenings/{evening}/games/",
    "/evenings/{evening}/games/add/svoi_kozyri/",
    "/evenings/{evening}/games/{evening_game}/",
    "/evenings/{evening}/people/",
    "/evenings/{evening}/draw/",
    "/evenings/{evening}/money/",
    "/evenings/{evening}/report/",
    "/evenings/{evening}/course/",
    "/clubs/{club}/tournaments/",
    "/clubs/{club}/tournaments/new/",
    "/clubs/{club}/tournaments/new/skat/",
    "/tournaments/{tournament}/",
    "/tournaments/{tournament}/mine/",
    "/tournaments/{cup}/mine/",
    "/tournaments/{tournament}/edit/",
    "/tournaments/{tournament}/places/",
    "/tournaments/{tournament}/prizes/",
    "/tournaments/{tournament}/entries/",
    "/tournaments/{tournament}/entries/{entrant}/",
    "/tournaments/{tournament}/entries/list/",
    "/tournaments/{tournament}/seeds/",
    "/tournaments/{tournament}/sign-up/",
    "/tournaments/{tournament}/door/",
    "/tournaments/{tournament}/stages/new/",
    "/tournaments/{tournament}/stages/{stage}/",
    "/tournaments/{cup}/rounds/",
    "/stages/{draft_stage}/draw/",
    "/stages/{cup_stage}/standing/",
    "/stages/{cup_stage}/points/",
    "/rounds/{round}/",
    "/round-tables/{round_table}/result/",
    "/desk-acts/{desk_act}/back/",
    "/round-tables/{round_table}/call/",
    "/stages/{swiss}/draw/",
    "/stages/{swiss}/standing/",
    "/stages/{robin}/standing/",
    "/stages/{robin}/standing/print/",
    "/stages/{bracket}/draw/",
    "/stages/{bracket}/standing/",
    "/stages/{bracket}/standing/print/",
    "/rounds/{swiss_round}/",
    "/rounds/{bracket_round}/",
    "/tournaments/{bracket_cup}/rounds/",
    "/round-tables/{open_match}/result/",
    "/knock-outs/{knocked}/",
    "/knock-outs/{knocked}/?deals-1=0&deals-2=1",
    "/knock-outs/{knocked}/out/?{knocked_two}",
    "/knock-outs/{knocked}/back/1/",
    "/stages/{knocked_stage}/standing/",
    "/tournaments/{tournament}/clock/",
    "/tournaments/{tournament}/screen/",
    "/tournaments/{cup}/print/",
    "/tournaments/{tournament}/print/entries/",
    "/tournaments/{cup}/print/places/",
    "/stages/{cup_stage}/standing/print/",
    "/rounds/{round}/print/seats/",
    "/rounds/{round}/print/names/?paper=a5",
    "/rounds/{round}/print/cards/",
    "/rounds/{round}/print/sheets/",
    "/clubs/{club}/leagues/",
    "/clubs/{club}/leagues/new/",
    "/leagues/{league}/",
    "/leagues/{league}/?why={team}",
    "/leagues/{league}/teams/",
    "/leagues/{league}/days/new/",
    "/teams/{team}/",
    "/teams/{team}/name/",
    "/match-days/{day}/",
    "/match-days/{next_day}/",
    "/match-days/{next_day}/teams/{team}/",
    "/match-days/{day}/print/",
    "/seasons/{season}/",
    "/seasons/{season}/?why={player}",
    "/seasons/{season}/change/",
    "/seasons/{season}/end/",
    "/seasons/{ended_season}/reopen/",
    "/seasons/{season}/rounds/",
    "/seasons/{season}/rounds/?player={player}",
    "/seasons/{season}/race/",
    "/seasons/{season}/log/",
    "/prizes/{season}/",
    "/prizes/{season}/terms/",
    "/prizes/{season}/entries/",
    "/prizes/{season}/award/",
    "/prizes/{season}/acts/{pool_act}/back/",
    "/seasons/{season}/lots/",
    "/seasons/{season}/late/",
    "/seasons/{season}/bonuses/new/",
    "/seasons/{season}/bonuses/{bonus}/back/",
    "/tables/{going}/",
    "/tables/{going}/hands/{going_hand}/",
    "/tables/{going}/hands/{going_hand}/correct/",
    "/tables/{going}/hands/{going_hand}/void/",
    "/tables/{going}/hands/{going_hand}/decide/",
    "/tables/{going}/seats/",
    "/tables/{going}/seats/swap/",
    "/tables/{going}/seats/0/substitute/",
    "/tables/{going}/adjustments/",
    "/tables/{going}/adjustments/penalty/",
    "/tables/{going}/adjustments/new/",
    "/tables/{going}/acts/{act}/reverse/",
    "/tables/{going}/pass/",
    "/tables/{going}/end/",
    "/tables/{going}/share/",
    "/shared/{shared}/",
    "/shared/{public}/tournament/",
    "/tables/{going}/print/",
    "/tables/{full}/",
    "/tables/{full}/hands/{full_hand}/",
    "/tables/{full}/close/",
    "/tables/{full}/seats/",
    "/tables/{full}/print/",
)
FOR_ANYBODY = (
    "/",
    "/accounts/login/",
    "/accounts/login/code/",
    "/accounts/signup/",
    "/accounts/password/reset/",
    "/tables/new/",
    "/tables/new/skat/",
    "/join/",
    "/join/{secret}/",
    "/shared/{shared}/",
    "/evenings/{evening}/door/{door}/",
    "/tournaments/{tournament}/door/{tournament_door}/",
    "/offline/",
    "/offline/#new",
    "/there/is/no/such/page",
)


@pytest.fixture(scope="module")
def place(server: Server) -> dict[str, Any]:
    """A club in which everything has a long name, a full list of four and a list of three that goes on."""
    return server.python(SESSIONS + MAKE)


@pytest.fixture(scope="module")
def readers(browser: Browser, server: Server, place: dict[str, Any]) -> Iterator[dict[str, Page]]:
    """A phone of the owner, and one of somebody who is not signed in: they go from page to page."""
    with phones(browser, server) as phone:
        # Without the worker: it shows a page of its own where a table takes long to come.
        alone: dict[str, Any] = {"service_workers": "block"}
        member = phone(storage_state=signed_in(place["session"]), **alone)
        yield {"member": member, "visitor": phone(**alone)}


@pytest.mark.parametrize(
    ("who", "address"),
    [*(("member", address) for address in PAGES), *(("visitor", address) for address in FOR_ANYBODY)],
)
def test_a_page_fits_and_stands_as_it_should(who: str, address: str, readers: dict[str, Page], place: dict[str, Any]):
    page = readers[who]
    page.goto(address.format(**place))

    faults = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        faults += [f"{width} px: {part}" for part in sideways(page)]
    page.set_viewport_size({"width": 390, "height": 844})
    audit(page)
    for theme in THEMES if Extent.whole else THEMES[:1]:
        page.emulate_media(color_scheme=theme)
        faults += faults_at(page, geometry.WIDTHS if Extent.whole else (320, 1280), name=f"{address}, {theme}")

    assert not faults, "\n".join(faults)


@pytest.fixture
def large(browser: Browser, server: Server, place: dict[str, Any]) -> Iterator[Page]:
    """A phone whose reader has set the text to twice its size."""
    other = launch(browser.browser_type, "--blink-settings=defaultFontSize=32")
    yield other.new_page(
        base_url=server.url,
        viewport={"width": 390, "height": 844},
        reduced_motion="reduce",
        storage_state=signed_in(place["session"]),
    )
    other.close()


def test_long_names_stay_on_the_paper(phone: Phone, place: dict[str, Any]):
    """Nothing of the printed list is cut off at the edges of its one page, or lies under its last line."""
    page = phone(storage_state=signed_in(place["session"]), viewport={"width": 1280, "height": 1200})

    for table in ("full", "going"):
        page.goto(f"/tables/{place[table]}/print/")
        page.emulate_media(media="print")
        cut_off = page.evaluate(
            """() => {
              const paper = document.querySelector(".a4").getBoundingClientRect();
              const footer = document.querySelector(".a4 footer").getBoundingClientRect();
              return [...document.querySelectorAll(".a4 *:not(.vh)")].filter((part) => {
                const { right, bottom } = part.getBoundingClientRect();
                const lowest = part.closest("table") ? footer.top : paper.bottom;
                return right > paper.right + 1 || bottom > lowest + 1;
              }).map((part) => part.outerHTML.slice(0, 120));
            }"""
        )
        assert not cut_off, cut_off


def test_text_at_twice_the_size(large: Page, place: dict[str, Any]):
    """What is asked still fits into its boxes, and nothing is cut."""
    faults = []
    large.goto(f"/tables/{place['going']}/")
    assert large.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"

    for width in (360, 390):
        large.set_viewport_size({"width": width, "height": 844})
        faults += [f"{width} px: sideways {part}" for part in sideways(large)]
        faults += [f"{width} px: cut {part}" for part in cut(large)]

    assert not faults, "\n".join(faults)


def cut(page: Page) -> list[str]:
    """Boxes and buttons of the recorder whose words don't fit into them."""
    return page.evaluate(
        """() => [...document.querySelectorAll(".entry .box, .entry .btn, .entry .label, .entry .say")]
          .filter((box) => box.getClientRects().length)
          .filter((box) => box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1
            || [...box.querySelectorAll("span, small")].filter((part) => !part.matches(".vh")).some((part) =>
              part.getBoundingClientRect().right > box.getBoundingClientRect().right + 1))
          .map((box) => box.outerHTML.slice(0, 200))"""
    )


def test_whole_hand_by_keyboard(page: Page):
    """From the skip link to the saved hand with Tab, arrows, digits and Enter; what has the focus can be seen."""
    page.goto("/tables/new/skat/")
    press(page, "Tab", until="Seat 1")
    for name in ("Anna", "Jürgen", "Murat"):
        page.keyboard.type(name)
        press(page, "Tab", until="Seat")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Save hand 1")).to_be_visible()
    table = Table(page)

    press(page, "Tab", until="Anna")
    page.keyboard.press("2")  # Jürgen
    page.keyboard.press("4")  # clubs
    page.keyboard.press("ArrowRight")  # with 2
    expect(table.run(is_with=True, number=2)).to_be_checked()
    press(page, "Tab", until="Hand")
    page.keyboard.press("Space")
    press(page, "Tab", until="Won")
    page.keyboard.press("1")
    expect(table.save).to_be_focused()
    expect(page.locator("[data-tell]")).to_contain_text("48 to Jürgen")
    page.keyboard.press("Enter")

    expect(table.row(1)).to_have_count(1)
    assert table.totals() == expected([{**plain(1, "clubs", 2), "hand": True}], 3)
    page.keyboard.press("Shift+Tab")
    assert is_seen(page)


def test_many_matadors_by_keyboard(phone: Phone, place: dict[str, Any]):
    page = phone(storage_state=signed_in(place["session"]))
    page.goto(f"/tables/{place['going']}/")
    table = Table(page)
    table.group("Declarer").get_by_role("radio").first.focus()

    for digit in "1457":  # the first seat, clubs, the higher numbers, 7 of them
        page.keyboard.press(digit)

    expect(table.run(is_with=True, number=7)).to_be_checked()


def press(page: Page, key: str, *, until: str) -> None:
    """Press a key until the focus is on what begins with these words; each stop on the way is in sight."""
    for _time in range(60):
        page.keyboard.press(key)
        assert is_seen(page), page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
        if name(page).startswith(until):
            return
    pytest.fail(f"{key} never leads to {until}")


def name(page: Page) -> str:
    """What the focused field is called."""
    return page.evaluate(
        """() => {
          const element = document.activeElement;
          return (element.labels?.[0] ?? element).innerText?.trim() ?? "";
        }"""
    )


def is_seen(page: Page) -> bool:
    """Whether the focus is on something in the window that no bar covers."""
    return page.evaluate(
        """() => {
          const element = document.activeElement;
          const seen = element.closest(".box, .slot .nth") ?? element;
          const { left, top, right, bottom } = seen.getBoundingClientRect();
          const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          return element === document.body || Boolean(found && (seen.contains(found) || found.contains(seen)));
        }"""
    )
