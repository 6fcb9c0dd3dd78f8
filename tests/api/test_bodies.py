"""What a body may be: one text has one meaning, everything else is a clear refusal, and nothing is written."""

import json
import re
import unicodedata

import pytest
from django.test import Client

from scorekeeper.common.parsers import strict_json
from tests import factories
from tests.acting import PROBLEM, bearer, refusal, send
from tests.rows import everything

pytestmark = pytest.mark.django_db

STRANGER = "6985cd18-8fd6-4531-b5f8-74a58ce94358"  # an id of nobody, the same in each process of a run
RECORD = json.dumps(factories.played())


@pytest.fixture
def world():
    club = factories.make_club()
    sitting = factories.make_sitting(club, seasons=[factories.make_season(club)])
    hand = factories.record(sitting).hand
    return sitting, hand, bearer(factories.owner_of(club))


def seated(seat):
    """An opening with this seat first."""
    return {"game": "skat", "seats": [seat, {"name": "B"}, {"name": "C"}]}


def bodies() -> dict[str, bytes]:
    """Bodies that are no usable JSON, by what is wrong with them."""
    deep = "[" * 33 + "]" * 33
    return {
        "half": b'{"record": {"kind"',
        "a word": b"hand",
        "duplicate key": f'{{"record": {RECORD}, "record": {RECORD}}}'.encode(),
        "duplicate key inside": b'{"record": {"kind": "passed", "kind": "played"}}',
        "NaN": b'{"record": {"kind": "passed", "dealer": NaN}}',
        "infinity": b'{"record": {"kind": "passed", "dealer": -Infinity}}',
        "too deep": f'{{"record": {deep}}}'.encode(),
        "far too deep": b"[" * 100_000,
        "deep objects": b'{"a":' * 50_000 + b"1" + b"}" * 50_000,
        "escaped NUL": b'{"record": {"kind": "passed\\u0000"}}',
        "raw NUL": b'{"record": {"kind": "passed\x00"}}',
        "lone surrogate": b'{"record": {"kind": "\\ud800"}}',
        "lone surrogate key": b'{"record": {"\\udfff": 1}}',
        "broken UTF-8": b'{"record": {"kind": "\xff\xfe"}}',
        "UTF-16": '{"record": {"kind": "passed"}}'.encode("utf-16"),
        "huge number": b'{"record": {"kind": "passed", "dealer": ' + b"9" * 5000 + b"}}",
        "comment": b'{"record": {"kind": "passed"}} // one',
        "two values": b'{"record": {"kind": "passed"}} {}',
    }


@pytest.mark.parametrize("name", bodies())
def test_unusable_json_is_a_bad_request(world, name):
    sitting, hand, by = world
    before = everything()

    found = [
        send(path, None, by, raw=bodies()[name])
        for path in (f"sittings/{sitting.pk}/hands", f"hands/{hand.pk}/corrections", f"sittings/{sitting.pk}/close")
    ]

    assert [answer.status_code for answer in found] == [400] * 3
    assert all(answer["Content-Type"] == PROBLEM for answer in found)
    assert all(len(answer.content) < 1000 for answer in found)
    assert everything() == before


def test_nothing_is_refused(world):
    sitting, hand, by = world
    before = everything()

    found = [
        refusal(send(path, None, by, raw=b""))
        for path in (f"sittings/{sitting.pk}/hands", f"hands/{hand.pk}/corrections")
    ]

    assert found == [(422, [("required", "record")]), (422, [("required", "record"), ("required", "reason")])]
    assert everything() == before


@pytest.mark.parametrize("body", [None, [], 7, "text", True, [{"record": {}}]])
def test_json_that_is_no_object_is_refused(world, body):
    sitting, _hand, by = world
    before = everything()

    answer = send(f"sittings/{sitting.pk}/hands", body, by)

    assert answer.status_code == 422
    assert everything() == before


@pytest.mark.parametrize(
    "content_type",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/xml", ""],
)
def test_other_content_types_are_not_supported(world, content_type):
    sitting, _hand, by = world
    before = everything()

    answer = send(
        f"sittings/{sitting.pk}/hands", None, by, raw=f'{{"record": {RECORD}}}'.encode(), content_type=content_type
    )

    assert answer.status_code == 415
    assert answer.json()["title"] == "Unsupported media type"
    assert everything() == before


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        (b'{"record": {}, "number": ' + b"9" * 4_001 + b"}", "A number has more than 4000 digits."),
        (b'{"record": {}, "number": -' + b"9" * 5_000 + b"}", "A number has more than 4000 digits."),
        (b'{"record": "\xff"}', "The body must be UTF-8."),
    ],
)
def test_what_is_wrong_is_said_in_words_of_our_own(world, raw, told):
    sitting, _hand, by = world
    before = everything()

    answer = send(f"sittings/{sitting.pk}/hands", None, by, raw=raw)

    assert answer.status_code == 400
    assert answer.json()["detail"].endswith(told)
    assert "sys." not in answer.json()["detail"]
    assert everything() == before


def test_other_charsets_are_refused(world):
    sitting, _hand, by = world
    path, text = f"sittings/{sitting.pk}/hands", f'{{"record": {RECORD}}}'

    found = [
        send(path, None, by, raw=text.encode(name), content_type=f"application/json; charset={name}")
        for name in ("utf-16", "utf-7", "latin-1")
    ]

    assert [answer.status_code for answer in found] == [400] * 3


def test_body_beyond_a_megabyte_is_refused(world):
    sitting, _hand, by = world
    before = everything()

    answer = send(f"sittings/{sitting.pk}/hands", None, by, raw=b'{"record": "' + b"x" * 1_000_001 + b'"}')

    assert answer.status_code == 413
    assert answer["Content-Type"] == PROBLEM
    assert everything() == before


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (0, "min_value"),
        (-1, "min_value"),
        (100_001, "max_value"),
        (10**30, "max_value"),
        (1.5, "invalid"),
        ("x", "invalid"),
        (True, "invalid"),
    ],
)
def test_impossible_numbers_are_refused(world, number, code):
    sitting, _hand, by = world
    before = everything()

    answer = send(f"sittings/{sitting.pk}/hands", {"record": factories.played(1), "number": number}, by)

    assert refusal(answer) == (422, [(code, "number")])
    assert everything() == before


@pytest.mark.parametrize("value", [10**18, -(10**18), 10**400, 1e300, "18", "١٨", None, [], {}, True])
@pytest.mark.parametrize("field", ["declarer", "matadors", "bid", "declarer_points", "bock_rounds"])
def test_strange_values_of_a_record_are_refused_or_scored_but_never_fail(world, field, value):
    sitting, _hand, by = world

    answer = send(f"sittings/{sitting.pk}/preview", {"record": {**factories.played(1), field: value}}, by)

    assert answer.status_code in ({200} if field == "bid" and value is None else {422})


@pytest.mark.parametrize("key", ["", "x", "123", "not-a-uuid", "é" * 20])
def test_hand_without_a_usable_key_is_refused(world, key):
    sitting, _hand, by = world
    before = everything()

    answer = send(f"sittings/{sitting.pk}/hands", {"record": factories.played(1)}, {**by, "Idempotency-Key": key})

    assert refusal(answer) == (422, [("key_missing", "Idempotency-Key")])
    assert everything() == before


def test_hand_without_any_key_is_refused(world):
    sitting, _hand, by = world

    answer = Client().post(
        f"/api/v1/sittings/{sitting.pk}/hands", {"record": factories.played(1)}, "application/json", headers=by
    )

    assert refusal(answer) == (422, [("key_missing", "Idempotency-Key")])


@pytest.mark.parametrize(
    "name", ["\u202egnirts", "a\u200bb", "x" * 80, "\U0001f468\u200d\U0001f469", "e\u0301", "<b>&\"'", "{}", "%s"]
)
def test_names_are_kept_tidy_and_come_back(world, name):
    sitting, _hand, by = world

    answer = send(
        f"clubs/{sitting.club_id}/sittings",
        {"game": "skat", "seats": [{"name": name}, {"name": "Second"}, {"name": "Third"}]},
        by,
    )

    hidden = {ord(mark): None for mark in "\u202e\u200b"}
    assert answer.status_code == 201
    assert answer.json()["seats"][0]["name"] == unicodedata.normalize("NFC", name).translate(hidden)


@pytest.mark.parametrize("name", ["", " ", "\u202e", "x" * 81, "x" * 10_000, None, True, ["x"], {}])
def test_names_that_are_none_are_refused(world, name):
    sitting, _hand, by = world
    before = everything()

    answer = send(
        f"clubs/{sitting.club_id}/sittings",
        {"game": "skat", "seats": [{"name": name}, {"name": "B"}, {"name": "C"}]},
        by,
    )

    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"].startswith("seats")
    assert everything() == before


@pytest.mark.parametrize("seat", [{}, {"player": STRANGER, "name": "A"}])
def test_seat_is_either_a_player_or_a_name(world, seat):
    sitting, _hand, by = world

    answer = send(
        f"clubs/{sitting.club_id}/sittings", {"game": "skat", "seats": [seat, {"name": "B"}, {"name": "C"}]}, by
    )

    assert refusal(answer)[1][0][0] == "seat_unclear"


@pytest.mark.parametrize(
    "address", ["sittings/x", "sittings/1 OR 1=1", f"sittings/{STRANGER}", "sittings/%00", "hands//void"]
)
def test_ids_that_are_none_are_not_found(world, address):
    answer = Client().get(f"/api/v1/{address}", headers=world[2])

    assert (answer.status_code, answer["Content-Type"]) == (404, PROBLEM)


SENTENCES = {
    "duplicate key": "<The body is not usable JSON: <The key 'record' occurs twice.>>",
    "NaN": "<The body is not usable JSON: <NaN is not a JSON number.>>",
    "too deep": "<The body is not usable JSON: <The JSON is nested more than 32 levels deep.>>",
    "escaped NUL": "<The body is not usable JSON: <The text holds a NUL character.>>",
    "lone surrogate": "<The body is not usable JSON: <The text holds half of a character (a lone surrogate).>>",
}


@pytest.fixture
def translated(monkeypatch):
    """Another language, in which every sentence stands in angle brackets."""
    monkeypatch.setattr("django.utils.translation._trans.gettext", "<{}>".format, raising=False)


@pytest.mark.parametrize("name", SENTENCES)
def test_the_sentence_about_a_body_is_in_the_readers_language(world, translated, name):
    sitting, _hand, by = world

    answer = send(f"sittings/{sitting.pk}/hands", None, by, raw=bodies()[name])

    assert answer.json()["detail"] == SENTENCES[name]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "The body is empty."),
        ("{", "The body ends too early at line 1, character 2."),
        ('{"a": 1,\n "b" 2}', "The body can’t be read from line 2, character 6 on."),
        ("{} {}", "The body can’t be read from line 1, character 4 on."),
        ("{'a': 1}", "The body can’t be read from line 1, character 2 on."),
    ],
)
def test_what_is_no_json_is_told_with_its_place(text, said):
    with pytest.raises(ValueError, match="^" + re.escape(said) + "$"):
        strict_json(text)


def test_the_sentence_about_a_charset_and_a_scope_is_in_the_readers_language(world, translated):
    sitting, _hand, by = world
    path, reader = f"sittings/{sitting.pk}/hands", bearer(factories.owner_of(sitting.club), "read")

    charset = send(path, None, by, raw=b"{}", content_type="application/json; charset=latin-1")
    scope = send(path, {"record": {}}, reader)

    assert charset.json()["detail"] == "<The body is not usable JSON: <The body must be UTF-8.>>"
    assert scope.json()["detail"] == ("<This token lacks the scope “record”. Create another token that has it.>")


def test_refusals_and_sentences_speak_of_people_and_of_the_unit():
    """A tie of the dropper names who holds what; what was recorded is said in the unit of the table."""
    club = factories.make_club()
    players = [factories.make_player(club, name) for name in ("Ann Lee", "Bob Ray")]
    rules = {"stake": 50, "unit": "€", "decimals": 2}
    sitting = factories.make_sitting(club, game="tonk", players=players, rules=rules)
    headers = bearer(factories.owner_of(club))
    hands = f"sittings/{sitting.pk}/hands"

    refused = send(hands, {"record": {"kind": "drop", "by": 1}}, headers)
    recorded = send(hands, {"record": {"kind": "discard_out", "by": 1}}, headers)

    assert "Ann Lee" in refused.json()["detail"]
    assert "Seat" not in refused.content.decode()
    assert recorded.json()["outcome"]["said"].endswith("0.50\N{NO-BREAK SPACE}€ to Bob Ray")
