"""The pages of stages of matches, as the desk, everybody else in the club and the screen of the room see them."""

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.models import Role
from scorekeeper.draws.words import MATCHES
from scorekeeper.sharing.public import public_of
from scorekeeper.sharing.screens import screen_of
from scorekeeper.tournaments.draft.shown import corrections
from scorekeeper.tournaments.formats.bracket.plan import SinglePlan
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.plan import Taken
from scorekeeper.tournaments.formats.round_robin.plan import RoundRobinPlan
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from scorekeeper.tournaments.matches.totals import duel_standing_of
from scorekeeper.tournaments.models import DeskAct, Round, Stage
from tests.acting import as_role, forms_of, text
from tests.factories import NOW
from tests.factories.matches import make_duels, make_pairs_cup, plays, sides
from tests.factories.tournaments import add_final, draw, leave, official, publish
from tests.pages import folded
from tests.tournaments.test_round_robin import THREE, decided, play_all
from tests.tournaments.test_round_views import seen

pytestmark = pytest.mark.django_db


def standing(stage: Stage, client: Client, **query: str) -> str:
    return text(client.get(reverse("stage_standing", args=[stage.pk]), query))


def test_a_swiss_round_is_drawn_changed_opened_and_written_by_its_pages() -> None:
    stage = make_pairs_cup(SwissPlan(rounds=3), 5)
    desk = as_role(stage)
    address = reverse("stage_draw", args=[stage.pk])
    assert "2 matches" in text(desk.get(address))
    assert desk.post(address).status_code == 302
    draft = stage.rounds.get()
    page = text(desk.get(address))
    assert "Table 1: Both have 0." in page
    assert "the lowest player who can have one" in page
    first, second = draft.tables.all()
    swap = {**seen(draft), "one": str(first.places.all()[1].pk), "other": str(second.places.all()[1].pk)}
    assert desk.post(reverse("stage_swap", args=[stage.pk]), swap).status_code == 302
    assert "Set by hand" in text(desk.get(address))
    draft.refresh_from_db()
    opened = desk.post(reverse("stage_publish", args=[stage.pk]), seen(draft))
    assert opened["Location"] == reverse("tournament_desk", args=[stage.tournament_id])
    round_page = reverse("round_detail", args=[draft.pk])
    page = text(as_role(stage, Role.MEMBER).get(round_page))
    assert "2 matches have no final result yet" in page
    assert "Enter who has won" not in page
    table = stage.rounds.get().tables.all()[0]
    plays(table, 1)
    page = text(desk.get(round_page))
    assert "Sets 0 to 2." in page
    assert "Enter the winner at table 1" in page
    assert "Pair" in standing(stage, desk)


def test_a_round_robin_follows_and_its_standing_explains_three_equals() -> None:
    stage = make_duels(RoundRobinPlan(), 6)
    desk = as_role(stage)
    draw(stage)
    page = text(desk.get(reverse("stage_draw", args=[stage.pk])))
    assert "by the Berger tables" in page
    assert "Change places by hand" not in page
    play_all(stage, 5, THREE)
    page = standing(stage, desk)
    assert "Everybody against everybody" in page
    assert page.count(">PDF</a>") == 1
    assert page.count(">CSV</a>") == 2, "the standing and the table of everybody, not one of them twice"
    assert "Draw lots between them" in page
    one = stage.tournament.entrants.get(number=2)
    page = standing(stage, as_role(stage, Role.MEMBER), why=str(one.pk))
    assert "Direct encounter (what they made of their matches with each other) does not separate them" in page
    assert "Sonneborn-Berger" in page
    assert "share the place unless lots are drawn" in page
    assert "at home against" in page
    tied = [entrant.pk for entrant in stage.tournament.entrants.filter(number__in=(1, 2, 3))]
    sent = {"key": "0b2a4c1e-0000-4000-8000-000000000001", "entrant": [str(pk) for pk in tied]}
    assert desk.post(reverse("stage_lots", args=[stage.pk]), sent).status_code == 302
    assert "Lots were drawn" in standing(stage, desk)


def test_each_match_says_its_group() -> None:
    stage = make_duels(RoundRobinPlan(groups=2), 8)
    desk = as_role(stage)
    draw(stage)
    assert "Group 2" in text(desk.get(reverse("stage_draw", args=[stage.pk])))
    one = publish(stage, stage.rounds.get())
    page = text(desk.get(reverse("round_detail", args=[one.pk])))
    assert page.index("Group 1") < page.index("Group 2")


def test_penalties_are_given_in_halves() -> None:
    stage = make_duels(SwissPlan(rounds=3), 4)
    decided(publish(stage))
    desk, address = as_role(stage), reverse("stage_points", args=[stage.pk])
    whom = stage.tournament.entrants.get(number=1)
    sent = {"entrant": str(whom.pk), "points": "-0.5", "reason": "late", "key": "0b2a4c1e-0000-4000-8000-000000000002"}
    assert "Whole points and halves only" in text(desk.post(address, {**sent, "points": "0.3"}), 422)
    assert desk.post(address, sent).status_code == 302
    assert DeskAct.objects.get(kind=DeskAct.Kind.PENALTY).points == -1
    page = standing(stage, desk, why=str(whom.pk))
    assert "−½" in page


def test_a_correction_after_the_next_draw_shows_what_it_would_have_moved() -> None:
    stage = make_duels(SwissPlan(rounds=3), 6)
    one = publish(stage)
    decided(one)
    official(one)
    two = publish(stage)
    table = one.tables.all()[0]
    low = max(sides(table), key=lambda entrant: entrant.number)
    desk = as_role(stage)
    side = "home" if sides(table)[0] == low else "away"
    sent = {"winner": side, "reason": "mixed up", "key": "0b2a4c1e-0000-4000-8000-000000000003"}
    address = reverse("table_result", args=[table.pk])
    (form,) = (form for form in forms_of(address, text(desk.post(address, sent))) if "moves" in form.fields)
    assert desk.post(address, {name: values[0] for name, values in form.fields.items()}).status_code == 302
    page = text(desk.get(reverse("round_detail", args=[two.pk])))
    assert "had 0 when this was drawn, and has 1" in page.replace("\u2068", "").replace("\u2069", "")
    assert "the draw would have been different" in page
    moved = corrections(two).model_dump()["moved"]
    assert moved
    plain = page.replace("\u2068", "").replace("\u2069", "")
    for one_of in moved:
        met, would_meet = one_of["met"]["called"], one_of["would_meet"]["called"]
        words = (
            f"table {one_of['table']} against {met}, would have been at table {one_of['would_be']} against {would_meet}"
        )
        assert met != would_meet
        assert words in plain
    assert "Changed since the round was official" in text(desk.get(reverse("round_detail", args=[one.pk])))


def test_the_screen_shows_matches_and_their_standing() -> None:
    stage = make_duels(RoundRobinPlan(groups=2), 6)
    one = publish(stage)
    shown = screen_of(stage.tournament, 1, timezone.now())
    assert shown.rows[0].words is MATCHES  # type: ignore[union-attr]
    decided(one)
    official(one)
    results = screen_of(stage.tournament, 1, timezone.now())
    assert results.what == "results"
    assert sorted(sat.got for sat in results.rows[0].people) == ["0", "1"]  # type: ignore[union-attr]
    shown = screen_of(stage.tournament, 2, timezone.now())
    ranked = [(row.group, row.rank) for row in shown.rows]  # type: ignore[union-attr]
    assert ranked == [(1, "1"), (1, "2"), (1, "2"), (2, "1"), (2, "2"), (2, "2")], "both groups fit on a page"
    assert shown.rows[0].said == "1"  # type: ignore[union-attr]
    page = folded(render_to_string("sharing/_screen.html", {"shown": shown, "now": NOW}))
    assert page.index("Group 1") < page.index("Guest") < page.index("Group 2")
    everybody = folded(render_to_string("sharing/_public.html", {"shown": public_of(stage.tournament, 0, NOW)}))
    assert [everybody.count(f"<h3>Group {number}</h3>") for number in (1, 2, 3)] == [1, 1, 0]
    assert "Standing of group 2" in everybody


def test_of_an_odd_number_the_public_page_says_without_an_opponent_as_the_others_do() -> None:
    stage = make_duels(SwissPlan(rounds=3), 5)
    publish(stage)
    page = folded(render_to_string("sharing/_public.html", {"shown": public_of(stage.tournament, 0, NOW)}))
    assert "Without an opponent:" in page
    assert "Sitting out" not in page


def test_a_later_stage_waits_for_the_one_before_it() -> None:
    stage = make_duels(RoundRobinPlan(), 3)
    final = add_final(stage.tournament, plan=SinglePlan(takes=Taken(best=2)))
    desk, rounds = as_role(stage), reverse("tournament_rounds", args=[stage.tournament_id])
    draw_final = reverse("stage_draw", args=[final.pk])
    page = text(desk.get(rounds))
    assert "once that has ended" in page
    assert draw_final not in page
    play_all(stage, 3)
    desk.post(reverse("stage_end", args=[stage.pk]))
    page = text(desk.get(rounds))
    assert "2 are here for this round" in page
    assert draw_final in page
    assert 'Draw round 1 <small class="muted">Final</small>' in text(desk.get(draw_final))


def test_a_stage_ends_on_its_page() -> None:
    stage = make_duels(RoundRobinPlan(), 2)
    play_all(stage, 1)
    desk = as_role(stage)
    assert "Draw round 2" not in text(desk.get(reverse("tournament_rounds", args=[stage.tournament_id])))
    assert desk.post(reverse("stage_end", args=[stage.pk])).status_code == 302
    places = text(desk.get(reverse("tournament_places", args=[stage.tournament_id])))
    assert "Guest 01" in places
    assert Round.objects.get().official_at == NOW


def test_a_match_that_is_played_says_which_side_has_left() -> None:
    stage = make_duels(SwissPlan(rounds=3), 4)
    one = publish(stage)
    address = reverse("round_detail", args=[one.pk])
    assert "has left" not in text(as_role(stage).get(address))
    leave(sides(one.tables.all()[0])[1])
    page = text(as_role(stage).get(address))
    assert "away, has left" in page
    assert "left. Finish the sheet, or a director enters who has won." in page


def test_the_direct_encounter_stands_beside_the_points_that_it_parts() -> None:
    stage = make_duels(RoundRobinPlan(ties=("DE", "SB")), 5)
    play_all(stage, 5, {(1, 4): 4})
    lines = duel_standing_of(stage).lines
    assert [(line.entrant.number, line.said, line.direct) for line in lines] == [
        (1, "3", 1),
        (2, "3", 0),
        (3, "2", 1),
        (4, "2", 0),
        (5, "0", None),
    ]
    page = standing(stage, as_role(stage))
    assert page.index("Direct encounter") < page.index("Sonneborn-Berger")
    assert "not used" in page
    paper = format_of(stage).standing_list(stage, official=False)
    column = paper.heads.index("Direct encounter")
    assert [row[column] for row in paper.rows] == ["1", "0", "1", "0", None]


def test_who_has_left_is_marked_in_the_standing() -> None:
    stage = make_duels(SwissPlan(rounds=3), 4)
    one = publish(stage)
    decided(one)
    assert "has left" not in standing(stage, as_role(stage))
    leave(stage.tournament.entrants.get(number=4))
    assert '<small class="lacks muted">has left</small>' in standing(stage, as_role(stage))
