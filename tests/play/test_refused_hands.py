"""A refused hand: what is wrong stands at the buttons and fields that it is about, for readers of screens too."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client

from tests.acting import fill
from tests.factories import make_club, make_sitting, owner_of
from tests.refusing import Reading

pytestmark = pytest.mark.django_db

ARGENTINE = {
    "target": 30, "ladder": [1, 2, 3, 4], "special_at": None, "all_tied": "mano_side", "allow_fold": True,
    "envido": True, "flor": True,
}  # fmt: skip
CALLED = {"set": {"envido": {"by": "A", "calls": ["envido"], "answer": "accept"}}}
BANNERS = {"set": {"banners": ["Ks", "7h", "Qd"]}}
TABLES: dict[str, tuple[str, int, dict[str, Any], list[list[Any]]]] = {  # the steps that lead to each of its screens
    "skat": ("skat", 3, {"passed": "ramsch", "kontra": True, "bock": True}, [[]]),
    "tonk": ("tonk", 3, {}, [[], [{"screen-at": "hands.0"}]]),
    "truco": ("truco", 4, {}, [[], [{"set": {"kind": "full"}}]]),
    "envido": ("truco", 4, ARGENTINE, [[], [{"set": {"kind": "full"}}, CALLED]]),
    "palace poker": ("palace_poker", 3, {}, [[], [{"to": "log"}], [{"to": "log"}, BANNERS]]),
    "svoi kozyri of two": ("svoi_kozyri", 2, {}, [[]]),
    "svoi kozyri of four": ("svoi_kozyri", 4, {"mode": "cards_left"}, [[]]),
}
NOT_ONE_HAND = "It can't be so."


def screens(client: Client, name: str) -> Iterator[tuple[str, Any]]:
    """The address and the answered page of each screen of a table."""
    game, size, rules, ways = TABLES[name]
    sitting = make_sitting(make_club(), players=size, game=game, rules=rules)
    client.force_login(owner_of(sitting.club))
    address = f"/tables/{sitting.pk}/"
    for steps in ways:
        page = client.get(address)
        for step in steps:
            page = client.post(f"{address}step/", fill(page.content.decode(), step=json.dumps(step)))
            assert page.status_code == 200
        yield address, page


@pytest.mark.parametrize("name", TABLES)
def test_whatever_is_wrong_with_a_hand_marks_what_it_is_about(client: Client, name: str):
    """Each field that a line of the screen stands for, as if the rules refused it."""
    unmarked, asked = set(), 0
    for number, (address, page) in enumerate(screens(client, name)):
        context = page.context[0].flatten()
        lines = Reading(page.content.decode(), address).lines
        for fields in lines:
            for field in fields:
                asked += 1
                entry = replace(context["entry"], problems={field: NOT_ONE_HAND})
                html = render_to_string(context["entry_template"], {**context, "entry": entry}, page.wsgi_request)
                shown = Reading(html, address)
                if shown.unmarked() or not shown.errors:
                    unmarked.add(f"screen {number}: {field or 'the whole hand'}")

    assert asked > 2
    assert not unmarked, sorted(unmarked)


@pytest.mark.parametrize("name", TABLES)
def test_an_empty_hand_is_refused_where_something_is_missing(client: Client, name: str):
    for address, page in screens(client, name):
        answer = client.post(f"{address}hands/", fill(page.content.decode()))

        assert answer.status_code == 422
        shown = Reading(answer.content.decode(), address)
        assert shown.errors, answer.context["entry"].problems
        assert not shown.unmarked()
