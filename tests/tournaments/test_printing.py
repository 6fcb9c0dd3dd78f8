"""Print what is new: which papers of a tournament are, who has printed what, and the one file that they become."""

from datetime import timedelta
from io import BytesIO
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone, translation
from pypdf import PdfReader

from scorekeeper.clubs.models import Role
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.tournaments.draft.publishing import take_back_round
from scorekeeper.tournaments.ending.services import end_stage
from scorekeeper.tournaments.formats.bracket.plan import SinglePlan
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.models import PrintedPaper, Round, Stage
from scorekeeper.tournaments.papers.printing import content_of, entries_paper, papers_of_round, print_menu
from scorekeeper.tournaments.papers.services import make_round_passes, note_printed, print_new
from tests import factories
from tests.acting import as_role, client_of, text
from tests.factories import NOW
from tests.factories.knockouts import make_knockout, move, out
from tests.factories.matches import make_duels, make_pairs_cup, sides, wins
from tests.factories.tournaments import come, fill_stage, make_cup, official, play, publish, write_points

pytestmark = pytest.mark.django_db
OF_A_ROUND = ["seats", "names", "sheets", "cards"]


def opened(people: int = 7, **more: Any) -> tuple[Stage, Round]:
    stage = make_cup(people=people, plan=TablesPlan(rounds=3), **more)
    return stage, publish(stage)


def owner(stage: Stage) -> Any:
    return factories.owner_of(stage.club)


def fresh(stage: Stage, *, reads_accounts: bool = False) -> list[str]:
    found = print_menu(stage.tournament, NOW, reads_accounts=reads_accounts).fresh
    assert found is not None
    return [str(paper.kind) for paper in found]


def printed(stage: Stage, minutes: int = 0) -> UUID:
    at = NOW + timedelta(minutes=minutes)
    return print_new(tournament_id=stage.tournament_id, by=owner(stage), now=at)


def noted(batch: UUID) -> list[str]:
    return sorted(PrintedPaper.objects.filter(batch=batch).values_list("kind", flat=True))


def write_all(one: Round, points: int = 0) -> None:
    for table in one.tables.all():
        write_points(table, {place.entrant: points + place.entrant.number for place in table.places.all()})


# --- what is new


def test_what_is_new_is_what_was_not_printed_or_says_something_else_since() -> None:
    stage = make_cup(people=7, plan=TablesPlan(rounds=3))
    assert fresh(stage) == ["entries"], "before the first round everybody who has entered"
    one = publish(stage)
    assert fresh(stage) == ["entries", *OF_A_ROUND]

    assert noted(printed(stage)) == sorted(["entries", *OF_A_ROUND])
    assert fresh(stage) == []
    with pytest.raises(Conflict, match="Nothing new to print"):
        printed(stage)

    for table in one.tables.all():
        play(table)
    assert fresh(stage) == [], "hands change no paper"
    come(stage, "Late Guest")
    assert fresh(stage) == ["entries"]
    printed(stage)
    write_all(one)
    assert fresh(stage) == [], "no result is official yet"
    official(one)
    assert fresh(stage) == ["standing"]
    second = publish(stage)
    assert fresh(stage) == ["entries", *OF_A_ROUND, "standing"], "the late guest has a seed now"
    batch = printed(stage)
    assert set(PrintedPaper.objects.filter(batch=batch, kind__in=OF_A_ROUND).values_list("round", flat=True)) == {
        second.pk
    }
    assert fresh(stage) == []


def test_a_round_that_was_never_printed_is_not_printed_once_it_is_official() -> None:
    stage, one = opened()
    printed(stage)
    write_all(one)
    official(one)
    publish(stage)
    assert fresh(stage) == [*OF_A_ROUND, "standing"]
    second = stage.rounds.get(number=2)
    write_all(second)
    official(second)
    assert fresh(stage) == ["standing"], "nobody sits there any more"


def test_papers_say_when_they_were_printed_and_by_whom_to_every_director() -> None:
    stage, _one = opened()
    renate = owner(stage)
    type(renate).objects.filter(pk=renate.pk).update(name="Renate Vogt")
    at = timezone.now()
    renate.refresh_from_db()
    print_new(tournament_id=stage.tournament_id, by=renate, now=at)
    come(stage, "Late Guest")

    other = as_role(stage, Role.DIRECTOR)
    page = text(other.get(reverse("tournament_print", args=[stage.tournament_id])))

    assert page.count("by Renate V.") == len(OF_A_ROUND) + 1, "of each paper, and of the file"
    assert page.count("changed since") == 1
    assert "Print what is new: 1 paper</button>" in page
    client_of(renate).post(reverse("print_new", args=[stage.tournament_id]))
    assert other.post(reverse("print_new", args=[stage.tournament_id])).status_code == 409, "nothing is printed twice"


def test_what_a_paper_says_is_the_same_in_every_language_and_zone() -> None:
    stage, one = opened()
    found = [entries_paper(stage.tournament), *papers_of_round(one)]
    before = [content_of(paper, NOW) for paper in found]
    with translation.override("de"), timezone.override("Asia/Tokyo"):
        assert [content_of(paper, NOW + timedelta(minutes=5)) for paper in found] == before
    assert len(set(before)) == len(before)


def test_cards_are_new_once_they_have_codes() -> None:
    stage, one = opened()
    printed(stage)
    make_round_passes(round_id=one.pk, by=owner(stage), now=NOW)
    assert fresh(stage) == ["cards"]
    printed(stage)
    assert fresh(stage) == []


def test_a_round_that_is_taken_back_takes_its_papers_along() -> None:
    stage, one = opened()
    batch = printed(stage)
    take_back_round(round_id=one.pk, by=owner(stage), now=NOW)
    assert noted(batch) == ["entries"]
    publish(stage, stage.rounds.get())
    assert set(OF_A_ROUND) <= set(fresh(stage)), "its seats are those of another opening"


@pytest.mark.parametrize("plan", [SwissPlan(rounds=2), SinglePlan()])
def test_matches_are_printed_as_pairings_and_brackets_by_what_is_official(plan: Any) -> None:
    stage = make_duels(plan, people=4) if isinstance(plan, SwissPlan) else make_pairs_cup(plan, 4)
    one = publish(stage)
    kinds = fresh(stage)
    assert kinds[0] == "entries"
    assert "seats" in kinds
    printed(stage)
    for table in one.tables.all():
        wins(table, sides(table)[0])
    assert fresh(stage) == []
    official(one)
    assert fresh(stage) == ["standing"]
    page = text(as_role(stage).get(reverse("tournament_print", args=[stage.tournament_id])))
    assert "Pairings" in page
    assert "Seat plan by table" not in page


def test_seats_of_a_knock_out_are_new_with_each_who_moves() -> None:
    one = make_knockout(people=7, seats=4)
    stage = one.stage
    assert "sheets" not in fresh(stage)
    printed(stage)
    assert fresh(stage) == []
    out(one, 1)
    assert "seats" in fresh(stage)
    move(one)
    assert {"seats", "names", "cards"} <= set(fresh(stage))


def test_once_all_is_over_the_places_are_new_and_the_rounds_are_not() -> None:
    stage = make_cup(people=4, plan=TablesPlan(rounds=1))
    one = publish(stage)
    write_all(one)
    official(one)
    end_stage(stage_id=stage.pk, by=owner(stage), now=NOW)
    stage.tournament.refresh_from_db()
    assert stage.tournament.is_ended
    assert fresh(stage) == ["places", "standing"]
    page = text(as_role(stage).get(reverse("tournament_print", args=[stage.tournament_id])))
    assert "Before the first round" not in page


# --- single papers


def test_a_paper_that_was_printed_by_itself_is_noted_with_one_tap() -> None:
    stage, one = opened()
    client = as_role(stage, Role.SCORER)
    address = reverse("print_noted", args=[stage.tournament_id])

    answer = client.post(address, {"paper": f"seats:{one.pk}"})

    assert answer["Location"] == reverse("tournament_print", args=[stage.tournament_id])
    assert fresh(stage) == ["entries", "names", "sheets", "cards"]
    client.post(address, {"paper": f"seats:{one.pk}"})
    assert PrintedPaper.objects.count() == 1, "noted once as long as it says the same"
    for wrong in (f"seats:{uuid4()}", f"standing:{one.pk}", "seats", ":", f":{stage.tournament_id}"):
        assert client.post(address, {"paper": wrong}).status_code == 422
    draft_of_another = publish(make_cup(stage.club, 4))
    with pytest.raises(Refused) as refused:
        note_printed(tournament_id=stage.tournament_id, paper=f"seats:{draft_of_another.pk}", by=owner(stage), now=NOW)
    assert [problem.code for problem in refused.value.problems] == ["paper_unknown"]


def test_only_who_runs_the_desk_prints() -> None:
    stage, one = opened()
    member = factories.make_member(stage.club)
    with pytest.raises(PermissionDenied):
        print_new(tournament_id=stage.tournament_id, by=member, now=NOW)
    with pytest.raises(PermissionDenied):
        note_printed(tournament_id=stage.tournament_id, paper=f"seats:{one.pk}", by=member, now=NOW)
    batch = printed(stage)
    client = client_of(member)
    assert client.post(reverse("print_new", args=[stage.tournament_id])).status_code == 403
    assert client.get(reverse("print_batch", args=[stage.tournament_id, batch])).status_code == 403
    file = reverse("print_batch_files", args=[stage.tournament_id, batch, "papers", "pdf"])
    assert client.get(file).status_code == 403
    stranger = client_of(factories.make_user())
    assert stranger.get(file).status_code == 404
    elsewhere = make_cup(people=4)
    theirs = as_role(elsewhere)
    for name, more in (("print_batch", []), ("print_batch_files", ["papers", "pdf"])):
        assert theirs.get(reverse(name, args=[elsewhere.tournament_id, batch, *more])).status_code == 404


# --- the file


def pages(answer: Any) -> list[str]:
    assert answer.status_code == 200
    return [page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages]


@pytest.mark.parametrize("size", ["a4", "a5"])
def test_one_tap_leads_to_one_file_with_the_pages_of_all_its_parts(size: str) -> None:
    stage, one = opened(people=11)
    client, kind = as_role(stage), {"a4": "pdf", "a5": "a5"}[size]

    answer = client.post(reverse("print_new", args=[stage.tournament_id]), {"size": size})

    batch = PrintedPaper.objects.values_list("batch", flat=True).distinct().get()
    led = reverse("print_batch", args=[stage.tournament_id, batch])
    assert answer["Location"] == f"{led}?begin={size}"
    file = reverse("print_batch_files", args=[stage.tournament_id, batch, "papers", kind])
    page = text(client.get(answer["Location"]))
    assert f'content="0; url={file}"' in page
    assert "http-equiv" not in text(client.get(led)), "looked at again it begins nothing"
    parts = {
        "entries": reverse("entries_print", args=[stage.tournament_id]) + "list",
        **{name: reverse(f"{name}_print", args=[one.pk]) + "list" for name in ("seats", "names")},
        **{name: reverse(f"{name}_print", args=[one.pk]) + name for name in ("sheets", "cards")},
    }
    ending = {"pdf": ".pdf", "a5": ".a5.pdf"}[kind]
    alone = {name: pages(client.get(address + ending)) for name, address in parts.items()}
    together = pages(client.get(file))
    assert len(alone["sheets"]) >= 3
    assert len(together) == sum(len(part) for part in alone.values())
    assert sorted(without_time(together)) == sorted(without_time([page for part in alone.values() for page in part]))
    assert len(pages(client.get(file))) == len(together)
    assert PrintedPaper.objects.count() == len(parts), "fetched again nothing is noted"
    read = PdfReader(BytesIO(client.get(file).content))
    assert next(item.title for item in read.outline if not isinstance(item, list)) == "Entry list"
    for wrong in (("list", "pdf"), ("papers", "csv"), ("papers", "xlsx")):
        other = reverse("print_batch_files", args=[stage.tournament_id, batch, *wrong])
        assert client.get(other).status_code == 404


def without_time(texts: list[str]) -> list[str]:
    return ["\n".join(line for line in text.splitlines() if "Made on" not in line) for text in texts]


def test_a_request_that_writes_is_never_answered_with_a_file() -> None:
    stage, _one = opened()
    client = as_role(stage)
    address = reverse("print_new", args=[stage.tournament_id])
    assert client.get(address).status_code == 405
    assert client.post(address, {"size": "a3"}).status_code == 404
    assert not PrintedPaper.objects.exists()
    assert client.post(address + "?as=pdf").status_code == 302
    again = client.post(address)
    assert again.status_code == 409
    assert text(again, 409).count("Nothing new to print. All papers are up to date.") >= 1
    assert reverse("print_batch", args=[stage.tournament_id, PrintedPaper.objects.first().batch]) in text(again, 409)


# --- the menu


def test_the_desk_opens_a_menu_of_this_round_without_scripts() -> None:
    stage, one = opened()
    desk = text(as_role(stage).get(reverse("tournament_desk", args=[stage.tournament_id])))
    menu = desk.partition('<details class="menu" id="print-menu">')[2].partition("</details>")[0]
    for name in ("seats_print", "names_print", "cards_print", "sheets_print"):
        assert reverse(name, args=[one.pk]) in menu
    assert reverse("standing_print", args=[stage.pk]) + "?official=1" in menu
    assert reverse("print_new", args=[stage.tournament_id]) in menu
    assert "Everything else" in menu
    planned = make_cup(stage.club, 4)
    desk = text(as_role(stage).get(reverse("tournament_desk", args=[planned.tournament_id])))
    assert reverse("entries_print", args=[planned.tournament_id]) in desk


def test_the_page_has_each_paper_once() -> None:
    stage, one = opened()
    write_all(one)
    official(one)
    second = publish(stage)
    page = text(as_role(stage).get(reverse("tournament_print", args=[stage.tournament_id])))
    now, _id, rest = page.partition('id="print-now"')[2].partition("</section>")
    for name in ("seats_print", "names_print", "cards_print", "sheets_print"):
        assert (now.count(reverse(name, args=[second.pk])), rest.count(reverse(name, args=[second.pk]))) == (1, 0)
        assert (now.count(reverse(name, args=[one.pk])), rest.count(reverse(name, args=[one.pk]))) == (0, 1)
    standing = reverse("standing_print", args=[stage.pk])
    assert page.count(f'"{standing}?official=1"') == 1
    assert rest.count(f'"{standing}"') == 1
    for name in ("entries_print", "places_print", "tournament_door"):
        assert rest.count(f'"{reverse(name, args=[stage.tournament_id])}"') == 1


def test_what_is_new_is_asked_in_as_many_statements_for_many_tables_as_for_two() -> None:
    many: list[int] = []
    for people in (8, 80):
        stage = make_cup(people=0, plan=TablesPlan(rounds=2))
        fill_stage(stage, people)
        publish(stage)
        printed(stage)
        with CaptureQueriesContext(connection) as asked:
            assert fresh(stage) == []
        many.append(len(asked))
    assert many[0] == many[1], many
    assert many[0] <= 60, many
