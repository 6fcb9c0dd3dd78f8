"""While the standing of a tournament is held back nobody but the desk reads it: each page, file and answer of the API
is read by a member, a player, a phone at a table and the public, and searched for the figures. Of formats without
figures it is read twice, with the last decision made this way and that: whoever may not know finds the same."""

import html
import io
import itertools
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.core.cache import caches
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import URLPattern, get_resolver
from django.utils import timezone
from openpyxl import load_workbook

from scorekeeper.clubs.records import ClubChange
from scorekeeper.clubs.services import change_club
from scorekeeper.common.errors import Refused
from scorekeeper.journal.models import Entry, Kind
from scorekeeper.play.closing.services import close_sitting
from scorekeeper.play.models import Act, Sitting
from scorekeeper.play.records import Reasoned
from scorekeeper.ratings.models import Digest
from scorekeeper.ratings.services import replay_stale
from scorekeeper.sharing.models import Link
from scorekeeper.sharing.services import LinkWish, make_link, secret_of, share_table
from scorekeeper.tournaments.ending.reads import held_back
from scorekeeper.tournaments.ending.services import end_stage, hold_back, release
from scorekeeper.tournaments.fees.services import open_prizes
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.models import Entrant, Round, RoundTable, Stage, Tournament
from scorekeeper.tournaments.party import TournamentRanks
from scorekeeper.tournaments.planning.records import HeldFrom
from scorekeeper.tournaments.results.services import make_official
from tests import factories
from tests.acting import bearer, client_of, holding
from tests.factories import NOW
from tests.factories.knockouts import entrant, move, out, running
from tests.factories.matches import sides, stronger, wins
from tests.factories.tournaments import make_cup, publish, write_points
from tests.factories.world import as_format
from tests.rows import undone
from tests.tournaments.test_every_format import CUPS
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
        close_sitting(Reasoned(reason="over"), sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=NOW)
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
    kinds = ("screen", "public")
    links = [make_link(LinkWish(kind=kind), of=cup.tournament.pk, by=cup.owner, now=NOW) for kind in kinds]
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


def asked_for(cup: Cup, only: re.Pattern[str], *, whole: bool) -> list[str]:
    """The addresses that a reader asks for: the pages of results always, of the others a few, by the seed that the run
    prints; all of them where it is `whole`."""
    found = [address for address in addresses(cup) if address not in cup.forms and only.search(address)]
    if whole:
        return found
    others = [address for address in found if not ALWAYS.search(address)]
    chosen = {*random.sample(others, min(SAMPLED, len(others)))}
    return [address for address in found if address in chosen or ALWAYS.search(address)]


def figures_in(
    cup: Cup, client: Client, only: re.Pattern[str] = EVERYWHERE, *, whole: bool = True
) -> dict[str, list[str]]:
    """{address: the hidden figures, or ranks, that this reader finds there}"""
    found = {}
    for address in asked_for(cup, only, whole=whole):
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
        if text.startswith("pdf of") and OF_PLACES.search(address):
            seen.append("a PDF")
        if seen:
            found[address] = seen
    return found


EVERYBODYS = re.compile(r"/shared/|/join|^/$")  # other pages lead who has no account to the sign-in
AT_TABLES = re.compile(r"^/$|/tables/|/sittings/|/rounds/|/round-tables/|/acts/|/clock/|/shared/")
OF_RESULTS = re.compile(r"/(standing|places|rounds|screen)/|/tables/|^/api/.*/(standing|places)")
ALWAYS = re.compile(
    r"^/(stages|tournaments)/[^/]+/(standing|places|mine|ceremony)/$|^/(rounds|tables|tournaments)/[^/]+/$"
    r"|/screen/$|^/shared/[^?]*/$|^/api/v1/(stages|tournaments)/[^/]+/(standing|places)$|^/api/v1/(rounds|sittings)/[^/]+$"
)
OF_PLACES = re.compile(r"standing|places|prizes|receipts")
SAMPLED = 4  # other addresses, of each reader in the usual run
READERS = {
    "played": {"a player": EVERYWHERE, "a phone at a table": AT_TABLES, "the public": EVERYBODYS},
    "ended": {"a member": EVERYWHERE, "a program of a member": re.compile("^/api/"), "the public": EVERYBODYS},
}


@pytest.mark.parametrize("state", READERS)
def test_nobody_but_the_desk_finds_what_is_held_back(state, request):
    whole = request.config.getoption("--long")
    cup = laid(make_held)
    if state == "ended":
        make_official(round_id=cup.rounds[1].pk, by=cup.owner, now=NOW)
        end_stage(stage_id=cup.stage.pk, by=cup.owner, now=NOW)
    replay_stale()

    found = {who: figures_in(cup, cup.readers[who], only, whole=whole) for who, only in READERS[state].items()}
    desk = figures_in(cup, client_of(cup.owner), OF_RESULTS, whole=whole)

    assert not any(found.values()), "\n".join(
        f"{who}: {address}: {seen}" for who, places in found.items() for address, seen in places.items()
    )
    assert len(desk) > (10 if whole else 4), "the desk reads all of it, and so the search finds it where it stands"


OTHERS = [kind for kind in CUPS if kind != "tables"]
TAGS = re.compile(r"<script.*?</script>|<style.*?</style>|<[^>]*>", re.DOTALL)
SHOWN = re.compile(r'\b(?:class|href)="([^"]*)"')  # of a tag what says something of a result
VARIES = re.compile(r"[0-9A-Za-z]{64}|[0-9a-f]{16,}|\d\d?:\d\d(:\d\d)?")  # tokens of forms, hashes, times
PDFS = itertools.count()
UUIDS = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


@dataclass
class Decision:
    """The last of a tournament: a match that one of `two` wins, or of two who are left in a knock-out who goes out."""

    one: Round
    two: tuple[Entrant, Entrant]
    table: RoundTable

    def make(self, *, upset: bool) -> None:
        """All else in its round is won by the lower number, as in every round before."""
        winner = self.two[upset]
        if not format_of(self.one.stage).has_sheets:
            out(self.one, self.two[not upset].number)
            return
        for table in self.one.tables.all():
            wins(table, winner if table.pk == self.table.pk else stronger(*sides(table)))


def last_decision(stage: Stage) -> Decision:
    """Played until one decision is left that ends it."""
    format_ = format_of(stage)
    while True:
        one = publish(stage)
        if not format_.has_sheets:
            while len(running(one).course.sitting) > 2:
                table = max(running(one).course.state.tables, key=lambda each: (len(each), each.number))
                out(one, table.seats[min(table.seats)])
                move(one)
            first, second = (entrant(one, number) for number in sorted(running(one).course.sitting))
            return Decision(one, (first, second), one.tables.order_by("number")[0])
        table = one.tables.order_by("number")[0]
        found = Decision(one, tuple(sorted(sides(table), key=lambda side: side.number)), table)
        with undone():
            found.make(upset=False)
            is_last = not format_.is_left(stage, one.number + 1)
        if is_last:
            return found
        found.make(upset=False)
        make_official(round_id=one.pk, by=factories.owner_of(stage.club), now=NOW)


def read_by(cup: Cup, client: Client, asked: list[str], known: set[str]) -> dict[str, str]:
    """{address: what stands there, without what is another one each time}"""
    found = {}
    for address in asked:
        answer = client.get(address)
        if answer.status_code == 405:
            cup.forms.add(address)
        elif answer.status_code == 200:
            if answer["Content-Type"] == "application/pdf":  # one of results says something, whatever it is
                found[address] = f"pdf {next(PDFS)}" if OF_PLACES.search(address) else "pdf"
                continue
            text = TAGS.sub(lambda tag: " ".join(SHOWN.findall(tag[0])), text_of(answer))
            text = UUIDS.sub(lambda each: each[0] if each[0] in known else "id", text)
            found[address] = VARIES.sub("", text)
    return found


def held_cup(kind: str) -> tuple[Cup, Decision, Any, Any]:
    """A tournament of this format that waits for its last decision and is held back, with that decision, a member of
    its club and one who plays."""
    game, people, plan = CUPS[kind]
    club = factories.make_club("Lindenhof", owner=factories.make_user("Renate Vogt"))
    plan = plan.model_copy(update={"reset": False}) if kind == "double" else plan
    stage = make_cup(club, people, plan, game=game, name="Cup")
    decision = last_decision(stage)
    hold_back(HeldFrom(since=1), tournament_id=stage.tournament_id, by=factories.owner_of(club), now=NOW)
    tournament = Tournament.objects.get(pk=stage.tournament_id)
    stage = Stage.objects.get(pk=stage.pk)
    member, player = factories.make_member(club), factories.make_member(club)
    outside = tournament.entrants.exclude(pk__in=[one.pk for one in decision.two])
    outside[0].players.update(player=factories.player_of(player, club))
    cup = Cup(club, factories.owner_of(club), tournament, stage, [decision.one], None, None, set())
    players = [one.players.get().player_id for one in decision.two]
    links = [make_link(LinkWish(kind=link), of=tournament.pk, by=cup.owner, now=NOW) for link in ("screen", "public")]
    cup.ids = {
        "club": [club.pk],
        "tournament": [tournament.pk],
        "stage": [stage.pk],
        "round": [decision.one.pk],
        "knockout": [decision.one.pk],
        "round_table": [decision.table.pk],
        "table": [decision.table.pk],
        "sitting": [decision.table.sitting_id] if decision.table.sitting_id else [],
        "entrant": [decision.two[0].pk],
        "player": players[:1],
        "season": [tournament.pk],
        "game": [game],
        "slug": [game],
        "kind": list(ENDS),
        "number": [0, 1],
        "secret": [secret_of(link) for link in links],
    }
    return cup, decision, member, player


def leaks(kind: str, state: str, *, whole: bool) -> tuple[dict[str, set[str]], set[str]]:
    """{reader: addresses at which they find another thing when another one wins}, and those of the desk."""
    cup, decision, member, player = held_cup(kind)
    readers = {
        "a member": (client_of(member), EVERYWHERE),
        "a player": (client_of(player), EVERYWHERE),
        "the public": (Client(), EVERYBODYS),
        "a program of a member": (Client(headers=bearer(member)), re.compile("^/api/")),
        "the desk": (client_of(cup.owner), OF_RESULTS),
    }
    if not whole:  # who may read all, and two of the others
        readers = {who: readers[who] for who in (*random.sample([*readers][:-1], 2), "the desk")}
    asked = {who: asked_for(cup, only, whole=whole) for who, (_client, only) in readers.items()}
    players = [entrant.players.get().player_id for entrant in decision.two]
    known = {str(pk) for pk in (*cup.tournament.entrants.values_list("pk", flat=True), *players)}
    found = []
    for upset in (False, True):
        with undone():
            decision.make(upset=upset)
            if state == "ended":
                make_official(round_id=decision.one.pk, by=cup.owner, now=NOW)
                end_stage(stage_id=cup.stage.pk, by=cup.owner, now=NOW)
            replay_stale()
            caches["default"].clear()
            found.append({who: read_by(cup, client, asked[who], known) for who, (client, _only) in readers.items()})
    first, second = found
    differ = {
        who: {address for address in pages | second[who].keys() if pages.get(address) != second[who].get(address)}
        for who, pages in first.items()
    }
    return differ, differ.pop("the desk")


def assert_held(kind: str, state: str, *, whole: bool) -> None:
    found, desk = leaks(kind, state, whole=whole)
    assert not any(found.values()), found
    assert len(desk) > 3, "the desk reads who has won, and so the search finds it where it stands"


def test_whoever_may_not_know_finds_the_same_whoever_wins(request):
    """In one format, by the seed that the run prints."""
    seed = request.config.getoption("randomly_seed", default=0) or 0
    kind, state = list(itertools.product(OTHERS, READERS))[int(seed) % (len(OTHERS) * len(READERS))]
    assert_held(kind, state, whole=False)


@pytest.mark.long
@pytest.mark.parametrize("state", READERS)
@pytest.mark.parametrize("kind", OTHERS)
def test_whoever_may_not_know_finds_the_same_in_every_format(kind, state):
    assert_held(kind, state, whole=True)


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
        assert "Hidden until the ceremony" in player.get(f"/tournaments/{cup.tournament.pk}/{page}").content.decode()
    round_page = f"/rounds/{cup.rounds[1].pk}/"
    assert "are hidden until the ceremony" in player.get(round_page).content.decode()
    assert "20100" in BETWEEN.sub("", player.get(f"/rounds/{cup.rounds[0].pk}/").content.decode()), "read long before"
    for page in (round_page, f"/stages/{cup.stage.pk}/standing/", f"/tournaments/{cup.tournament.pk}/places/"):
        assert "Hidden from others" in desk.get(page).content.decode()
        assert "Hidden from others" not in player.get(page).content.decode()
    shown = desk.get(round_page).content.decode()
    asks, releases = shown.index(">Release<"), shown.index("Release the standings")
    assert asks < shown.index("cannot hide them again") < releases, "a slip of the finger releases nothing"
    assert "<form" not in shown[asks - 200 : asks].rpartition("<details")[2]


def test_released_everybody_reads_all_of_it_and_records_count_again():
    cup = laid(make_held)
    assert not Digest.objects.filter(sitting=cup.other).exists()

    client_of(cup.owner).post(f"/tournaments/{cup.tournament.pk}/hold/", {"hold": "0"})
    replay_stale()

    assert Digest.objects.filter(sitting=cup.other).exists()
    assert figures_in(cup, cup.readers["a member"], OF_RESULTS, whole=False)
    cup.tournament.refresh_from_db()
    assert held_back(cup.tournament) is None
    release(tournament_id=cup.tournament.pk, by=cup.owner, now=NOW)
    assert Entry.objects.filter(kind=Kind.TOURNAMENT_RELEASED).count() == 1, "twice is once"

    hold_back(HeldFrom(), tournament_id=cup.tournament.pk, by=cup.owner, now=NOW)
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
    assert "Hidden until" not in member.get(places).content.decode()
    assert not first.tables.get().sitting.held_back
    write_points(first.tables.get(), {place.entrant: 100 for place in first.tables.get().places.all()})
    make_official(round_id=first.pk, by=factories.owner_of(club), now=NOW)

    second = publish(stage)

    assert held_back(stage.tournament).rounds == {second.pk}
    assert second.tables.get().sitting.held_back
    assert "Hidden until" in member.get(places).content.decode()


def test_only_directors_hold_back_and_release():
    club = factories.make_club()
    stage = make_cup(club, 4)
    publish(stage)
    scorer, owner = factories.make_member(club, "scorer"), factories.owner_of(club)
    with pytest.raises(PermissionDenied):
        hold_back(HeldFrom(), tournament_id=stage.tournament_id, by=scorer, now=NOW)
    with pytest.raises(PermissionDenied):
        release(tournament_id=stage.tournament_id, by=scorer, now=NOW)
    with pytest.raises(Refused, match="1 to 999"):
        HeldFrom.read({"since": 0})
    address = f"/tournaments/{stage.tournament_id}/hold/"
    assert client_of(scorer).post(address, {"hold": "1"}).status_code == 403
    assert client_of(owner).post(address, {"hold": "1"}).status_code == 302
    assert hold_back(HeldFrom(), tournament_id=stage.tournament_id, by=owner, now=NOW).held_from == 1


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
    change_club(ClubChange(unit="€", decimals=2, for_minors=False), club=club, by=factories.owner_of(club))
    stage = make_cup(club, 4, TablesPlan(rounds=1))
    competition = open_prizes(tournament_id=stage.tournament_id, by=factories.owner_of(club))
    one = publish(stage)
    write_points(one.tables.get(), {place.entrant: place.entrant.number for place in one.tables.get().places.all()})
    make_official(round_id=one.pk, by=factories.owner_of(club), now=NOW)
    hold_back(HeldFrom(), tournament_id=stage.tournament_id, by=factories.owner_of(club), now=NOW)
    end_stage(stage_id=stage.pk, by=factories.owner_of(club), now=NOW)

    assert [problem.code for problem in TournamentRanks().not_final(competition)] == ["held_back"]

    release(tournament_id=stage.tournament_id, by=factories.owner_of(club), now=NOW)
    assert TournamentRanks().not_final(competition) == ()
