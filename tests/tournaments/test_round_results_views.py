"""The results of a round on one page, with scripts (one row is sent and comes back) and without (the whole form)."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scorekeeper.clubs.models import Role
from scorekeeper.tournaments.formats.bracket.plan import SinglePlan
from scorekeeper.tournaments.formats.knockout.plan import KnockoutPlan
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from scorekeeper.tournaments.models import DeskAct, Round
from scorekeeper.tournaments.results.reads import rows_of_round
from tests import factories
from tests.acting import Api, as_role, bearer, client_of, forms_of, text
from tests.factories import NOW
from tests.factories.tournaments import draw, make_cup, make_paper_round, official, play, publish, write_points

pytestmark = pytest.mark.django_db
Sent = dict[str, Any]
WHO_ASKS, MOST_STATEMENTS = 2, 12  # the session and the user; of the page itself


class Desk:
    """The page of a round for one reader."""

    def __init__(self, one: Round, client: Client | None = None, figures: str = "points") -> None:
        self.one, self.client = one, client or as_role(one.stage)
        self.address = reverse("round_results", args=[one.pk]) + (f"?figures={figures}" if figures else "")
        self.read()

    def read(self) -> str:
        self.page = text(self.client.get(self.address))
        (form,) = (form for form in forms_of(self.address, self.page) if "key" in form.fields)
        self.fields: Sent = {name: values[0] for name, values in form.fields.items() if values}
        return self.page

    def figures(self, number: int = 1) -> list[str]:
        """The names of the fields of a table."""
        return [name for name in self.fields if re.match(rf"{number}-(points|sets|scored|won|lost|cards)", name)]

    def typed(self, *points: object, number: int = 1) -> Sent:
        return dict(zip(self.figures(number), map(str, points), strict=False))

    def row(self, *points: object, number: int = 1, button: str = "row", **more: Any) -> tuple[int, str]:
        """One row sent by a script: the status and what comes back."""
        sent = {name: value for name, value in self.fields.items() if name == "key" or name.startswith(f"{number}-")}
        sent |= self.typed(*points, number=number) | {button: str(number), **more}
        answer = self.client.post(self.address, sent, headers={"HX-Request": "true"})
        return answer.status_code, text(answer, answer.status_code)

    def whole(self, sent: Sent, **more: Any) -> Any:
        return self.client.post(self.address, self.fields | sent | more)


def hidden(html: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', html)
    assert found, html
    return found[1]


def points_at(one: Round, number: int = 1) -> list[int | None]:
    (row,) = rows_of_round(Round.objects.select_related("stage__tournament__club").get(pk=one.pk), table=number)
    return [seat.figures.get("") for seat in row.seats]


def a_round(people: int = 8, **more: Any) -> Round:
    stage = make_cup(people=people, **more)
    one = publish(stage)
    one.stage = stage
    return one


def test_a_row_is_saved_by_itself_and_offers_undo() -> None:
    one = a_round()
    desk = Desk(one)
    status, row = desk.row(900, 800, 700, 600)
    assert status == 200
    assert row.lstrip().startswith("<li")
    assert "saved" in row
    assert points_at(one) == [900, 800, 700, 600]
    assert points_at(one, 2) == [None] * 4
    undo = re.search(r'name="undo" value="([^"]+)"', row)
    assert undo
    status, row = desk.row(button="undo", undo=undo[1])
    assert (status, points_at(one)) == (200, [None] * 4)
    assert "no result yet" in row


def test_what_is_sent_again_because_no_answer_came_is_saved_once() -> None:
    one = a_round(4)
    desk = Desk(one)
    desk.row(1, 2, 3, 4)
    status, row = desk.row(1, 2, 3, 4)
    assert (status, DeskAct.objects.filter(kind="result").count()) == (200, 4)
    assert "saved" in row


def test_a_change_shows_what_it_moves_and_asks_why_before_it_is_written() -> None:
    one = a_round(4)
    Desk(one).row(40, 30, 20, 10)
    desk = Desk(one)
    status, row = desk.row(40, 30, 20, 50)
    assert status == 422
    assert "What changes" in row
    assert "place 4 → 1" in row
    assert points_at(one) == [40, 30, 20, 10]
    asked = {"1-says": hidden(row, "1-says")}

    assert desk.row(40, 30, 20, 50, **asked, **{"1-reason": " "})[0] == 422
    other = desk.row(40, 30, 20, 60, **asked, **{"1-reason": "read again"})
    assert (other[0], points_at(one)) == (422, [40, 30, 20, 10]), "other figures than the preview was of"
    status, row = desk.row(40, 30, 20, 50, **asked, **{"1-reason": "read again"})

    assert (status, points_at(one)) == (200, [40, 30, 20, 50])
    assert DeskAct.objects.get(kind="result", points=50).reason == "read again"


def test_a_hand_on_the_sheet_is_known_and_an_empty_sheet_is_not() -> None:
    one = a_round(3)
    play(one.tables.get())
    desk = Desk(one)
    assert "from the sheet" in desk.page
    status, row = desk.row(1, 2, 3)
    assert (status, "Reason for the change" in row) == (422, True)


def test_lines_say_nothing_of_a_sheet_that_is_empty() -> None:
    one = a_round(3)
    table = one.tables.get()
    write_points(table, {place.entrant: 5 for place in table.places.all()})
    page = text(as_role(one.stage).get(reverse("round_detail", args=[one.pk])))
    assert "the sheet says" not in page
    assert "at the desk: the sheet was lost" in page


def test_two_directors_see_both_values_and_one_tap_chooses() -> None:
    one = a_round(4)
    renate, frank = Desk(one), Desk(one, as_role(one.stage, Role.DIRECTOR))
    frank.row(1, 2, 3, 4)

    status, row = renate.row(5, 6, 7, 8)

    assert (status, points_at(one)) == (409, [1, 2, 3, 4])
    assert "entered a different result for this table at" in row
    assert len(re.findall(r"<b>[^<]*: 1,[^<]*</b>|<b>[^<]*: 5,[^<]*</b>", row)) == 2
    status, kept = renate.row(5, 6, 7, 8, button="keep")
    assert (status, points_at(one)) == (200, [1, 2, 3, 4])
    assert "entered by" in kept
    status, row = renate.row(5, 6, 7, 8, button="mine", **{"1-seen": hidden(row, "1-seen")})
    assert (status, points_at(one)) == (200, [5, 6, 7, 8])


def test_who_had_left_a_figure_empty_gets_the_one_that_stands_with_theirs() -> None:
    one = a_round(4)
    renate, frank = Desk(one), Desk(one)
    frank.row(1, 2, 3, 4)
    status, row = renate.row(5, 6)
    assert status == 409
    sent = {"1-seen": hidden(row, "1-seen"), **renate.typed(5, 6, 3, 4)}
    assert renate.row(button="mine", **sent)[0] == 200
    assert points_at(one) == [5, 6, 3, 4]


def test_the_choice_between_two_shows_what_it_moves_once_a_round_was_drawn_by_it() -> None:
    one = a_round(4)
    renate, frank = Desk(one), Desk(one)
    frank.row(1, 2, 3, 4)
    draw(one.stage)
    _status, row = renate.row(5, 6, 7, 8)
    status, row = renate.row(5, 6, 7, 8, button="mine", **{"1-seen": hidden(row, "1-seen")})
    assert (status, points_at(one)) == (422, [1, 2, 3, 4])
    assert "The draft of round 2" in row


def test_a_sum_that_cannot_be_is_asked_about() -> None:
    one = a_round(4, game="tonk")
    desk = Desk(one)
    assert 'data-sums-to="0"' in desk.page
    status, row = desk.row(30, -10, -10, -9)
    assert (status, points_at(one)) == (422, [None] * 4)
    assert "The points of this table add up to 1." in row
    status, row = desk.row(30, -10, -10, -9, button="despite")
    assert (status, points_at(one)) == (200, [30, -10, -10, -9])
    again = Desk(one)
    _status, row = again.row(30, -10, -10, -8)
    more = {"1-says": hidden(row, "1-says"), "1-reason": "read again"}
    status, row = again.row(30, -10, -10, -8, **more)
    assert (status, "add up to 2." in row) == (422, True)
    assert 'value="read again"' in row
    assert again.row(30, -10, -10, -8, button="despite", **more)[0] == 200


@pytest.mark.parametrize(
    ("points", "says"),
    [
        (("1", "x", "3", "4"), "Please write a number in digits."),
        (("1", "99999999999", "3", "4"), "Please stay at or below 10000000."),
    ],
)
def test_what_cannot_be_read_stays_with_the_reason(points: tuple[str, ...], says: str) -> None:
    one = a_round(4)
    status, row = Desk(one).row(*points)
    assert (status, points_at(one)) == (422, [None] * 4)
    assert says in row
    assert f'value="{points[1]}"' in row


def test_figures_beside_the_points_need_points_and_a_result_is_not_emptied() -> None:
    one = a_round(4)
    desk = Desk(one, figures="")
    assert len(desk.figures()) == 12
    status, row = desk.row("", "10", "2")
    assert (status, "Enter the points too." in row) == (422, True)
    assert desk.row(900, 10, 2)[0] == 200
    status, row = Desk(one, figures="").row("", "", "")
    assert (status, "A result cannot be emptied" in row) == (422, True)


def test_without_scripts_a_button_saves_all_or_nothing() -> None:
    one = a_round(8)
    desk = Desk(one)
    answer = desk.whole({**desk.typed(1, 2, 3, 4), **desk.typed(5, "x", 7, 8, number=2)}, all="1")
    page = text(answer, 422)
    assert "Nothing is saved yet. These tables need you: 2." in page
    assert points_at(one) == [None] * 4
    assert 'value="7"' in page

    answer = desk.whole({**desk.typed(1, 2, 3, 4), **desk.typed(5, 6, 7, 8, number=2)}, all="1")

    assert answer.status_code == 302
    assert [points_at(one), points_at(one, 2)] == [[1, 2, 3, 4], [5, 6, 7, 8]]


def test_without_scripts_changes_are_asked_about_together() -> None:
    one = a_round(8)
    desk = Desk(one)
    desk.whole({**desk.typed(10, 20, 30, 40), **desk.typed(50, 60, 70, 80, number=2)}, all="1")
    desk = Desk(one)
    sent = {**desk.typed(11, 20, 30, 40), **desk.typed(51, 60, 70, 80, number=2)}
    page = text(desk.whole(sent, all="1"), 422)
    assert page.count("What changes") == 1
    assert page.count("Reason for the change") == 2
    for number in (1, 2):
        sent |= {f"{number}-says": hidden(page, f"{number}-says"), f"{number}-reason": "read again"}
    assert desk.whole(sent, all="1").status_code == 302
    assert [points_at(one)[0], points_at(one, 2)[0]] == [11, 51]


def test_without_scripts_another_director_is_not_overwritten() -> None:
    one = a_round(8)
    renate, frank = Desk(one), Desk(one)
    frank.row(1, 2, 3, 4)
    answer = renate.whole({**renate.typed(5, 6, 7, 8), **renate.typed(5, 6, 7, 8, number=2)}, all="1")
    page = text(answer, 422)
    assert "These tables need you: 1." in page
    assert "Keep the saved result" in page
    assert points_at(one, 2) == [None] * 4


def test_without_scripts_a_button_of_a_row_keeps_what_is_typed_at_the_others() -> None:
    one = a_round(8)
    desk = Desk(one)
    answer = desk.whole({**desk.typed(1, 2, 3, 4), **desk.typed(5, 6, number=2)}, row="1")
    assert answer.status_code == 200
    assert points_at(one) == [1, 2, 3, 4]
    assert points_at(one, 2) == [None] * 4
    assert re.search(r'name="2-points-[^"]*"\s+value="6"', text(answer))
    desk = Desk(one)
    assert desk.whole(desk.typed(5, 6, 7, 8, number=2), row="2").headers["Location"].endswith("#table-2")


def test_a_second_person_checks_one_table_after_the_other() -> None:
    one = a_round(4)
    Desk(one).row(1, 2, 3, 4)
    scorer = factories.make_member(one.club, Role.SCORER)
    check = Desk(one, client_of(scorer))
    assert "Only directors enter results." in check.page
    assert check.figures() == []
    check.address = reverse("round_results", args=[one.pk]) + "?check=1"
    assert "Agrees" in check.read()
    status, row = check.row(button="check")
    assert (status, f"checked by {scorer}" in row) == (200, True)
    assert "who also entered it" not in row
    undo = re.search(r'name="undo" value="([^"]+)"', row)
    assert undo
    assert "checked by" not in check.row(button="undo", undo=undo[1])[1]
    assert f"checked by {scorer}" in check.row(button="check")[1]
    Desk(one).row(button="check")
    assert "who also entered it" in check.read()

    desk = Desk(one)
    stale = dict(check.fields)
    _status, row = desk.row(1, 2, 3, 5)
    desk.row(1, 2, 3, 5, **{"1-says": hidden(row, "1-says"), "1-reason": "read again"})
    assert "checked by" not in check.read()
    check.fields = stale
    status, row = check.row(button="check")
    assert (status, "Somebody else has entered results" in row) == (409, True)


def test_who_may_not() -> None:
    one = a_round(4)
    desk = Desk(one)
    assert as_role(one.stage, Role.MEMBER).get(desk.address).status_code == 403
    scorer = Desk(one, as_role(one.stage, Role.SCORER))
    scorer.fields = desk.fields
    assert scorer.client.post(scorer.address, scorer.fields | {"row": "1", **desk.typed(1)}).status_code == 403
    assert desk.row(button="row", row="99")[0] == 404
    assert desk.row(button="row", row="x")[0] == 404
    assert desk.row(button="undo", undo=str(uuid4()))[0] == 404
    draft = draw(make_cup(people=4))
    assert as_role(draft.stage).get(reverse("round_results", args=[draft.pk])).status_code == 404
    knockout = publish(make_cup(people=8, plan=KnockoutPlan(), game="palace_poker"))
    assert as_role(knockout.stage).get(reverse("round_results", args=[knockout.pk])).status_code == 404


def test_a_tournament_that_has_ended_is_read() -> None:
    one = a_round(4)
    Desk(one).row(1, 2, 3, 4)
    one.stage.tournament.state, one.stage.tournament.ended_at = "ended", NOW
    one.stage.tournament.save()
    desk = Desk(one)
    assert desk.figures() == []
    assert "Save all" not in desk.page


def a_match(game: str, plan: Any = None) -> Round:
    return a_round(2, plan=plan or SwissPlan(), game=game)


def test_of_a_match_the_figures_say_who_has_won() -> None:
    one = a_match("svoi_kozyri")
    desk = Desk(one, figures="")
    assert len(desk.figures()) == 2
    assert desk.row(5, 3)[0] == 200
    (row,) = rows_of_round(one)
    assert row.outcome
    assert row.outcome.winner == row.seats[0].entrant
    assert desk.row(button="undo", undo=str(DeskAct.objects.get(kind="result").pk))[0] == 200
    level = Desk(one, figures="")
    assert level.row(4, 4)[0] == 200
    (row,) = rows_of_round(one)
    assert row.outcome
    assert row.outcome.winner is None


@pytest.mark.parametrize("winner", ["home", "away", "no_home", "no_away", "nobody"])
def test_of_a_match_it_is_said_who_has_won(winner: str) -> None:
    one = a_match("truco")
    desk = Desk(one, figures="")
    assert len(desk.figures()) == 4
    status, row = desk.row(**{"1-winner": "draw"})
    assert (status, "Choose who has won." in row) == (422, True)
    status, row = desk.row("2")
    assert (status, "Fill in both, or neither." in row) == (422, True)
    status, row = desk.row(1, "", 1)
    assert (status, "The figures do not" in row) == (422, True)
    status, row = desk.row(**{"1-winner": winner})
    assert (status, "saved" in row) == (200, True)
    assert re.search(rf'value="{winner}" selected', row)
    status, row = Desk(one, figures="").row(**{"1-winner": "home" if winner == "away" else "away"})
    assert (status, "What changes" in row) == (422, True)


def test_a_match_that_contradicts_itself_is_refused_in_its_row() -> None:
    one = a_match("truco")
    status, row = Desk(one, figures="").row(1, "", 2, "", **{"1-winner": "home"})
    assert (status, "The winner has fewer than the other side" in row) == (422, True)


def test_what_is_written_at_one_table_after_the_next_draw_is_shown_first_there_too() -> None:
    one = a_round(4)
    table = one.tables.get()
    Desk(one).row(40, 30, 20, 10)
    official(one)
    draw(one.stage)
    page, address = as_role(one.stage), reverse("table_result", args=[table.pk])
    form = forms_of(address, text(page.get(address)))[0]
    sent = {name: values[0] for name, values in form.fields.items() if values}
    sent |= {next(name for name in sent if name.startswith("points-")): "99", "reason": "read again"}
    shown = page.post(address, sent)
    assert shown.status_code == 200
    assert "The results of this round are official." in text(shown)
    assert points_at(one)[0] == 40
    assert page.post(address, {**sent, "moves": hidden(text(shown), "moves")}).status_code == 302
    assert points_at(one)[0] == 99
    act = DeskAct.objects.get(kind="result", points=99)
    back = text(page.get(reverse("act_back", args=[act.pk])))
    assert "99 → 40" in back


def test_the_winner_of_a_match_is_changed_after_the_next_draw_by_a_second_look() -> None:
    stage = make_cup(people=4, plan=SinglePlan(), game="truco")
    one = publish(stage)
    one.stage = stage
    for number in (1, 2):
        Desk(one, figures="").row(number=number, **{f"{number}-winner": "home"})
    publish(stage)
    table = one.tables.all()[0]
    page, address = as_role(stage), reverse("table_result", args=[table.pk])
    sent = {"key": str(uuid4()), "reason": "the other way round", "winner": "away"}
    shown = text(page.post(address, sent))
    assert "would sit elsewhere" in shown
    assert DeskAct.objects.filter(kind="result", table=table).count() == 1
    again = forms_of(address, shown)[0]
    assert page.post(address, {name: values[0] for name, values in again.fields.items()}).status_code == 302
    assert DeskAct.objects.filter(kind="result", table=table).count() == 2


def statements(one: Round) -> int:
    """How many the page of a round costs beside the session and who asks, once every table has a result."""
    one.stage.tournament.refresh_from_db()
    desk = Desk(one)
    numbers = range(1, one.tables.count() + 1)
    assert desk.whole({name: "1" for number in numbers for name in desk.figures(number)}, all="1").status_code == 302
    with CaptureQueriesContext(connection) as found:
        assert desk.client.get(desk.address).status_code == 200
    return len(found) - WHO_ASKS


def test_the_page_costs_as_few_statements_however_many_tables_there_are() -> None:
    assert statements(make_paper_round(3)) == statements(make_paper_round(60)) <= MOST_STATEMENTS
    assert statements(a_round(8)) == statements(a_round(60)) <= MOST_STATEMENTS


def test_a_thousand_entrants_are_saved_by_one_form_without_scripts() -> None:
    one = make_paper_round(250)
    desk = Desk(one, figures="")
    names = [name for number in range(1, 251) for name in desk.figures(number)]
    assert len(names) == 3000
    assert desk.whole(dict.fromkeys(names, "1"), all="1").status_code == 302
    assert DeskAct.objects.filter(kind="result").count() == 1000


def test_programs_read_write_and_check_a_whole_round() -> None:
    one = a_round(8)
    api = Api(bearer(factories.owner_of(one.club)))
    read = api.get(f"rounds/{one.pk}/rows")["results"]
    assert [row["has_result"] for row in read] == [False, False]

    def row(number: int, *points: int, **more: Any) -> Sent:
        table = read[number]
        own = [{"entrant": seat["entrant"], "points": each} for seat, each in zip(table["seats"], points, strict=True)]
        return {"table": table["table"], "seen": table["seen"], "points": own, **more}

    key = str(uuid4())
    body = {"results": [row(0, 1, 2, 3, 4), row(1, 5, 6, 7, 8)]}
    made = api.post(f"rounds/{one.pk}/results", body, 201, key)
    assert api.post(f"rounds/{one.pk}/results", body, 200, key) == made
    assert len(made["acts"]) == 8
    conflict = api.post(f"rounds/{one.pk}/results", {"results": [row(1, 9, 9, 9, 9)]}, 409, str(uuid4()))
    assert conflict["code"] == "result_changed"
    read = api.get(f"rounds/{one.pk}/rows")["results"]
    refused = api.post(f"rounds/{one.pk}/results", {"results": [row(1, 9, 6, 7, 8)]}, 422, str(uuid4()))
    assert [(error["code"], error["field"]) for error in refused["errors"]] == [("reason_missing", "results.0.reason")]
    for wrong, code in (({"points": []}, "one_kind"), ({"points": 2 * row(1, 9, 6, 7, 8)["points"]}, "named_twice")):
        refused = api.post(
            f"rounds/{one.pk}/results", {"results": [{**row(1, 9, 6, 7, 8), **wrong}]}, 422, str(uuid4())
        )
        assert [error["code"] for error in refused["errors"]] == [code]

    checks = {"checks": [{"table": each["table"], "seen": each["seen"]} for each in read]}
    assert len(api.post(f"rounds/{one.pk}/checks", checks, 201, str(uuid4()))["acts"]) == 2
    assert len(api.post(f"rounds/{one.pk}/checks", checks, 200, str(uuid4()))["acts"]) == 2
    twice = {"checks": 2 * checks["checks"]}
    assert api.post(f"rounds/{one.pk}/checks", twice, 422, str(uuid4()))["errors"][0]["code"] == "named_twice"
    assert api.get(f"rounds/{one.pk}/rows")["results"][0]["checks"][0]["is_writer"]


def test_programs_write_matches_by_the_same_door() -> None:
    one = a_match("truco")
    api = Api(bearer(factories.owner_of(one.club)))
    (read,) = api.get(f"rounds/{one.pk}/rows")["results"]
    home = read["seats"][0]["entrant"]
    nothing = api.post(
        f"rounds/{one.pk}/checks", {"checks": [{"table": read["table"], "seen": read["seen"]}]}, 422, str(uuid4())
    )
    assert nothing["errors"][0]["code"] == "no_result"
    row = {"table": read["table"], "seen": read["seen"], "match": {"winner": home, "sets": [2, 1]}}
    api.post(f"rounds/{one.pk}/results", {"results": [row]}, 201, str(uuid4()))
    assert api.get(f"rounds/{one.pk}/rows")["results"][0]["winner"] == home
