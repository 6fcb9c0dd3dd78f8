"""What is said of a file: merged with what was said before, and refused where the file does not ask for it."""

from datetime import timedelta
from uuid import uuid4

import pytest

from scorekeeper.common.errors import Refused
from scorekeeper.transfer.models import Upload
from scorekeeper.transfer.services.keeping import keep
from tests import factories
from tests.acting import problems_of
from tests.factories.files import answered, file_sent, kept_file
from tests.factories.money import with_money

pytestmark = pytest.mark.django_db
ROUNDS = "Name;Serie 1;Serie 2\nAnna;5;6\nBruno;1;2\n"


@pytest.fixture
def season():
    return factories.make_season(factories.make_club())


def file(season, text, kind="totals"):
    return kept_file(season.club, text, kind, season=season.pk)


def refused(upload, **said):
    with pytest.raises(Refused) as error:
        answered(upload, **said)
    return problems_of(error)


def test_answers_come_one_after_the_other(season):
    upload = file(season, ROUNDS)

    answered(upload, days={"serie1": "2025-03-03"})
    answered(upload, days={"serie2": "2025-03-10"}, leave_out=True)
    answered(upload, days={"serie1": None}, leave_out=False, keep_as="Year")

    said = Upload.objects.get().said
    assert said["days"] == {"serie1": "", "serie2": "2025-03-10"}
    assert (said["leave_out"], said["keep_as"]) == (False, "Year")


def test_what_is_not_asked_is_refused(season):
    upload = file(season, ROUNDS)

    assert refused(upload, days={"serie9": "2025-03-03"}, seats={"1": "Anna"}, apart={"2": "old"}) == [
        ("not_asked", "apart"),
        ("not_asked", "seats"),
        ("not_asked", "days"),
    ]
    assert refused(upload, people={"Nobody": "new"}) == [("not_asked", "people")]
    assert refused(upload, columns={"name": "owner"}, letters="klingon") == [
        ("no_such_choice", "columns"),
        ("no_such_choice", "letters"),
    ]
    assert Upload.objects.get().said == {}


def test_who_is_who_is_said_of_those_alone_whom_the_name_may_mean(season):
    upload = file(season, "Name;3.3.2025\nBruno;5\n")
    alike = factories.make_player(season.club, "Bruna")

    for other in (uuid4(), factories.make_player(season.club, "Zacharias").pk):
        assert refused(upload, people={"Bruno": str(other)}) == [("no_such_choice", "people")]
    assert answered(upload, people={"Bruno": str(alike.pk)}).said["people"] == {"Bruno": str(alike.pk)}


def test_a_day_or_a_year_that_lies_ahead_is_refused(season):
    upload = file(season, "Nr;Spiel;Wert;1;2;3\n1;Grand Hand;144;50;;\n", "lists")
    tomorrow = (factories.NOW + timedelta(days=2)).date()

    assert refused(upload, day=tomorrow.isoformat(), year=tomorrow.year + 1) == [
        ("day_ahead", "day"),
        ("year_ahead", "year"),
    ]
    assert answered(upload, day="2025-01-14").said["day"] == "2025-01-14"
    assert answered(upload, day=None).said["day"] == ""


def test_of_money_too_what_is_not_asked_is_refused():
    club = with_money()
    text = "Date,Description,Cost,Currency,Ann,Bo\n2025-01-01,Tea,3.00,EUR,1.00,-1.00\n"
    upload = kept_file(club, text, "money")

    assert refused(upload, payers={"2": "Ann"}, unit="2gold") == [("not_asked", "payers"), ("no_such_choice", "unit")]


def test_a_file_says_what_it_holds_or_what_it_is_a_state_of(season):
    owner = factories.owner_of(season.club)
    for sent, problem in (
        ({"kind": None}, ("kind_unknown", "kind")),
        ({"kind": "else"}, ("kind_unknown", "kind")),
        ({"kind": "totals", "of": uuid4()}, ("spreadsheet_unknown", "spreadsheet")),
    ):
        with pytest.raises(Refused) as error:
            keep(file_sent(ROUNDS, **sent), club=season.club, by=owner, now=factories.NOW)
        assert problems_of(error) == [problem]
