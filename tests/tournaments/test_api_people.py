"""Who is here, who has paid and who comes later, by programs."""

from uuid import uuid4

import pytest

from scorekeeper.payouts.payments.reads import held_in
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.models import Entrant
from tests import factories
from tests.acting import Api, bearer, program
from tests.factories.money import EURO, balances
from tests.factories.tournaments import come, leave, make_cup, play_round, publish
from tests.tournaments.test_entries_in_place import with_fees

pytestmark = pytest.mark.django_db


def test_somebody_enters_and_is_here_at_once():
    stage = make_cup(people=2)
    api = program(stage)
    made = api.post(f"tournaments/{stage.tournament_id}/enter", {"who": [{"name": "Zoë Lang"}], "here": True}, 201)
    assert made["state"] == "here"


def test_all_are_here_at_once_and_expected_again():
    stage = make_cup(people=3, plan=TablesPlan(rounds=2, size=3, check_in=True))
    api, path = program(stage), f"tournaments/{stage.tournament_id}"
    Entrant.objects.update(state="entered")
    came = api.post(f"{path}/here")
    assert len(came["entrants"]) == 3
    assert api.post(f"{path}/here/undo", {"step": came["step"]})["entrants"] == came["entrants"]
    assert api.post(f"{path}/here/undo", {"step": str(uuid4())})["entrants"] == []
    Entrant.objects.update(state="here")
    play_round(stage, publish(stage))
    assert len(api.post(f"{path}/here")["entrants"]) == 3, "for the second round"
    assert api.post(f"{path}/here")["entrants"] == []
    assert Api(bearer(factories.make_member(stage.club))).post(f"{path}/here", None, 403)


def test_fees_are_ticked_taken_back_and_given_back():
    stage = make_cup(people=3, plan=TablesPlan(size=3))
    api, path = program(stage), f"tournaments/{stage.tournament_id}"
    assert api.get(f"{path}/fees", 409)["code"] == "no_fees"
    with_fees(stage)
    first, second, third = (str(one.pk) for one in stage.tournament.entrants.order_by("number"))
    fees = api.get(f"{path}/fees")
    assert (fees["price"], fees["unit"], fees["decimals"]) == (1000, "€", 2)
    assert fees["fees"][0] == {"entrant": first, "asked": 1, "booked": 0, "paid": 0, "owes": 1000}

    assert api.post(f"{path}/fees/paid", {"entrants": [first], "amount": 1}, 409)["code"] == "dues_changed"
    one = api.post(f"{path}/fees/paid", {"entrants": [first], "amount": 1000})
    assert (one["amount"], one["fees"][0]["paid"], one["fees"][0]["owes"]) == (1000, 1000, 0)
    refused = api.post(f"{path}/fees/paid", {"entrants": [first]}, 422)
    assert [each["code"] for each in refused["errors"]] == ["nothing_owed"]
    unknown = api.post(f"{path}/fees/paid", {"entrants": [str(uuid4())]}, 422)
    assert [each["code"] for each in unknown["errors"]] == ["entrant_unknown"]
    rest = api.post(f"{path}/fees/paid", {})
    assert (rest["amount"], held_in(stage.club, EURO)) == (2000, 3000)
    assert api.post(f"{path}/fees/paid", {})["amount"] == 0

    back = api.post(f"{path}/fees/unpaid", {"step": rest["step"]})
    assert [each["paid"] for each in back["fees"]] == [1000, 0, 0]
    api.post(f"{path}/fees/unpaid", {"entrants": [first]})
    assert balances(stage.club) == {}
    api.post(f"{path}/fees/paid", {"entrants": [second]})
    assert api.post(f"entrants/{second}/fee-back", {}, 409)["code"] == "takes_part"
    api.post(f"entrants/{second}/mark", {"act": "cancelled"})
    given = api.post(f"entrants/{second}/fee-back", {"reason": "ill"})
    assert [(each["paid"], each["owes"]) for each in given["fees"]] == [(0, 1000), (0, 0), (0, 1000)]
    assert balances(stage.club) == {}
    assert third


def test_a_scorer_reads_no_fees_and_ticks_none():
    stage = make_cup(people=2)
    with_fees(stage)
    scorer = Api(bearer(factories.make_member(stage.club, "scorer")))
    one = stage.tournament.entrants.get(number=1).pk
    scorer.get(f"tournaments/{stage.tournament_id}/fees", 403)
    for path in (f"tournaments/{stage.tournament_id}/fees/paid", f"tournaments/{stage.tournament_id}/fees/unpaid"):
        scorer.post(path, {}, 403)
    scorer.post(f"entrants/{one}/fee-back", {}, 403)


def test_somebody_comes_in_later():
    stage = make_cup(people=3, plan=TablesPlan(rounds=3, size=3))
    late = come(stage, "Late")
    leave(late, "entered")
    api = program(stage)
    found = api.post(f"entrants/{late.pk}/late", {"round": 3})
    assert [one["round"] for one in found["missed"]] == [1, 2]
    refused = api.post(f"entrants/{late.pk}/late", {"round": 4}, 422)
    assert [one["code"] for one in refused["errors"]] == ["round_unknown"]
    assert api.post(f"entrants/{late.pk}/late", {"round": 1})["missed"] == []
