"""Evenings whose rounds have two lengths."""

import pytest

from scorekeeper.common.errors import Refused
from scorekeeper.leagues.evenings.forms import EveningForm
from scorekeeper.leagues.evenings.services import next_evening
from scorekeeper.play.models import Sitting
from tests.factories import NOW
from tests.factories.evenings import come, end_all, make_draw, make_evening, publish

pytestmark = pytest.mark.django_db


def lengths_of(draw):
    return sorted(sitting.typed_state.length for sitting in Sitting.objects.filter(drawn_table__draw=draw))


def test_each_round_of_an_evening_is_as_long_as_was_planned(club):
    evening = make_evening(club, lengths=(24, 36))
    come(evening, 7)

    first = publish(evening, make_draw(evening))
    assert lengths_of(first) == [18, 24]
    end_all(evening)

    second = publish(evening, make_draw(evening))
    assert lengths_of(second) == [27, 36]


def test_a_length_that_does_not_go_round_is_refused(club):
    with pytest.raises(Refused) as refused:
        make_evening(club, lengths=(18,))

    assert [(one.code, one.field) for one in refused.value.problems] == [("length_misfit", "lengths")]


def test_the_next_evening_has_the_same_lengths(club, owner):
    evening = make_evening(club, lengths=(None, 24))

    assert next_evening(evening_id=evening.pk, by=owner, now=NOW).first.lengths == [None, 24]


def test_the_form_shows_and_takes_the_lengths(club):
    evening = make_evening(club, lengths=(None, 24))
    form = EveningForm(None, club=club, game=evening.first.plays, evening=evening)
    sent = {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()}
    assert sent["lengths"] == "24 from round 2 on"

    form = EveningForm({**sent, "lengths": "48, 36"}, club=club, game=evening.first.plays, evening=evening)

    assert form.is_valid(), form.errors
    assert list(form.answers()["lengths"]) == [48, 36]
