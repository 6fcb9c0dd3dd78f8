"""While the standing of a tournament is held back nobody but the desk reads it: each page, file and answer of the API
is read by a member, a player, a phone at a table and the public, and searched for the figures."""

import html
import io
import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import URLPattern, get_resolver
from django.utils import timezone
from openpyxl import load_workbook

from scorekeeper.clubs.services import set_money
from scorekeeper.common.errors import Refused
from scorekeeper.journal.models import Entry, Kind
from scorekeeper.play.models import Act, Sitting
from scorekeeper.play.services.closing import close_sitting
from scorekeeper.ratings.models import Digest
from scorekeeper.ratings.services.replaying import replay_stale
from scorekeeper.sharing.models import Link
from scorekeeper.sharing.services import make_link, secret_of, share_table
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.models import Round
from scorekeeper.tournaments.ranks import TournamentRanks
from scorekeeper.tournaments.selectors.held_back import held_back
from scorekeeper.tournaments.services.ending import end_stage
from scorekeeper.tournaments.services.holding_back import hold_back, release
from scorekeeper.tournaments.services.prizes import open_prizes
from scorekeeper.tournaments.services.results import make_official
from tests import factories
from tests.acting import bearer, client_of, holding
from tests.factories import NOW
from tests.factories.tournaments import make_cup, publish, write_points
from tests.factories.world import as_format
from tests.worlds import laid

pytestmark = pytest.mark.django_db

TABLES = ("places", "standing", "standings", "sheets", "sheet", "chart", "stand", "results")
ENDS = ("csv", "pdf")
BETWEEN = re.compile(r"(?<=\d)[\s,.\u202f\u00a0\u2009’](?=\d{3}\b)")
EVERYWHERE = re.compile("")
RANKS = re.compile(r'class="(rk|podium)\b|"first": ?\d|"rank": ?\d')
ASKED = (
    (re.compile(r"/screen/$"), ("page=2", "page=3", "page=4")),
    (re.compile(r"/shared/.*/tournament/$"), ("round=2", "as=csv")),
    (re.compile(r"/standing(/print/)?$"), ("official=1", "as=csv", "why={entrant}")),
    (re.compile(r"/places(/print/)?$"), ("as=csv", "as=pdf")),
)
"""What may be asked of pages, by their addresses."""


@dataclass
class Cup:
    """A tournament of eight whose second round is held back, with a figure for each seat of its second table."""

    club: Any
    owner: Any
    tournament: Any
    stage: Any
    rounds: list[Round]
    own: Sitting  # at which the player and the phone sit
    other: Sitting
    hidden: set[str]
    ids: dict[str, list[Any]] = field(default_factory=dict)
    readers: dict[str, Client] = field(default_factory=dict)
    forms: set[str] = field(default_factory=set)  # addresses that only take forms


def make_held() -> Cup:
    """All of its results are in; nothing is official yet."""
    club = factories.make_club("Lindenhof", owner=factories.make_user("Renate Vogt"))
    owner, player = factories.owner_of(club), factories.make_member(club)
    stage = make_cup(club, 8, TablesPlan(rounds=2), name="Cup")
    tournament = stage.tournament
    tournament.held_from = 2
    tournament.save()
    me = tournament.entrants.get(number=1).players.get()
    me.player = factories.player_of(player, club)
    me.save()
    first = publish(stage)
    for table in first.tables.all():
        write_points(table, {place.entrant: 20000 + 100 * place.entrant.number for place in table.places.all()})
    make_official(round_id=first.pk, by=owner, now=NOW)
    second = publish(stage)
    tables = list(second.tables.order_by("number"))
    own = next(table for table in tables if table.places.filter(entrant__number=1).exists()).sitting
    other = next(table for table in tables if table.sitting_id != own.pk).sitting
    hidden = set()
    for sitting, base in ((own, 3000), (other, 6100)):
        for seat in sitting.seats.all():
            took = base + 101 * (seat.number + 1)
            factories.penalise(sitting, seat.number, took)
            entrant = tournament.entrants.get(players__player=seat.player_id)
            hidden |= {str(20000 + 100 * entrant.number - took)} | ({str(took)} if sitting is other else set())
    phone = holding(factories.make_device(own, 1, now=timezone.now()))
    for sitting in (own, other):
        close_sitting(sitting_id=sitting.pk, by=factories.keeper_of(sitting), reason="over", now=NOW)
    replay_stale()
    cup = Cup(club, owner, tournament, stage, [first, second], own, other, hidden)
    _known(cup)
    member = factories.make_member(club)
    cup.readers = {
        "a member": client_of(member),
        "a player": client_of(player),
        "a phone at a table": phone,
        "the public": Client(),
        "a program of a member": Client(headers=bearer(member)),
    }
    return cup


def _known(cup: Cup) -> None:
    """Everything that addresses may name."""
    entrants = [entrant.pk for entrant in cup.tournament.entrants.order_by("number")]
    cup.ids = {
        "club": [cup.club.pk],
        "tournament": [cup.tournament.pk],
        "stage": [cup.stage.pk],
        "round": [cup.rounds[1].pk],
        "knockout": [cup.rounds[1].pk],
        "round_table": [cup.other.round_table.pk],
        "table": [cup.other.round_table.pk],
        "sitting": [cup.other.pk],
        "act": [cup.other.acts.filter(kind=Act.Kind.PENALTY)[0].pk],
        "entrant": entrants[:1],
        "player": [cup.other.seats.all()[0].player_id],
        "gone": [cup.other.seats.all()[0].player_id],
        "kept": [cup.other.seats.all()[1].player_id],
        "season": [cup.tournament.pk],
        "game": ["skat"],
        "slug": ["skat"],
        "kind": list(ENDS),
        "number": [0, 1],
        "secret": [secret_of(link) for link in _links(cup)],
    }


def _links(cup: Cup) -> list[Link]:
    kinds = (Link.Kind.SCREEN, Link.Kind.PUBLIC)
    links = [make_link(kind=kind, of=cup.tournament.pk, by=cup.owner, now=NOW) for kind in kinds]
    return [*links, share_table(sitting_id=cup.other.pk, by=factories.keeper_of(cup.other), now=NOW)]


def addresses(cup: Cup) -> Iterator[str]:
    """Every address of pages, files and the API that can be filled with what is known, some with what may be asked."""
    for route in _routes():
        names = re.findall(r"{(\w+)}", route)
        options = [cup.ids.get(name.removesuffix("_id"), []) for name in names]
        if "kind" in names:
            options[names.index("table")] = list(TABLES)
        for filled in itertools.product(*options):
            address = route.format(**dict(zip(names, filled, strict=True)))
            yield address
            for query in (query for pattern, queries in ASKED if pattern.search(address) for query in queries):
                yield f"{address}?{query.format(entrant=cup.ids['entrant'][0])}"


def _routes() -> list[str]:
    def walk(entries: list[Any], before: str) -> Iterator[str]:
        for entry in entries:
            route = getattr(entry.pattern, "_route", None)
            if route is None:
                continue
            if isinstance(entry, URLPattern):
                yield as_format(before + route)
            else:
                yield from walk(entry.url_patterns, before + route)

    return [route for route in walk(get_resolver("scorekeeper.urls").url_patterns, "/") if "/accounts/" not in route]


def text_of(answer: Any) -> str:
    """What a reader sees of it, with figures in one piece."""
    kind, content = answer["Content-Type"], answer.getvalue()
    if "spreadsheet" in kind:
        rows = load_workbook(io.BytesIO(content)).active.iter_rows(values_only=True)
        text = "\n".join(" ".join(str(cell) for cell in row) for row in rows)
    elif "pdf" in kind:
        return f"pdf of {len(content)} bytes"
    else:
        text = content.decode("utf-8", "replace")
    return BETWEEN.sub("", html.unescape(text))


def figures_in(cup: Cup, client: Client, only: re.Pattern[str] = EVERYWHERE) -> dict[str, list[str]]:
    """{address: the hidden figures, or ranks, that this reader finds there}"""
    found = {}
    for address in addresses(cup):
        if address in cup.forms or not only.search(address):
            continue
        answer = client.get(address)
        if answer.status_code == 405:
            cup.forms.add(address)
        if answer.status_code != 200:
            continue
        text = text_of(answer)
        numbers = set(re.findall(r"\d{4,6}", text))
        seen = sorted(numbers & cup.hidden)
        if RANKS.search(text) and not address.startswith("/rules/"):
            seen.append("ranks")
        if text.startswith("pdf of") and re.search(r"standing|places|prizes|receipts", address):
            seen.append("a PDF")
        if seen:
            found[address] = seen
    return found


EVERYBODYS = re.compile(r"/shared/|/join|^/$")  # other pages lead who has no account to the sign-in
AT_TABLES = re.compile(r"^/$|/tables/|/sittings/|/rounds/|/round-tables/|/acts/|/clock/|/shared/")
OF_RESULTS = re.compile(r"/(standing|places|rounds|screen)/|/tables/")
READERS = {
    "played": {"a player": EVERYWHERE, "a phone at a table": AT_TABLES, "the public": EVERYBODYS},
    "ended": {"a member": EVERYWHERE, "a program of a member": re.compile("^/api/"), "the public": EVERYBODYS},
}


@pytest.mark.parametrize("state", READERS)
def test_nobody_but_the_desk_finds_what_is_held_back(state):
    cup = laid(make_held)
    if state == "ended":
        make_official(round_id=cup.rounds[1].pk, by=cup.owner, now=NOW)
        end_stage(stage_id=cup.stage.pk, by=cup.owner, now=NOW)
    replay_stale()

    found = {who: figures_in(cup, cup.readers[who], only) for who, only in READERS[state].items()}
    desk = figures_in(cup, client_of(cup.owner), OF_RESULTS)

    assert not any(found.values()), "\n".join(
        f"{who}: {address}: {seen}" for who, places in found.items() for address, seen in places.items()
    )
    assert len(desk) > 10, "the desk reads all of it, and so the search finds it where it stands"


def test_who_sits_there_reads_the_own_sheet_and_the_desk_reads_all():
    cup = laid(make_held)
    player, desk = cup.readers["a player"], client_of(cup.owner)
    own, other = f"/tables/{cup.own.pk}/", f"/tables/{cup.other.pk}/"

    assert player.get(own).status_code == cup.readers["a phone at a table"].get(own).status_code == 200
    refused = player.get(other)
    assert refused.status_code == 403
    assert "Held until the ceremony." in refused.content.decode()
    assert player.get(f"/api/v1/sittings/{cup.other.pk}").json()["detail"] == "Held until the ceremony."
    assert client_of(factories.make_user("Stranger")).get(other).status_code == 404
    for page in ("places/", "mine/", ""):
        assert "Held until the ceremony" in player.get(f"/tournaments/{cup.tournament.pk}/{page}").content.decode()
    round_page = f"/rounds/{cup.rounds[1].pk}/"
    assert "are held until the ceremony" in player.get(round_page).content.decode()
    assert "20100" in BETWEEN.sub("", player.get(f"/rounds/{cup.rounds[0].pk}/").content.decode()), "read long before"
    for page in (round_page, f"/stages/{cup.stage.pk}/standing/", f"/tournaments/{cup.tournament.pk}/places/"):
        assert "Held back from others" in desk.get(page).content.decode()
        assert "Held back from others" not in player.get(page).content.decode()
    assert "Release" in desk.get(round_page).content.decode()


def test_released_everybody_reads_all_of_it_and_records_count_again():
    cup = laid(make_held)
    assert not Digest.objects.filter(sitting=cup.other).exists()

    client_of(cup.owner).post(f"/tournaments/{cup.tournament.pk}/hold/", {"hold": "0"})
    replay_stale()

    assert Digest.objects.filter(sitting=cup.other).exists()
    assert figures_in(cup, cup.readers["a member"], OF_RESULTS)
    cup.tournament.refresh_from_db()
    assert held_back(cup.tournament) is None
    release(tournament_id=cup.tournament.pk, by=cup.owner, now=NOW)
    assert Entry.objects.filter(kind=Kind.TOURNAMENT_RELEASED).count() == 1, "twice is once"

    hold_back(tournament_id=cup.tournament.pk, by=cup.owner, now=NOW)
    replay_stale()
    cup.tournament.refresh_from_db()
    assert held_back(cup.tournament).since == 2
    assert not Digest.objects.filter(sitting=cup.other).exists()


def test_it_begins_with_its_round_and_not_before():
    club = factories.make_club()
    stage, member = make_cup(club, 4, TablesPlan(rounds=2)), client_of(factories.make_member(club))
    stage.tournament.held_from = 2
    stage.tournament.save()
    first = publish(stage)
    places = f"/tournaments/{stage.tournament_id}/places/"
    assert held_back(stage.tournament) is None
    assert "Held until" not in member.get(places).content.decode()
    assert not first.tables.get().sitting.held_back
    write_points(first.tables.get(), {place.entrant: 100 for place in first.tables.get().places.all()})
    make_official(round_id=first.pk, by=factories.owner_of(club), now=NOW)

    second = publish(stage)

    assert held_back(stage.tournament).rounds == {second.pk}
    assert second.tables.get().sitting.held_back
    assert "Held until" in member.get(places).content.decode()


def test_only_directors_hold_back_and_release():
    club = factories.make_club()
    stage = make_cup(club, 4)
    publish(stage)
    scorer, owner = factories.make_member(club, "scorer"), factories.owner_of(club)
    for act in (hold_back, release):
        with pytest.raises(PermissionDenied):
            act(tournament_id=stage.tournament_id, by=scorer, now=NOW)
    with pytest.raises(Refused, match="1 to 999"):
        hold_back(tournament_id=stage.tournament_id, by=owner, now=NOW, since=0)
    address = f"/tournaments/{stage.tournament_id}/hold/"
    assert client_of(scorer).post(address, {"hold": "1"}).status_code == 403
    assert client_of(owner).post(address, {"hold": "1"}).status_code == 302
    assert hold_back(tournament_id=stage.tournament_id, by=owner, now=NOW).held_from == 1


def test_programs_hold_back_and_release():
    club = factories.make_club()
    stage = make_cup(club, 4)
    publish(stage)
    owner, member = (Client(headers=bearer(who)) for who in (factories.owner_of(club), factories.make_member(club)))
    base = f"/api/v1/tournaments/{stage.tournament_id}"
    send = {"content_type": "application/json"}

    assert member.post(f"{base}/hold", {}, **send).status_code == 403
    assert owner.post(f"{base}/hold", {"since": 0}, **send).status_code == 422
    held = owner.post(f"{base}/hold", {"since": 1}, **send).json()
    assert (held["held_from"], held["is_held_back"]) == (1, True)
    assert member.get(f"{base}/places").status_code == 403
    assert member.get(base).json()["is_held_back"]
    assert not owner.post(f"{base}/release").json()["is_held_back"]
    assert member.get(f"{base}/places").status_code == 200


def test_no_prize_is_awarded_while_it_is_held_back():
    club = factories.make_club()
    set_money(club=club, by=factories.owner_of(club), unit="€", decimals=2, for_minors=False)
    stage = make_cup(club, 4, TablesPlan(rounds=1))
    competition = open_prizes(tournament_id=stage.tournament_id, by=factories.owner_of(club))
    one = publish(stage)
    write_points(one.tables.get(), {place.entrant: place.entrant.number for place in one.tables.get().places.all()})
    make_official(round_id=one.pk, by=factories.owner_of(club), now=NOW)
    hold_back(tournament_id=stage.tournament_id, by=factories.owner_of(club), now=NOW)
    end_stage(stage_id=stage.pk, by=factories.owner_of(club), now=NOW)

    assert [problem.code for problem in TournamentRanks().not_final(competition)] == ["held_back"]

    release(tournament_id=stage.tournament_id, by=factories.owner_of(club), now=NOW)
    assert TournamentRanks().not_final(competition) == ()
