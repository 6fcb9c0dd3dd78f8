"""Penalties, adjustments, swaps and substitutes by the API: idempotent by key, with a preview that writes nothing."""

from uuid import uuid4

import pytest

from scorekeeper.clubs.models import Player
from scorekeeper.play.models import Act, Sitting
from tests import factories
from tests.acting import bearer, refusal, send
from tests.rows import everything

pytestmark = pytest.mark.django_db

PENALTY = {"kind": "penalty", "seat": 0, "points": -50, "reason": "looked at a trick"}
SWAP = {"seats": [0, 1], "reason": "the wrong way round"}


class Api:
    """A program of the club's owner at a table of a season with two hands."""

    def __init__(self) -> None:
        club = factories.make_club()
        self.season = factories.make_season(club)
        self.sitting = factories.make_sitting(club, seasons=[self.season])
        factories.record_list(self.sitting, [factories.played(0), factories.played(1)])
        self.by = bearer(factories.owner_of(club))

    def post(self, what, body, key=None):
        headers = {**self.by, "Idempotency-Key": str(key or uuid4())}
        return send(f"sittings/{self.sitting.pk}/{what}", body, headers)

    def acts(self):
        return send(f"sittings/{self.sitting.pk}", None, self.by, method="GET").json()["acts"]


@pytest.fixture
def api() -> Api:
    return Api()


def totals(answer) -> list[int]:
    return [seat["total"] for seat in answer.json()["state"]["seats"]]


def test_dealer_is_set_once_by_its_key(api):
    """A phone that never got the answer sends it again, after others have played on."""
    key = uuid4()

    done = api.post("dealer", {"seat": 2}, key)
    api.post("dealer", {"seat": 0})
    again = api.post("dealer", {"seat": 2}, key)

    assert (done.status_code, again.status_code) == (201, 200)
    assert again.json()["id"] == done.json()["id"]
    assert done.json()["state"]["dealer"] == 2
    assert Sitting.objects.get(pk=api.sitting.pk).dealer == 0
    assert [(act["kind"], act["seat"]) for act in api.acts()[:2]] == [("dealer", 0), ("dealer", 2)]


def test_dealer_is_refused_where_nobody_sits_or_for_another_seat_under_the_same_key(api):
    key = uuid4()
    api.post("dealer", {"seat": 1}, key)

    assert refusal(api.post("dealer", {"seat": 7})) == (422, [("seat_unknown", "dealer")])
    assert api.post("dealer", {"seat": 2}, key).json()["code"] == "key_reused"
    assert Act.objects.filter(kind=Act.Kind.DEALER).count() == 1


def test_penalty_and_its_reversal(api):
    key = uuid4()

    given = api.post("adjustments", PENALTY, key)
    again = api.post("adjustments", PENALTY, key)
    back = api.post("reversals", {"act": given.json()["id"], "reason": "no fault"})

    assert (given.status_code, again.status_code, back.status_code) == (201, 200, 201)
    assert again.json()["id"] == given.json()["id"]
    assert totals(given) == [24, 74, 0]
    assert totals(back) == [74, 74, 0]
    assert given.json()["lines"] == [{"seat": 0, "measure": "points", "amount": -50}]
    assert [(act["kind"], act["points"], act["after"]) for act in api.acts()[:2]] == [
        ("reversed", 50, 2),
        ("penalty", -50, 2),
    ]
    assert api.acts()[0]["reverses"] == given.json()["id"]
    assert api.post("reversals", {"act": given.json()["id"], "reason": "again"}).json()["code"] == "taken_back"
    assert api.post("reversals", {"act": str(uuid4()), "reason": "nothing"}).status_code == 404


@pytest.mark.parametrize(("what", "body"), [("adjustments", PENALTY), ("swaps", SWAP)])
def test_preview_says_what_happens_and_writes_nothing(api, what, body):
    before = everything()
    preview = api.post(what, {**body, "preview": True})
    assert everything() == before

    done = api.post(what, body)

    assert preview.status_code == 200
    seats = {seat["number"]: seat for seat in done.json()["state"]["seats"]}
    after = {move["seat"]: move["total"][1] for move in preview.json()["seats"]}
    moved_to = {0: 1, 1: 0, 2: 2} if what == "swaps" else {0: 0, 1: 1, 2: 2}
    assert {moved_to[seat]: total for seat, total in after.items()} == {n: seat["total"] for n, seat in seats.items()}
    assert {move["season"] for move in preview.json()["seasons"]} <= {str(api.season.pk)}


def test_preview_of_a_reversal_and_of_reopening(api):
    act = api.post("adjustments", PENALTY).json()["id"]
    reversal = api.post("reversals", {"act": act, "reason": "no fault", "preview": True})
    api.post("close", {"reason": "late"})
    before = everything()

    reopening = api.post("reopen", {"reason": "an error", "preview": True})

    assert reversal.json()["seats"][0]["total"] == [24, 74]
    assert {tuple(move["rank"]) for move in reopening.json()["seasons"]} == {(1, None), (2, None), (3, None)}
    assert everything() == before
    assert api.post("adjustments", {**PENALTY, "preview": True}).json()["code"] == "sitting_closed"


def test_preview_of_striking_is_what_striking_does(api):
    hand = api.sitting.hands.get(number=1).pk
    before = everything()
    preview = send(f"hands/{hand}/void", {"reason": "misdeal", "preview": True}, api.by)
    assert everything() == before

    done = send(f"hands/{hand}/void", {"reason": "misdeal"}, api.by)

    assert (preview.status_code, done.status_code) == (200, 201)
    assert preview.json()["outcome"] is None
    assert [move["total"][1] for move in preview.json()["seats"]] == totals(done)
    assert preview.json()["seasons"][0]["points"] == [74, 0]


def test_preview_is_for_who_may_do_it(api):
    by = bearer(factories.make_member(api.sitting.club))

    asked = {"adjustments": PENALTY, "swaps": SWAP, "reopen": {"reason": "x"}, "substitutes": {"seat": 0, "name": "D"}}
    for what, body in asked.items():
        path = f"sittings/{api.sitting.pk}/{what}"
        assert send(path, {**body, "preview": True}, by).status_code == 403


def test_preview_of_a_correction_is_for_who_keeps_the_sheet():
    """Who sits there records, and is not shown what a correction would move."""
    club = factories.make_club()
    user = factories.make_member(club)
    players = [factories.player_of(user, club), factories.make_player(club), factories.make_player(club)]
    hand, by = factories.record(factories.make_sitting(club, players=players)).hand.pk, bearer(user)

    for what, body in (("void", {}), ("corrections", {"record": factories.played(2)})):
        answer = send(f"hands/{hand}/{what}", {**body, "reason": "x", "preview": True}, by)
        assert answer.status_code == 403


def test_refusals_name_their_fields(api):
    assert refusal(api.post("adjustments", {**PENALTY, "points": 50})) == (422, [("penalty_gives", "points")])
    assert refusal(api.post("adjustments", {**PENALTY, "kind": "closed"}))[0] == 422
    assert refusal(api.post("swaps", {**SWAP, "seats": [1, 1]})) == (422, [("seats_not_two", "seats")])
    assert refusal(api.post("substitutes", {"seat": 0})) == (422, [("not_substituted", "number")])
    assert refusal(api.post("substitutes", {"seat": 0, "name": "A", "player": str(uuid4())}))[0] == 422
    assert not Act.objects.filter(seq__isnull=False).exists()


def test_substitute_by_name_and_back(api):
    key = uuid4()
    said_so = api.post("substitutes", {"seat": 0, "name": "Dora", "number": 2}, key)
    again = api.post("substitutes", {"seat": 0, "name": "Dora", "number": 2}, key)
    back = api.post("substitutes", {"seat": 0})

    assert (said_so.status_code, again.status_code, back.status_code) == (201, 200, 201)
    assert [(act["kind"], act["number"]) for act in api.acts()[:2]] == [("returned", 3), ("substitute", 2)]
    assert Sitting.objects.get(pk=api.sitting.pk).seq == 4


def test_preview_of_a_substitute_says_whose_hands_and_that_no_point_moves(api):
    before = everything()
    preview = api.post("substitutes", {"seat": 0, "name": "Dora", "number": 2, "preview": True})
    back = api.post("substitutes", {"seat": 0, "preview": True})
    assert everything() == before

    api.post("substitutes", {"seat": 0, "name": "Dora", "number": 2})
    dora = Player.objects.get(name="Dora").pk
    returned = api.post("substitutes", {"seat": 0, "preview": True}).json()

    told, anna = preview.json(), str(factories.seats_of(api.sitting)[0].player_id)
    assert preview.status_code == 200
    assert (told["holder"], told["name"], told["number"]) == (anna, "Dora", 2)
    assert told["cards"] == [{"first": 2, "last": None, "before": anna, "after": None}]
    assert [move["total"] for move in told["seats"]] == [[74, 74], [74, 74], [0, 0]]
    assert told["seasons"] == []
    assert refusal(back) == (422, [("not_substituted", "number")])
    assert returned["cards"] == [{"first": 3, "last": None, "before": str(dora), "after": anna}]
