"""A knock-out at tables on the director's desk: its course, a row for each table, who is out, who moves, its end."""

import re
from uuid import uuid4

import pytest
from django.urls import reverse

from scorekeeper.clubs.models import Role
from scorekeeper.tournaments.desk.reads import DeskRounds, course_of, rounds_of, standing_of
from scorekeeper.tournaments.desk.reads import stages_in_order as stages_of
from scorekeeper.tournaments.ending.services import hold_back
from scorekeeper.tournaments.formats.knockout.plan import KnockoutPlan
from scorekeeper.tournaments.models import Round, Stage, Tournament
from scorekeeper.tournaments.planning.records import HeldFrom
from tests import factories
from tests.acting import as_role, text
from tests.factories import NOW
from tests.factories.knockouts import at, entrant, make_knockout, move, out, played_out, running
from tests.factories.tournaments import come, draw, make_cup
from tests.tournaments.test_desk import desk, step_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def one() -> Round:
    return make_knockout(23, 9)


def shown(one: Round) -> DeskRounds:
    found = rounds_of(stages_of(Tournament.objects.get(pk=one.stage.tournament_id))[0], NOW, str(uuid4()))
    assert found
    return found


def course(one: Round) -> list[tuple[str, str, str]]:
    stages = stages_of(one.stage.tournament)
    return [(each.title, each.note, each.state) for each in course_of(stages, shown(one), 1, has_prizes=False)]


def out_one_by_one(one: Round, left: int) -> None:
    """Of the largest table, so that nobody has to move before a table is broken."""
    while (now := running(one)).course.left > left:
        table = max(now.course.state.tables, key=lambda each: (len(each), each.number))
        out(one, table.seats[min(table.seats)])


def address_of_desk(one: Round) -> str:
    return reverse("tournament_desk", args=[one.stage.tournament_id])


def test_the_course_goes_by_the_tables_that_are_left(one: Round) -> None:
    assert course(one) == [
        ("3 tables", "23 of 23 left", "now"),
        ("2 tables", "from 18 left", "to_come"),
        ("The last table", "from 9 left", "to_come"),
    ]
    out_one_by_one(one, 18)
    move(one)
    assert course(one) == [
        ("3 tables", "at most", "done"),
        ("2 tables", "18 of 23 left", "now"),
        ("The last table", "from 9 left", "to_come"),
    ]


def test_each_table_is_a_row_with_its_players_and_who_can_go_out(one: Round) -> None:
    rows = shown(one).tables
    assert [(row.number, row.score, row.words, row.menu) for row in rows] == [
        (1, "8", "playing", "Who is out?"),
        (2, "8", "playing", "Who is out?"),
        (3, "7", "playing", "Who is out?"),
    ]
    page = desk(one.stage)
    assert "23 of 23 left" in page
    assert "Hands" not in page
    assert "Type results" not in page
    listed = text(as_role(one.stage).get(rows[0].menu_at))
    goes = re.search(rf'href="([^"]*out=[^"]*{entrant(one, at(one, 1)[0]).pk}[^"]*)"', listed)
    assert goes
    tapped = goes[1].replace("&amp;", "&")
    answer = as_role(one.stage).post(tapped, {"seen": running(one).revision, "key": uuid4()})
    assert answer["Location"] == address_of_desk(one), "what was begun at the desk leads back to it"
    assert shown(one).tables[0].score == "7"


def test_who_only_scores_says_it_too_and_members_do_not_see_the_desk(one: Round) -> None:
    assert "Who is out?" in desk(one.stage, Role.SCORER)
    assert as_role(one.stage, Role.MEMBER).get(address_of_desk(one)).status_code == 403


def test_the_last_act_is_taken_back_from_the_desk(one: Round) -> None:
    first = at(one, 1)[0]
    out(one, first)
    led = shown(one).led
    assert led
    assert re.fullmatch(r"\W*Guest \d\d\W* is out, .*\.", led.latest)
    answer = as_role(one.stage).post(
        led.latest_back, {"seen": running(one).revision, "key": uuid4(), "reason": "a slip"}
    )
    assert answer["Location"] == address_of_desk(one)
    assert running(one).course.left == 23
    assert shown(one).led.latest == ""  # type: ignore[union-attr]


def test_moves_that_are_due_are_the_next_step(one: Round) -> None:
    step = step_of(one.stage)
    assert (step.words, step.is_ready) == ("End the tournament", False)
    assert step.sentences == (
        "23 still play at 3 tables. The knock-out ends when one is left. Mark who is out at each table.",
    )
    for number in at(one, 3)[:2]:
        out(one, number)
    step = step_of(one.stage)
    assert (step.words, step.is_ready) == ("Make the tables even", True)
    assert step.address.endswith("#moves")
    assert {row.note for row in shown(one).tables} == {"somebody moves away", "somebody comes"}
    out_one_by_one(one, 18)
    assert re.fullmatch("Break table [123]", step_of(one.stage).words)
    broken = text(as_role(one.stage).get(step_of(one.stage).address))
    assert address_of_desk(one) in broken
    sent = {"seen": running(one).revision, "key": uuid4(), "next": address_of_desk(one)}
    answer = as_role(one.stage).post(reverse("knockout_moves", args=[one.pk]), sent)
    assert answer["Location"] == address_of_desk(one)
    assert len(shown(one).tables) == 2
    out_one_by_one(one, 9)
    assert step_of(one.stage).words == "Begin the last table"


def test_who_comes_late_waits_for_the_desk(one: Round) -> None:
    late = come(one.stage, "Zed Late")
    [need] = shown(one).led.needs  # type: ignore[union-attr]
    assert (need.title, need.word) == ("1 has come and has no seat", "Give a seat")
    assert "Zed Late" in need.text
    assert need.title in desk(one.stage)
    sent = {"seen": running(one).revision, "key": uuid4(), "entrant": late.pk, "next": address_of_desk(one)}
    answer = as_role(one.stage).post(reverse("knockout_seat", args=[one.pk]), sent)
    assert answer["Location"] == address_of_desk(one)
    assert not shown(one).led.needs  # type: ignore[union-attr]


def test_who_has_won_ends_it_with_one_step() -> None:
    played_out(one := make_knockout(7, 4))
    page = desk(one.stage)
    assert "has won" in page
    assert "Who is out?" not in page
    step = step_of(one.stage)
    assert (step.words, step.is_ready) == ("Make the places official and end the tournament", True)
    client = as_role(one.stage)
    assert client.post(step.address).status_code == 302
    assert Tournament.objects.get(pk=one.stage.tournament_id).is_ended


def test_no_page_speaks_of_a_round_that_there_is_only_one_of() -> None:
    """Neither before it is drawn nor while it is a draft, open, or decided."""
    stage = make_cup(None, 7, KnockoutPlan(seats=4), game="palace_poker", name="Cup")
    played_out(one := make_knockout(7, 4))
    pages = [reverse("tournament_desk", args=[stage.tournament_id]), reverse("stage_draw", args=[stage.pk])]
    found = said_of_rounds(stage, pages)
    draw(stage)
    found += said_of_rounds(stage, pages)
    found += said_of_rounds(one.stage, pages_of(one))
    found += said_of_rounds(begun := make_knockout(7, 4).stage, pages_of(begun.rounds.get()))
    assert not found, "\n".join(found)


def pages_of(one: Round) -> list[str]:
    names = ("desk", "entries", "rounds", "places", "print", "detail", "screen")
    return [
        *(reverse(f"tournament_{name}", args=[one.stage.tournament_id]) for name in names),
        *(reverse(name, args=[one.stage_id]) for name in ("stage_end", "stage_standing", "stage_step")),
        *(reverse(name, args=[one.pk]) for name in ("round_detail", "seats_print", "names_print", "cards_print")),
    ]


def said_of_rounds(stage: Stage, pages: list[str]) -> list[str]:
    client = as_role(stage)
    return [
        f"{page}: {said}"
        for page in pages
        for said in re.findall(r"[^<>]*\b[Rr]ound \d[^<>]*", text(client.get(page, follow=True)))
    ]


def test_who_shares_the_first_place_with_many_stands_there_as_a_number(one: Round) -> None:
    gone = at(one, 1)[0]
    out(one, gone)
    standing = standing_of(stages_of(one.stage.tournament), str(uuid4()))
    assert standing
    assert (standing.level, standing.many, standing.is_official) == (22, 23, False)
    assert [row[0] for table in standing.columns for row in table.rows] == ["23"]
    assert "22 share the places 1 to 22." in desk(one.stage)


def test_a_page_elsewhere_is_led_to_by_nobody(one: Round) -> None:
    number = at(one, 1)[0]
    tapped = f"{reverse('knockout_out', args=[one.pk])}?out={entrant(one, number).pk}&next=https://elsewhere.example/"
    answer = as_role(one.stage).post(tapped, {"seen": running(one).revision, "key": uuid4()})
    assert answer["Location"] == reverse("knockout_tables", args=[one.pk])


@pytest.mark.parametrize("people", [23, 200])
def test_its_statements_do_not_grow_with_its_tables(people: int, django_assert_max_num_queries: object) -> None:
    one = make_knockout(people, 9)
    client = as_role(one.stage)
    client.get(address_of_desk(one))
    with django_assert_max_num_queries(40):  # type: ignore[operator]
        client.get(address_of_desk(one))


@pytest.mark.parametrize("paper", ["seats_print", "names_print"])
def test_papers_of_who_still_sits_where_are_held_back_too(paper: str) -> None:
    one = make_knockout(7, 4)
    page = reverse(paper, args=[one.pk])
    member = as_role(one.stage, Role.MEMBER)
    assert member.get(page).status_code == 200
    hold_back(HeldFrom(since=1), tournament_id=one.stage.tournament_id, by=factories.owner_of(one.club), now=NOW)
    assert member.get(page).status_code == 403
    assert as_role(one.stage, Role.SCORER).get(page).status_code == 200
