"""The ports of the games agree with the games: what a phone shows offline is what the server will say.

The seed of the cases can be given in SCOREKEEPER_AGREEMENT_SEED; a difference names it, with the whole case.
"""

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from games import all_games
from games.core.game import AnyGame
from games.core.record import dump, load_kind
from games.core.text import Text
from games.core.values import Table
from tests.agreement import cases
from tests.agreement.cases import Case, marked
from tests.agreement.conftest import SCRIPTS, Ask
from tests.tools import must_run_all

pytestmark = pytest.mark.journey

SEED = int(os.environ.get("SCOREKEEPER_AGREEMENT_SEED", "2026"))
DRAFTS = 500
HANDS = 10_000 if must_run_all() else 500
PORTED = [game for game in all_games().values() if (SCRIPTS / f"{game.name}.js").is_file()]

every_port = pytest.mark.parametrize("game", PORTED, ids=[game.name for game in PORTED])


@cache
def made_up(slug: str) -> list[Case]:
    game = all_games()[slug]
    return cases.cases(Random(f"{slug} {SEED}"), game, HANDS)


def plain_table(table: Table[Any]) -> dict[str, Any]:
    return {"seats": table.seats, "number": table.number, "dealer": table.dealer, "state": dump(table.state)}


def judged(game: AnyGame, case: Case) -> dict[str, Any]:
    """What a port must say."""
    if problems := game.problems(case.data, case.rules, case.table):
        found = [{"code": one.code, "field": one.field, "message": marked(one.message)} for one in problems]
        return {"problems": found}
    hand = load_kind(game.hands, case.data)
    outcome = game.score(hand, case.rules, case.table)
    return {
        "record": dump(hand),
        "lines": [(line.seat, line.measure, line.amount) for line in outcome.lines],
        "state": dump(outcome.state),
        "dealer": outcome.dealer,
        "over": outcome.over,
        "said": marked(outcome.sentence),
        "warnings": [
            {"code": one.code, "message": marked(one.message), "habit": one.habit} for one in outcome.warnings
        ],
    }


def written(value: Any) -> str:
    """One spelling of a plain value; unlike ==, it tells True from 1."""
    return json.dumps(value, sort_keys=True)


def compare(ask: Ask, game: AnyGame, function: str, calls: Sequence[Sequence[Any]], expected: Sequence[Any]) -> None:
    """Each answer of the port is the expected one; the first that is not is told in full."""
    for call, wanted, got in zip(calls, expected, ask(game.name, function, calls), strict=True):
        if written(wanted) != written(got):
            pytest.fail(
                f"seed {SEED}: {game.name}.{function} differs\n"
                f"called with {written(call)}\ngames/   {written(wanted)}\nbrowser  {written(got)}",
                pytrace=False,
            )


def compare_judgements(ask: Ask, game: AnyGame, given: Sequence[Case]) -> None:
    calls = [(case.data, dump(case.rules), plain_table(case.table)) for case in given]
    compare(ask, game, "judge", calls, [judged(game, case) for case in given])


def compare_each(
    ask: Ask, game: AnyGame, function: str, calls: Callable[[Case], list[Any]], expected: Callable[[Case], Any]
) -> None:
    """The different calls among the cases."""
    different = {written(call): (call, expected(case)) for case in made_up(game.name) for call in [calls(case)]}
    compare(ask, game, function, *zip(*different.values(), strict=True))


@every_port
def test_version_is_that_of_the_game(ask, game):
    assert ask(game.name, "version", ()) == game.version


@every_port
def test_shared_vectors_are_judged_alike(ask, game):
    given = list(cases.vectors(game))

    assert given
    compare_judgements(ask, game, given)


@every_port
def test_made_up_hands_are_judged_alike(ask, game):
    compare_judgements(ask, game, made_up(game.name))


@every_port
def test_made_up_hands_are_of_all_kinds(game):
    """Enough of them are let through, enough refused, and every kind of record is among them."""
    given = made_up(game.name)
    through = [case for case in given if not game.problems(case.data, case.rules, case.table)]

    assert len(given) / 3 < len(through) < len(given) * 9 / 10
    assert {case.data["kind"] for case in through} == set(game.hands)
    assert {len(case.table.seats) for case in through} == set(game.seats)


@every_port
def test_start_is_the_same(ask, game):
    def of(case: Case) -> list[Any]:
        return [dump(case.rules), len(case.table.seats)]

    compare_each(ask, game, "start", of, lambda case: dump(game.start(case.rules, len(case.table.seats))))


@every_port
def test_active_seats_are_the_same(ask, game):
    compare_each(ask, game, "active", lambda case: [plain_table(case.table)], lambda case: game.active(case.table))


@every_port
def test_sides_are_the_same(ask, game):
    compare_each(ask, game, "sides", lambda case: [case.table.seats], lambda case: game.sides(case.table.seats))


@every_port
def test_weights_are_the_same(ask, game):
    compare_each(ask, game, "weights", lambda case: [dump(case.rules)], lambda case: dict(game.weights(case.rules)))


@every_port
def test_progress_is_the_same(ask, game):
    def of(case: Case) -> list[Any]:
        return [dump(case.table.state), dump(case.rules), case.table.seats]

    compare_each(ask, game, "progress", of, lambda case: game.progress(case.table.state, case.rules, case.table.seats))


def drafts(chance: Random, slug: str) -> Iterator[Case]:
    """Half-filled entries: some fields of hands, in any state of repair."""
    for case in made_up(slug)[:DRAFTS]:
        if isinstance(case.data, dict):
            kept = {name: value for name, value in case.data.items() if chance.randrange(3)}
            yield replace(case, data=kept)


@every_port
def test_what_cannot_be_chosen_is_the_same(ask, game):
    """Of the ports that say it."""
    if ask(game.name, "choices", ()) is None:
        return
    given = list(drafts(Random(SEED), game.name))
    calls = [(case.data, dump(case.rules), plain_table(case.table)) for case in given]
    expected = [game.choices(case.data, case.rules, case.table) for case in given]

    compare(ask, game, "choices", calls, [plain_choices(found) for found in expected])


def plain_choices(found: Mapping[str, Mapping[str, Text]]) -> dict[str, dict[str, Any]]:
    return {field: {value: marked(why) for value, why in reasons.items()} for field, reasons in found.items()}
