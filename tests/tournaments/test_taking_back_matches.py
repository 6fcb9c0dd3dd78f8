"""Rounds of brackets and knock-outs that are taken back, beside later ones and with what comes from them."""

from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from scorekeeper.common.errors import Conflict
from scorekeeper.tournaments.entries.attending import mark
from scorekeeper.tournaments.entries.records import EntrantMark
from scorekeeper.tournaments.formats.bracket.bracket import bracket_of, late_matches
from scorekeeper.tournaments.formats.bracket.plan import SinglePlan
from scorekeeper.tournaments.models import Round, Stage
from scorekeeper.tournaments.results.services import make_official
from tests import factories
from tests.factories import NOW
from tests.factories.knockouts import make_knockout, out
from tests.factories.matches import make_bracket, numbers, wins, won
from tests.factories.tournaments import (
    draw,
    publish,
    sheet,
)
from tests.tournaments.test_taking_back import drop, take_back

pytestmark = pytest.mark.django_db


def semis() -> tuple[Stage, dict[str, Any], Round]:
    """The final is open after two semi-finals that the stronger ones have won."""
    stage = make_bracket(4, SinglePlan())
    first = publish(stage)
    for table in first.tables.all():
        won(table)
    make_official(round_id=first.pk, by=factories.owner_of(stage.club), now=NOW)
    return stage, {table.code: table for table in first.tables.all()}, publish(stage)


def test_a_final_that_a_slip_has_opened_is_drawn_again_with_the_right_one():
    stage, tables, final = semis()
    assert numbers(final) == {"W2.1": (1, 2)}
    right = stage.tournament.entrants.get(number=4)
    wins(tables["W1.1"], right)

    draft = take_back(stage, final)

    with pytest.raises(Conflict) as refused:
        publish(stage, draft)
    assert refused.value.code in {"people_changed", "results_changed"}
    opened = publish(stage, draw(stage))
    assert numbers(opened) == {"W2.1": (4, 2)}
    state = bracket_of(stage)
    assert state
    assert (late_matches(state), state.met["W1.1"].winner) == ([], 4)
    call_command("verify")


def overlapping() -> tuple[Stage, Round, Round, Round]:
    """All first matches of eight, then one semi-final, then the other: in three rounds."""
    stage = make_bracket(8, SinglePlan())
    first = publish(stage)
    for code in ("W1.1", "W1.2"):
        won(first.tables.get(code=code))
    second = publish(stage)
    for code in ("W1.3", "W1.4"):
        won(first.tables.get(code=code))
    third = publish(stage)
    assert (list(numbers(second)), list(numbers(third))) == (["W2.1"], ["W2.2"])
    return stage, first, second, third


def test_a_round_of_a_bracket_is_taken_back_beside_a_later_one_that_does_not_come_from_it():
    stage, first, second, _third = overlapping()

    back = take_back(stage, second)

    assert (back.number, numbers(back)) == (2, {"W2.1": (1, 4)})
    again = draw(stage)
    assert (again.number, numbers(again)) == (4, {"W2.1": (1, 4)})
    won(publish(stage, again).tables.get())
    with pytest.raises(Conflict):
        take_back(stage, first)
    won(stage.rounds.get(number=3).tables.get())
    assert numbers(draw(stage)) == {"W3.1": (1, 2)}


def test_a_bracket_has_one_draft_at_most():
    stage, _first, second, third = overlapping()
    take_back(stage, second)

    with pytest.raises(Conflict):
        take_back(stage, third)
    drop(stage)
    take_back(stage, third)

    assert [one.number for one in stage.rounds.filter(state=Round.State.DRAFT)] == [3]
    assert numbers(draw(stage)) == {"W2.1": (1, 4), "W2.2": (2, 3)}


def test_a_round_of_a_bracket_that_a_later_one_comes_from_stays_open():
    stage, first, second, third = overlapping()
    with pytest.raises(Conflict):
        take_back(stage, first)  # it says who is in the bracket
    away, by = stage.tournament.entrants.get(number=1), factories.owner_of(stage.club)
    mark(
        EntrantMark(act="withdrew"), entrant_id=away.pk, by=by, now=NOW
    )  # the semi-final that nobody has touched is decided so
    won(third.tables.get())
    final = publish(stage)
    assert numbers(final) == {"W3.1": (4, 2)}
    mark(EntrantMark(act="returned"), entrant_id=away.pk, by=by, now=NOW)
    assert sheet(second.tables.get()).is_open

    with pytest.raises(Conflict):
        take_back(stage, second)  # the final comes from it
    take_back(stage, final)
    with pytest.raises(Conflict):
        take_back(stage, second)  # as its draft does
    drop(stage)
    take_back(stage, second)
    assert numbers(draw(stage)) == {"W2.1": (1, 4)}


def test_the_bracket_offers_to_take_back_what_a_slip_has_opened(client: Client):
    stage, tables, final = semis()
    address = reverse("stage_standing", args=[stage.pk])
    client.force_login(factories.owner_of(stage.club))
    assert "Undo the opening of round" not in client.get(address).content.decode()
    wins(tables["W1.1"], stage.tournament.entrants.get(number=4))
    assert "Undo the opening of round 2" in client.get(address).content.decode()
    assert "Undo the opening" in client.get(reverse("round_detail", args=[final.pk])).content.decode()
    client.force_login(factories.make_member(stage.club))
    assert "Undo the opening of round" not in client.get(address).content.decode()
    client.force_login(factories.owner_of(stage.club))

    assert client.post(reverse("round_back", args=[final.pk])).status_code == 302

    page = client.get(reverse("stage_draw", args=[stage.pk])).content.decode()
    assert "Earlier results have changed since this draw." in page
    assert "Open 1 match" not in page


def test_the_tables_of_a_knockout_are_taken_back_on_their_page(client: Client):
    one = make_knockout(8, 4)
    client.force_login(factories.owner_of(one.club))
    address = reverse("round_detail", args=[one.pk])
    assert "Undo the opening" in client.get(address).content.decode()
    out(one, 1)
    assert "Undo the opening" not in client.get(address).content.decode()
