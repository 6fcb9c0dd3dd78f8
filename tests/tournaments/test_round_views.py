"""The pages of rounds of tables, as the desk and everybody else in the club see them."""

import re
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.keeping_apart import keep_apart
from scorekeeper.clubs.models import Role
from scorekeeper.jobs.models import Job
from scorekeeper.jobs.services import drain
from scorekeeper.tournaments.draft import scheduling
from scorekeeper.tournaments.draft.publishing import take_back_round
from scorekeeper.tournaments.ending.services import end_stage
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.models import DeskAct, Round, RoundTable
from scorekeeper.tournaments.rounds.field import called
from scorekeeper.tournaments.rounds.results import read_tables
from tests import factories
from tests.acting import as_role, text
from tests.factories import NOW
from tests.factories.tournaments import (
    come,
    draw,
    leave,
    make_cup,
    misses,
    play,
    play_round,
    publish,
    sheet,
    write_points,
)
from tests.reading_pages import grid

pytestmark = pytest.mark.django_db


def seen(one: Round) -> dict[str, Any]:
    return {"round": str(one.pk), "revision": one.revision}


def test_a_round_is_drawn_changed_and_opened_by_its_pages() -> None:
    stage = make_cup(people=7)
    desk = as_role(stage)
    address = reverse("stage_draw", args=[stage.pk])
    before = text(desk.get(address))
    assert "1 table is smaller than 4" in before
    assert "In this round: 7 players." in before
    assert desk.post(address).status_code == 302
    draft = stage.rounds.get()
    page = text(desk.get(address))
    assert f"with the number {draft.seed}" in page
    first, second = draft.tables.all()
    one, other = first.places.all()[0], second.places.all()[0]
    assert "Let go" in text(desk.get(address, {"take": str(one.pk)}))
    swap = {**seen(draft), "one": str(one.pk), "other": str(other.pk)}
    assert desk.post(reverse("stage_swap", args=[stage.pk]), swap).status_code == 302
    assert "kept here by" in text(desk.get(address))
    assert "Somebody has just changed the draw" in text(
        desk.post(reverse("stage_publish", args=[stage.pk]), seen(draft)), 409
    )
    draft.refresh_from_db()
    opened = desk.post(reverse("stage_publish", args=[stage.pk]), seen(draft))
    assert opened["Location"] == reverse("tournament_desk", args=[stage.tournament_id])
    page = text(as_role(stage, Role.MEMBER).get(reverse("round_detail", args=[draft.pk])))
    assert "Guest 01" in page
    assert "Enter a result" not in page
    assert "2 tables have no final result yet" in page


def test_somebody_is_held_released_and_the_draw_before_comes_back() -> None:
    stage = make_cup(people=8)
    desk, draft = as_role(stage), draw(stage)
    address, place = reverse("stage_draw", args=[stage.pk]), draft.places.get(table__number=2, seat=1)
    assert "Back to the previous draw" not in text(desk.get(address))
    hold = reverse("stage_hold", args=[stage.pk])
    assert desk.post(hold, {**seen(draft), "place": str(place.pk), "held": "1"}).status_code == 302
    page = text(desk.get(address))
    assert "1 lock was honoured." in page
    assert "Release" in page
    desk.post(address)
    again = stage.rounds.get()
    assert again.places.get(entrant=place.entrant).table.number == 2
    assert "Somebody has just changed the draw" in text(desk.post(hold, {**seen(draft), "place": str(place.pk)}), 409)
    undo = reverse("stage_undo", args=[stage.pk])
    assert "Back to the previous draw" in text(desk.get(address))
    assert desk.post(undo, seen(again)).status_code == 302
    back = stage.rounds.get()
    assert (back.seed, back.facts) == (draft.seed, draft.facts)
    assert "There is no earlier draw." in text(desk.post(undo, seen(back)), 409)


def test_who_sits_out_is_held_and_released_like_all_others() -> None:
    stage = make_cup(people=5)
    desk, draft = as_role(stage), draw(stage)
    hold, place = reverse("stage_hold", args=[stage.pk]), draft.places.get(kind="bye")

    def out() -> str:
        page = text(desk.get(reverse("stage_draw", args=[stage.pk])))
        return page.partition('<section aria-labelledby="out">')[2].partition("</section>")[0]

    assert called(place.entrant) in out()
    assert f"?take={place.pk}#out" in out()
    assert "deals first" not in out()
    assert desk.post(hold, {**seen(draft), "place": str(place.pk), "held": "1"}).status_code == 302
    assert "kept here by" in out()
    draft.refresh_from_db()
    assert "Release" in out()
    assert desk.post(hold, {**seen(draft), "place": str(place.pk), "held": "0"}).status_code == 302
    assert "kept here by" not in out()


def test_who_is_never_to_sit_together_does_only_when_it_is_said_twice() -> None:
    stage = make_cup(people=0, plan=TablesPlan(apart="hard"))
    for number in range(8):
        come(stage, f"Guest {number}", origin="Mill" if number < 2 else "")
    desk, draft = as_role(stage), draw(stage)
    one, other = draft.places.filter(entrant__origin="Mill")
    beside = draft.places.filter(table=other.table).exclude(pk=other.pk)[0]
    swap, body = reverse("stage_swap", args=[stage.pk]), {"one": str(one.pk), "other": str(beside.pk)}
    asked = text(desk.post(swap, {**seen(draft), **body}), 422)
    warning = asked.partition('role="alert">This would seat pairs together that should never be')[2].partition(
        "</form>"
    )[0]
    assert "Change places anyway" in warning
    assert asked.count("Change places anyway") == 1
    assert 'id="table-1"' not in asked  # the browser would go there, past the warning
    assert "Draw anyway" not in asked
    assert f'value="{one.pk}"' in asked
    assert desk.post(swap, {**seen(draft), **body, "despite": "1"}).status_code == 302
    assert "sit together and come from the same club" in text(desk.get(reverse("stage_draw", args=[stage.pk])))


def test_a_draw_that_parts_nobody_is_offered_all_the_same() -> None:
    stage = make_cup(people=4)
    one, other = (entrant.players.get().player for entrant in stage.tournament.entrants.all()[:2])
    keep_apart(club=stage.club, by=factories.owner_of(stage.club), one=one.pk, other=other.pk, now=NOW)
    desk, address = as_role(stage), reverse("stage_draw", args=[stage.pk])
    refused = desk.post(address)
    drain(timezone.now)  # where the machine is slow it goes on in the background
    assert "Draw anyway" in (refused.content.decode() if refused.status_code == 422 else text(desk.get(address)))
    assert desk.post(address, {"despite": "1"}).status_code == 302
    drain(timezone.now)
    assert "sit together although they never should" in text(desk.get(address))


@pytest.mark.both_engines("a key inside JSON")
def test_a_draw_in_the_background_that_parts_nobody_is_offered_all_the_same() -> None:
    stage = make_cup(people=4)
    one, other = (entrant.players.get().player for entrant in stage.tournament.entrants.all()[:2])
    owner = factories.owner_of(stage.club)
    keep_apart(club=stage.club, by=owner, one=one.pk, other=other.pk, now=NOW)
    job = scheduling.draw_or_ask(stage_id=stage.pk, by=owner, now=NOW, patience=0)
    assert isinstance(job, Job)
    drain(timezone.now)
    job.refresh_from_db()
    assert "No draw was found that keeps these pairs apart" in job.sentences[0]
    desk = as_role(stage)
    assert "Draw anyway" in text(desk.get(job.again))
    assert desk.post(reverse("stage_draw", args=[stage.pk]), {"despite": "1"}).status_code == 302


def test_it_is_offered_all_the_same_only_until_something_is_drawn() -> None:
    stage = make_cup(people=4)
    one, other = (entrant.players.get().player for entrant in stage.tournament.entrants.all()[:2])
    owner = factories.owner_of(stage.club)
    keep_apart(club=stage.club, by=owner, one=one.pk, other=other.pk, now=NOW)
    scheduling.draw_or_ask(stage_id=stage.pk, by=owner, now=timezone.now(), patience=0)
    drain(timezone.now)
    desk, address = as_role(stage), reverse("stage_draw", args=[stage.pk])
    assert "Draw anyway" in text(desk.get(address))
    assert desk.post(address, {"despite": "1"}).status_code == 302
    drain(timezone.now)
    assert stage.rounds.exists()
    assert "Draw anyway" not in text(desk.get(address))
    assert desk.post(reverse("stage_drop", args=[stage.pk]), seen(stage.rounds.get())).status_code == 302
    assert "Draw anyway" not in text(desk.get(address))


def test_changing_little_is_not_offered_where_the_list_says_who_sits_where() -> None:
    stage = make_cup(people=8, plan=TablesPlan(style="manual"))
    one = publish(stage)
    take_back_round(round_id=one.pk, by=factories.owner_of(stage.club), now=NOW)
    desk, address = as_role(stage), reverse("stage_draw", args=[stage.pk])
    come(stage, "Late")
    assert "as few changes as possible" not in text(desk.get(address))
    assert desk.post(address, {"few_changes": "1"}).status_code == 302
    page = text(desk.get(address))
    assert "announced" in page
    assert "as few changes as possible" not in page


def test_changing_little_is_offered_where_something_was_planned() -> None:
    stage = make_cup(people=12)
    desk, address = as_role(stage), reverse("stage_draw", args=[stage.pk])
    draw(stage)
    assert "as few changes as possible" not in text(desk.get(address))
    one = publish(stage, stage.rounds.get())
    for table in one.tables.all():
        write_points(table, {place.entrant: 0 for place in table.places.all()})
    come(stage, "Late")
    assert "as few changes as possible" in text(desk.get(address))
    assert desk.post(address, {"few_changes": "1"}).status_code == 302
    page = text(desk.get(address))
    assert "announced" in page
    assert "The draw changed as little as possible" in page


def test_what_stops_a_draw_stands_on_its_page() -> None:
    stage = make_cup(people=2)
    desk = as_role(stage)
    address = reverse("stage_draw", args=[stage.pk])
    assert "stops the draw" in text(desk.get(address))
    assert "A table needs at least 3" in text(desk.post(address), 422)


def test_a_draft_is_thrown_away() -> None:
    stage = make_cup(people=8)
    draft = draw(stage)
    assert as_role(stage).post(reverse("stage_drop", args=[stage.pk]), seen(draft)).status_code == 302
    assert not stage.rounds.exists()


def test_members_read_rounds_and_draw_none() -> None:
    stage = make_cup(people=8)
    member = as_role(stage, Role.MEMBER)
    assert member.get(reverse("stage_draw", args=[stage.pk])).status_code == 403
    draft = draw(stage)
    assert member.get(reverse("round_detail", args=[draft.pk])).status_code == 404
    one = publish(stage, draft)
    assert member.get(reverse("round_detail", args=[one.pk])).status_code == 200
    page = text(member.get(reverse("tournament_rounds", args=[stage.tournament_id])))
    assert "being played" in page
    assert "Draw round" not in page
    for name, pk in (("round_official", one.pk), ("stage_lots", stage.pk)):
        assert member.post(reverse(name, args=[pk])).status_code == 403
    for name, pk in (("table_result", one.tables.all()[0].pk), ("stage_points", stage.pk)):
        assert member.get(reverse(name, args=[pk])).status_code == 403


def test_results_are_written_and_taken_back_with_reasons() -> None:
    stage = make_cup(people=3)
    one = publish(stage)
    desk, table = as_role(stage), one.tables.get()
    address = reverse("table_result", args=[table.pk])
    assert "Guest 01" in text(desk.get(address))
    points = {f"points-{place.entrant_id}": 10 * place.entrant.number for place in table.places.all()}
    assert desk.post(address, {**points, "key": uuid4()}).status_code == 302, "a first result asks for no reason"
    points = {name: 10 + amount for name, amount in points.items()}
    assert "Please fill this in" in text(desk.post(address, {**points, "key": uuid4(), "reason": ""}), 422)
    sent = {**points, "key": uuid4(), "reason": "the phone drowned"}
    assert desk.post(address, sent).status_code == 302
    assert "Enter how many points somebody has" in text(desk.post(address, {"key": uuid4(), "reason": "x"}), 422)
    page = text(desk.get(reverse("round_detail", args=[one.pk])))
    assert "the phone drowned" in page
    assert "Make round 1 official" in page
    assert desk.post(reverse("round_official", args=[one.pk])).status_code == 302
    act = DeskAct.objects.filter(kind="result", reason="the phone drowned").select_related("entrant")[0]
    assert act.entrant
    back = reverse("act_back", args=[act.pk])
    assert "the phone drowned" in text(desk.get(back))
    assert desk.post(back, {"key": uuid4(), "reason": "it was another table"}).status_code == 302
    assert DeskAct.objects.filter(of=act).exists()
    page = text(desk.get(reverse("round_detail", args=[one.pk])))
    assert "Changed since the round was official" in page
    assert f"{called(act.entrant)}: {act.points} then, {act.points - 10} now" in page


def test_nothing_is_a_figure_too_as_long_as_the_sheet_is_empty() -> None:
    stage = make_cup(people=4)
    one = publish(stage)
    desk, table = as_role(stage), one.tables.get()
    address = reverse("table_result", args=[table.pk])
    names = [f"points-{place.entrant_id}" for place in table.places.all()]
    page = text(desk.get(address))
    assert not any(f'name="{name}" value' in page for name in names), "an empty sheet says nothing"
    sent = dict(zip(names, (1000, 0, 500, 200), strict=True))

    assert desk.post(address, {**sent, "key": uuid4(), "reason": "Paper list"}).status_code == 302

    page = text(desk.get(reverse("round_detail", args=[one.pk])))
    assert "Still missing" not in page
    assert "Make round 1 official" in page
    assert sorted(DeskAct.objects.filter(kind="result").values_list("points", flat=True)) == [0, 200, 500, 1000]
    assert "Enter how many points somebody has" in text(
        desk.post(address, {**sent, "key": uuid4(), "reason": "x"}), 422
    )


def test_on_a_sheet_that_was_begun_only_other_figures_are_written() -> None:
    stage = make_cup(people=4)
    table = publish(stage).tables.get()
    sitting = sheet(table)
    factories.record(sitting, factories.played(1))
    desk, address = as_role(stage), reverse("table_result", args=[table.pk])
    played = read_tables(RoundTable.objects.filter(pk=table.pk))[0]
    sent = {f"points-{pk}": got.points for pk, got in played.got.items()}
    other = next(iter(sent))

    assert desk.post(address, {**sent, other: 77, "key": uuid4(), "reason": "Paper list"}).status_code == 302

    assert [act.points for act in DeskAct.objects.filter(kind="result")] == [77]


def test_the_standing_opens_a_row_to_what_it_is_made_of() -> None:
    stage = make_cup(people=6, plan=TablesPlan(absent=-5))
    who = stage.tournament.entrants.all()[0]
    misses(stage, who, 1)
    play_round(stage, publish(stage))
    two = publish(stage)
    table = next(iter(two.tables.all()))
    play(table)
    desk = as_role(stage)
    sent = {"entrant": str(who.pk), "points": -30, "reason": "phone at the table", "key": uuid4()}
    assert desk.post(reverse("stage_points", args=[stage.pk]), sent).status_code == 302
    address = reverse("stage_standing", args=[stage.pk])
    lines = grid(desk.get(address), "Standing of")
    line = lines.row(called(who))
    assert (line["Round 1"], line["Penalties"]) == ("-5 missed it", "-30")
    assert lines.heads[:5] == ["Rank", "Since the round before", "Name", "Round 1", "Round 2"]
    page = text(desk.get(address, {"why": str(who.pk)}))
    assert "missed it" in page
    assert "phone at the table" in page
    assert "not all final yet" in page
    assert "Round 2" not in text(desk.get(address, {"official": "1"}))


def test_a_correction_says_of_who_would_have_stayed_that_others_would_have_sat_there() -> None:
    stage = make_cup(people=8, plan=TablesPlan(style="seeded", rounds=2))
    one = publish(stage)
    for table in one.tables.all():
        write_points(table, {place.entrant: 100 - place.entrant.number for place in table.places.all()})
    two = publish(stage)
    place = one.places.get(entrant__number=8)
    assert place.table
    write_points(place.table, {place.entrant: 500})

    page = text(as_role(stage).get(reverse("round_detail", args=[two.pk]))).split("the draw would have been different")[
        1
    ]

    assert "table 2, would have been at table 1" in page
    assert re.search(r"table (\d), would have sat there with others", page)
    assert not re.search(r"table (\d), would have been at table \1", page)


def test_what_is_taken_back_of_a_table_leads_back_to_its_round() -> None:
    stage = make_cup(people=3)
    one = publish(stage)
    table = one.tables.get()
    write_points(table, {table.places.all()[0].entrant: 5})
    back = reverse("act_back", args=[DeskAct.objects.get(kind=DeskAct.Kind.RESULT).pk])
    answer = as_role(stage).post(back, {"reason": "wrong line", "key": uuid4()})
    assert (answer.status_code, answer.headers["Location"]) == (302, reverse("round_detail", args=[one.pk]))


def test_of_a_table_that_the_desk_has_half_written_is_said_whose_result_is_missing() -> None:
    stage = make_cup(people=3)
    one = publish(stage)
    table = one.tables.get()
    desk, address = as_role(stage), reverse("round_detail", args=[one.pk])
    first, *rest = [place.entrant for place in table.places.order_by("seat")]
    assert "still playing, hand 1 of 36" in text(desk.get(address))

    write_points(table, {first: 0})

    page = text(desk.get(address))
    assert f"no result yet of {called(rest[0])}, {called(rest[1])}" in page
    assert "still playing" not in page
    write_points(table, dict.fromkeys(rest, 0))
    assert "no result yet" not in text(desk.get(address))


def test_a_desk_that_corrects_one_figure_of_a_table_that_plays_waits_for_the_sheet() -> None:
    stage = make_cup(people=3)
    one = publish(stage)
    table = one.tables.get()
    factories.record(sheet(table), factories.played(1))
    write_points(table, {table.places.all()[0].entrant: 5})
    assert "still playing, hand 2 of 36" in text(as_role(stage).get(reverse("round_detail", args=[one.pk])))


def test_a_penalty_is_for_nobody_until_somebody_is_chosen_by_name() -> None:
    stage = make_cup(people=3)
    come(stage, "Adam Early")
    publish(stage)
    desk, address = as_role(stage), reverse("stage_points", args=[stage.pk])
    options = re.findall(r"<option value=\"([^\"]*)\"[^>]*>([^<]*)<", text(desk.get(address)))
    assert options[0] == ("", "choose")
    assert [name for _pk, name in options[1:]] == ["Adam Early", "Guest 01", "Guest 02", "Guest 03"]
    assert desk.post(address, {"points": -30, "reason": "phone", "key": uuid4(), "entrant": ""}).status_code == 422
    assert not DeskAct.objects.filter(kind=DeskAct.Kind.PENALTY).exists()


@pytest.mark.parametrize(("absent", "shown"), [(0, "–"), (-5, "−5")])
def test_a_round_that_was_missed_is_no_played_nothing_and_who_has_left_is_marked(absent: int, shown: str) -> None:
    stage = make_cup(people=5, plan=TablesPlan(absent=absent))
    who = stage.tournament.entrants.all()[0]
    misses(stage, who, 1)
    one = publish(stage)
    write_points(one.tables.get(), {place.entrant: 0 for place in one.places.exclude(table=None)})
    leave(who)
    page = text(as_role(stage).get(reverse("stage_standing", args=[stage.pk])))
    row = re.sub(r"<[^>]+>", " ", page.split(f'id="e{who.pk}"')[1].split("</tr>")[0])
    assert f"{shown} missed it" in " ".join(row.split())
    assert "has left" in row
    assert page.count("missed it") == page.count("has left") == 1, "nobody else"


def test_a_stage_that_has_ended_shows_what_is_final() -> None:
    stage = make_cup(people=4, plan=TablesPlan(rounds=1))
    play_round(stage, publish(stage))
    address, desk = reverse("stage_standing", args=[stage.pk]), as_role(stage)
    assert '<h2 class="part">Official standings</h2>' not in text(desk.get(address))
    end_stage(stage_id=stage.pk, by=factories.owner_of(stage.club), now=NOW)
    page = text(desk.get(address))
    assert '<h2 class="part">Official standings</h2>' in page
    assert "this is final" in page
    assert "this is final" not in text(desk.get(address, {"official": "0"}))
    rounds = text(desk.get(reverse("tournament_rounds", args=[stage.tournament_id])))
    assert "If it ended now" not in rounds


def test_lots_are_drawn_from_the_standing() -> None:
    stage = make_cup(people=3)
    one = publish(stage)
    table = one.tables.get()
    write_points(table, {place.entrant: 10 for place in table.places.all()})
    desk = as_role(stage)
    address = reverse("stage_standing", args=[stage.pk])
    assert "Draw lots between them" in text(desk.get(address))
    entrants = [str(place.entrant_id) for place in table.places.all()]
    lots = reverse("stage_lots", args=[stage.pk])
    assert "Lots are drawn only among all" in text(desk.post(lots, {"entrant": entrants[:2], "key": uuid4()}), 422)
    assert desk.post(lots, {"entrant": entrants, "key": uuid4()}).status_code == 302
    assert "Lots were drawn on" in text(desk.get(address))


def test_a_page_asks_for_no_more_with_more_tables(django_assert_max_num_queries: Any) -> None:
    stage = make_cup(people=24)
    one = publish(stage)
    desk = as_role(stage, Role.MEMBER)
    for name, pk in (("round_detail", one.pk), ("stage_standing", stage.pk)):
        with django_assert_max_num_queries(40):
            assert desk.get(reverse(name, args=[pk])).status_code == 200


def test_who_left_since_makes_the_draft_stale() -> None:
    stage = make_cup(people=8)
    draw(stage)
    leave(stage.tournament.entrants.all()[0])
    desk, address = as_role(stage), reverse("stage_draw", args=[stage.pk])
    assert "People have come or gone" in text(desk.get(address))
    refused = text(desk.post(reverse("stage_publish", args=[stage.pk]), seen(stage.rounds.get())), 409)
    assert f'<form method="post" action="{address}">' in refused  # “Draw again” leads back from there
    assert f'href="{address}?take=' in refused


def test_a_round_that_is_played_says_who_of_a_table_has_left() -> None:
    stage = make_cup(people=8)
    one = publish(stage)
    address = reverse("round_detail", args=[one.pk])
    assert "has left" not in text(as_role(stage).get(address))
    leave(stage.tournament.entrants.all()[0])
    assert text(as_role(stage).get(address)).count("has left") == 1
    play_round(stage, one)
    assert "has left" not in text(as_role(stage).get(address))


def test_a_swap_comes_back_to_the_table_it_was_made_at() -> None:
    stage = make_cup(people=8)
    place = draw(stage).tables.all()[0].places.all()[0]
    shown = text(as_role(stage).get(reverse("stage_draw", args=[stage.pk]), {"take": str(place.pk)}))
    assert f'action="{reverse("stage_swap", args=[stage.pk])}#table-2"' in shown


def test_pages_of_a_round_ask_again_and_are_told_nothing_while_nothing_is_new() -> None:
    stage = make_cup(people=8)
    one = publish(stage)
    client = Client()
    client.force_login(factories.make_member(stage.club))
    for name, pk in (("round_detail", one.pk), ("stage_standing", stage.pk)):
        page = reverse(name, args=[pk])
        asked = unescape(re.search(r'hx-get="([^"]+)"', client.get(page).content.decode()).group(1))  # type: ignore[union-attr]
        assert asked.startswith(page)

        quiet = client.get(asked, headers={"HX-Request": "true"})
        assert (quiet.status_code, quiet.content) == (204, b"")
        assert quiet["X-As-Of"], "as of when that is so"
        assert client.get(asked).status_code == 200, "whoever opens it sees it"

        write_points(one.tables.first(), {one.places.filter(table=one.tables.first()).first().entrant: 77})
        news = client.get(asked, headers={"HX-Request": "true"})
        assert "77" in text(news)
        assert asked not in unescape(news.content.decode()), "with another stamp"


def test_who_writes_points_is_told_what_the_figures_beside_them_are_for() -> None:
    stage = make_cup(people=4)
    page = text(as_role(stage).get(reverse("table_result", args=[publish(stage).tables.first().pk])))
    assert "The figures next to the points break ties" in page


def test_what_is_over_asks_no_more() -> None:
    stage = make_cup(people=4, plan=TablesPlan(rounds=1))
    one = publish(stage)
    play_round(stage, one)
    end_stage(stage_id=stage.pk, by=factories.owner_of(stage.club), now=NOW)
    client = Client()
    client.force_login(factories.make_member(stage.club))
    assert b"hx-trigger" not in client.get(reverse("round_detail", args=[one.pk])).content


def test_a_list_that_puts_those_together_who_never_are_is_opened_only_once_somebody_wants_it() -> None:
    stage = make_cup(people=8, plan=TablesPlan(style="manual"))
    one, other = (entrant.players.get().player for entrant in stage.tournament.entrants.all()[:2])
    keep_apart(club=stage.club, by=factories.owner_of(stage.club), one=one.pk, other=other.pk, now=NOW)
    desk, address = as_role(stage), reverse("stage_draw", args=[stage.pk])
    open_it = reverse("stage_publish", args=[stage.pk])

    assert desk.post(address).status_code == 302
    page = text(desk.get(address))
    assert "should never be together, but the seating list puts them at one table" in page
    assert "Open all 2 tables" not in page
    assert "Move one of them, or draw anyway." in text(desk.post(open_it, seen(stage.rounds.get())), 409)

    assert desk.post(address, {"despite": "1"}).status_code == 302
    page = text(desk.get(address))
    assert "the list puts them" not in page
    assert "Open all 2 tables" in page
    assert desk.post(address).status_code == 302
    draft = stage.rounds.get()
    places = [place for table in draft.tables.all() for place in table.places.all()]
    first = next(place for place in places if place.entrant.number == 1)
    beside = next(place for place in places if place.table_id != first.table_id)
    swap = {**seen(draft), "one": str(first.pk), "other": str(beside.pk)}
    assert desk.post(reverse("stage_swap", args=[stage.pk]), swap).status_code == 302
    assert desk.post(open_it, seen(stage.rounds.get())).status_code == 302
