"""The table of hostile values through every field of every body of the API: a clear 4xx, and nothing is written."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from games import all_games
from scorekeeper.clubs.models import Club
from scorekeeper.payouts.pools.records import SpecialPrize
from scorekeeper.play.actors import Actor
from scorekeeper.play.recording.services import next_table
from scorekeeper.play.upkeep.verifying import Count, verify
from scorekeeper.standings.models import Competition
from tests import factories
from tests.acting import PROBLEM, FormBody, bearer, document, send
from tests.factories.hands import hand_of
from tests.factories.money import CASH, Pool, bank, booked, tonk, waiting_payment, with_money
from tests.factories.money import CLUB as CLUB_ITSELF
from tests.hostile.cup_bodies import of_tournaments
from tests.hostile.evening_bodies import of_evenings, of_files, of_people, of_seasons
from tests.hostile.values import OTHERS, TEXTS
from tests.rows import Watch, undone
from tests.worlds import laid

pytestmark = pytest.mark.django_db

Path = tuple[str | int, ...]
STRIDE = 7  # each place is tried with one of the values, the next place with the one so many on; with --long with all
EVERY = 2  # of so many places one is tried in the usual run
LARGEST = 20_000  # bytes of a refusal, however much was sent


def bodies() -> dict[str, tuple[str, Any, dict[str, str]]]:
    """{operation: (address, a body as it should be, who sends it)}: each one there is, hands once for each game."""
    club = factories.make_club()
    owner, season = factories.owner_of(club), factories.make_season(club)
    by = bearer(owner)
    found, reason = of_a_table(club, season, by), {"reason": "typed wrongly"}
    cash = tonk(with_money(club), 3)
    asked = bank(cash, "buy_in", 500, 1, by=Actor(device=factories.make_device(cash, 1)))
    wanted = {"move": "buy_in", "seat": 0, "amount": 500}
    found["ask the bank"] = (f"sittings/{cash.pk}/bank-requests", wanted, by)
    answer = {"request": str(asked.pk), "answer": "refuse", **reason}
    found["answer for the bank"] = (f"sittings/{cash.pk}/bank-answers", answer, by)
    found |= of_prizes(club, by) | of_payments(club, by) | of_the_box(club, by)
    guest = factories.make_player(club)
    found["choose a rating"] = (f"players/{guest.pk}/rating/choose", {"wants": False}, by)
    found |= of_tournaments(club, by) | of_house_rules(club, by)
    found |= of_evenings(club, by) | of_seasons(club, season, by) | of_people(club, by) | of_files(club, by)
    for game in all_games():
        sitting = factories.make_sitting(club, players=4 if game == "truco" else 3, game=game)
        record = hand_of(game, next_table(sitting, factories.seats_of(sitting)))
        found[f"record {game}"] = (f"sittings/{sitting.pk}/hands", {"record": record, "number": 1}, by)
        found[f"preview {game}"] = (f"sittings/{sitting.pk}/preview", {"record": record}, by)
    return found


def of_a_table(club: Club, season: Competition, by: dict[str, str]) -> dict[str, tuple[str, Any, dict[str, str]]]:
    """A table, its hand, and what was said of either; who sits there disputes, as nobody else may."""
    member = factories.make_member(club)
    players = [factories.player_of(member, club), factories.make_player(club), factories.make_player(club)]
    sitting = factories.make_sitting(club, seasons=[season], players=players)
    hand, reason = factories.record(sitting).hand, {"reason": "typed wrongly"}
    given = {"kind": "penalty", "seat": 0, "points": -10, "against": 1, "preview": False}
    act = factories.penalise(sitting)
    sitting.refresh_from_db()
    seats = [{"name": "A"}, {"player": str(factories.make_player(club).pk)}, {"name": "C"}]
    opening = {"game": "skat", "name": "Table", "preset": "official", "rules": {"list_length": 12}, "seats": seats}
    table, thing = f"sittings/{sitting.pk}", f"hands/{hand.pk}"
    return {
        "open": (f"clubs/{club.pk}/sittings", {**opening, "seasons": [str(season.pk)]}, by),
        "undo": (f"{table}/undo", {"hand": str(hand.pk)}, by),
        "dealer": (f"{table}/dealer", {"seat": 1}, by),
        "withdraw a table": (f"{table}/withdraw", {"reason": "opened by mistake"}, by),
        "sign": (f"{table}/signatures", {"seat": 0, "head": sitting.head}, by),
        "give a phone a seat": (f"{table}/phones/{factories.make_device(sitting).pk}/seat", {"seat": 1}, by),
        "close": (f"{table}/close", reason, by),
        "reopen": (f"{table}/reopen", reason, by),
        "correct": (f"{thing}/corrections", {"record": factories.played(1), "preview": False, **reason}, by),
        "void": (f"{thing}/void", reason, by),
        "dispute": (f"{thing}/dispute", reason, bearer(member)),
        "decide": (f"{thing}/decide", reason, by),
        "adjust": (f"{table}/adjustments", {**given, **reason}, by),
        "take back": (f"{table}/reversals", {"act": str(act.pk), "preview": False, **reason}, by),
        "swap": (f"{table}/swaps", {"seats": [0, 1], "number": 1, "preview": False, **reason}, by),
        "book back": (f"bookings/{booked(club, {CASH: 5, CLUB_ITSELF: -5})[0].pk}/reverse", reason, by),
        "play for": (f"{table}/substitutes", {"seat": 0, "name": "D", "number": 1, **reason}, by),
    }


def of_house_rules(club: Club, by: dict[str, str]) -> dict[str, tuple[str, Any, dict[str, str]]]:
    """Writing house rules down, and another version of some."""
    house, wording = factories.make_house_rules(club), {"rules": {"turns": 8}, "note": "Short lists"}
    written = {"game": "skat", "name": "Fridays", **wording}
    return {
        "write house rules": (f"clubs/{club.pk}/house-rules/write", written, by),
        "change house rules": (f"house-rules/{house.pk}/versions", {**wording, "seen": 1}, by),
    }


def of_the_box(club: Club, by: dict[str, str]) -> dict[str, tuple[str, Any, dict[str, str]]]:
    """Putting something into the club's box, and saying what it is saved for."""
    box, unit = f"clubs/{club.pk}/money/box", {"unit": "€", "decimals": 2}
    put = {"act": "put_in", "amount": 500, "reason": "typed wrongly", **unit}
    saved = {"amount": 500, "what": "new cards", **unit}
    return {"put into the box": (f"{box}/entries", put, by), "save for something": (f"{box}/target", saved, by)}


def of_payments(club: Club, by: dict[str, str]) -> dict[str, tuple[str, Any, dict[str, str]]]:
    """Saying what was paid, and answering it."""
    reason, payer = {"reason": "typed wrongly"}, str(factories.make_player(club).pk)
    said = {"payer": payer, "getter": None, "amount": 5, "unit": "€", "decimals": 2, **reason}
    found: dict[str, tuple[str, Any, dict[str, str]]] = {"say what was paid": (f"clubs/{club.pk}/paid", said, by)}
    for answer in ("confirm", "decline"):
        payment = waiting_payment(club, factories.make_player(club))
        found[f"{answer} a payment"] = (f"payments/{payment.pk}/{answer}", reason, by)
    return found


def of_prizes(club: Any, by: dict[str, str]) -> dict[str, tuple[str, Any, dict[str, str]]]:
    """Those of the prizes of a season that is over."""
    prizes = Pool((3, 2), club=club)
    prizes.set_up(entry_price=1000, specials=[SpecialPrize(cause="best", amount=5, player=prizes.people[1].pk)])
    one, two = (str(who.pk) for who in prizes.people)
    version = prizes.pool.version
    paid, pool = prizes.pay("entry", prizes.people[0]), f"seasons/{prizes.season.pk}/prizes"
    prizes.end()
    kept, special = [{"cause": "hall", "amount": 5, "per_mille": 5, "to": "fees"}], [{"cause": "best", "amount": 5}]
    terms = {"version": version, "entry_price": 500, "round_to": 100, "weights": [3, 2], "deductions": kept}
    return {
        "set prizes up": (f"{pool}/terms", {**terms, "specials": special}, by),
        "name a winner": (f"{pool}/winner", {"version": version, "number": 0, "player": one}, by),
        "set a mark": (f"{pool}/marks/set", {"name": "Ladies", "players": [one]}, by),
        "enter": (f"{pool}/entries", {"kind": "entry", "player": two}, by),
        "award": (f"{pool}/award", {"deal": [{"player": one, "amount": 995}]}, by),
        "take a prize act back": (f"prize-acts/{paid.pk}/take-back", {"reason": "typed wrongly"}, by),
    }


def places(value: Any, path: Path = ()) -> Iterator[Path]:
    """Every place in a body: fields, lists and what is in them. A form has its fields alone."""
    if isinstance(value, FormBody):
        yield from ((name,) for name in value)
        return
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list | tuple) else ()
    for name, part in inner:
        yield (*path, name)
        yield from places(part, (*path, name))


def put(value: Any, path: Path, other: Any) -> Any:
    """The body with another value in one place."""
    if not path:
        return other
    first, *rest = path
    inner = put(value[first], tuple(rest), other)
    if isinstance(value, dict):
        return type(value)({**value, first: inner})
    return [inner if place == first else part for place, part in enumerate(value)]


def wrong_with(answer: Any, watch: Watch) -> str:
    if answer.status_code >= 500:
        return f"answered {answer.status_code}"
    wrote = watch.wrote()
    if answer.status_code < 400:
        return "; ".join(map(str, verify(Count()))) if wrote else ""
    if answer["Content-Type"] != PROBLEM or len(answer.content) > LARGEST:
        return f"a refusal of {len(answer.content)} bytes of {answer['Content-Type']}"
    return "refused, and wrote" if wrote else ""


def test_every_body_of_the_document_is_tried():
    taken = {path for path, item in document()["paths"].items() if "requestBody" in item.get("post", {})}

    named = {part for path in taken for part in path.split("/")}
    tried = {
        "/".join(part if part in named else "{}" for part in path.split("/")) for path, *_ in laid(bodies).values()
    }

    names = dict.fromkeys(("club", "sitting", "hand", "house", "booking", "payment", "season", "act"), "{}")
    names |= dict.fromkeys(("tournament", "stage", "entrant", "round", "table", "call"), "{}")
    names |= dict.fromkeys(("evening", "played", "league", "team", "day", "phone"), "{}")
    names |= dict.fromkeys(("player", "membership", "file", "imported", "source"), "{}")
    assert {path.removeprefix("/api/v1/").format(**names) for path in taken} == tried


def test_hostile_values_in_every_field(request: pytest.FixtureRequest):
    """In the usual run every other place, and which of them follows from the seed."""
    whole = request.config.getoption("--long")
    hostile = [*TEXTS.items(), *OTHERS.items()]
    operations = laid(bodies)
    tried = [(operation, path) for operation, (_, body, _) in operations.items() for path in [(), *places(body)]]
    faults = []

    first, step = (0, 1) if whole else ((request.config.getoption("randomly_seed", default=0) or 0) % EVERY, EVERY)
    with Watch() as watch:
        for turn, (operation, path) in list(enumerate(tried))[first::step]:
            address, body, by = operations[operation]
            for name, value in hostile if whole else [hostile[turn * STRIDE % len(hostile)]]:
                with undone():
                    sent = put(body, path, value)
                    is_form = isinstance(sent, FormBody)
                    answer = send(address, sent, by, raw=None if is_form else json.dumps(sent).encode())
                    if wrong := wrong_with(answer, watch):
                        faults.append(f"{operation}: {name} at {path}: {wrong}")

    assert not faults, "\n".join(faults)
