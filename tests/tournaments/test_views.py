"""The pages of tournaments: the list, the plan, the overview, the stages."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games.core.record import dump
from scorekeeper.tournaments.formats.bracket.plan import DoublePlan, SinglePlan
from scorekeeper.tournaments.formats.knockout.plan import KnockoutPlan
from scorekeeper.tournaments.formats.round_robin.plan import RoundRobinPlan
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.models import Stage, Tournament
from tests import factories
from tests.acting import html_of
from tests.factories.tournaments import add_final, make_pairs, make_planned, make_teams, make_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return factories.make_club(owner=factories.make_user("Renate Vogt"))


@pytest.fixture
def page(client, club):
    client.force_login(factories.owner_of(club))
    return client


@pytest.fixture
def member(client, club):
    client.force_login(factories.make_member(club))
    return client


def sent(form, **more):
    """The form as the page fills it, with these fields otherwise."""
    filled = {name: form[name].value() for name in form.fields}
    filled = {name: value for name, value in filled.items() if value not in (None, False)}
    return {**{name: "on" if value is True else str(value) for name, value in filled.items()}, **more}


@pytest.mark.parametrize("game", ["skat", "svoi_kozyri", "tonk", "palace_poker"])
def test_a_tournament_is_planned_as_the_form_stands(page, club, game):
    address = reverse("tournament_new", args=[club.pk, game])
    answer = page.post(address, sent(page.get(address).context["form"]))

    made = Tournament.objects.get()
    assert answer.url == reverse("tournament_detail", args=[made.pk])
    assert (made.game, made.signs_up, made.stages.count()) == (game, True, 1)
    assert "Format" in html_of(page.get(answer.url))


def test_sending_a_plan_twice_makes_one_and_another_plan_from_the_same_page_another(page, club):
    address = reverse("tournament_new", args=[club.pk, "skat"])
    form = sent(page.get(address).context["form"])
    assert page.post(address, form).url == page.post(address, form).url
    assert Tournament.objects.count() == 1
    page.post(address, {**form, "name": "Another cup"})
    assert Tournament.objects.count() == 2


def test_sending_a_stage_twice_adds_one(page, club):
    made = make_planned(club)
    address = reverse("stage_new", args=[made.pk]) + "?format=tables"
    form = sent(page.get(address).context["form"], name="Final")
    assert page.post(address, form).url == page.post(address, form).url
    assert [stage.name for stage in made.stages.all()] == ["", "Final"]


def test_what_does_not_suit_is_said_and_what_was_typed_kept(page, club):
    address = reverse("tournament_new", args=[club.pk, "skat"])
    form = page.get(address).context["form"]
    answer = page.post(address, sent(form, most="1", name="Spring <Cup>"))

    assert answer.status_code == 422
    assert "Please stay at or above 2." in html_of(answer)
    assert 'value="Spring &lt;Cup&gt;"' in html_of(answer)
    assert not Tournament.objects.exists()


def test_a_plan_is_changed_on_its_page_and_not_behind_somebody_s_back(page, club):
    made = make_planned(club, starts_at=timezone.now() + timedelta(days=3))
    address = reverse("tournament_edit", args=[made.pk])
    form = page.get(address).context["form"]
    assert page.post(address, sent(form, name="Autumn Cup", most="12")).status_code == 302
    late = page.post(address, sent(form, name="Mine"))

    made.refresh_from_db()
    assert (made.name, made.most, late.status_code) == ("Autumn Cup", 12, 409)
    assert "Somebody else has changed the tournament in the meantime" in html_of(late)
    assert 'value="Mine"' in html_of(late)


def test_what_cannot_be_drawn_here_is_not_offered(page, club):
    made = make_planned(club, game="palace_poker")
    address = reverse("stage_new", args=[made.pk])
    offered = page.get(address).content
    assert b"?format=tables" in offered
    assert b"?format=swiss" not in offered
    assert page.get(address, {"format": "swiss"}).status_code == 200
    assert b"truco" in page.get(reverse("tournament_choose", args=[club.pk])).content


def test_a_swiss_of_pairs_in_truco_is_planned_on_its_page(page, club):
    address = reverse("tournament_new", args=[club.pk, "truco"])
    form = page.get(address).context["form"]
    assert form["of"].initial == Tournament.Of.PAIRS
    assert "tables" not in dict(form.fields["format"].choices)
    assert page.post(address, sent(form, format="swiss")).status_code == 302
    made = Tournament.objects.get()
    assert (made.game, made.of, made.team_size) == ("truco", Tournament.Of.PAIRS, 2)
    assert made.stages.get().typed_plan == SwissPlan()


def test_only_styles_that_suit_who_enters_are_offered(page, club):
    for made, offered in ((make_planned(club), "mix seeded random manual"), (make_teams(club), "team manual")):
        stage = made.stages.get()
        form = page.get(reverse("stage_edit", args=[made.pk, stage.pk])).context["form"]
        assert [one for one, _title in form.fields["style"].choices] == offered.split()


def test_a_stage_of_each_format_can_be_changed(page, club):
    made = make_planned(club, game="svoi_kozyri")
    form = page.get(reverse("stage_new", args=[made.pk]), {"format": "tables"}).context["form"]
    assert page.post(f"{reverse('stage_new', args=[made.pk])}?format=tables", sent(form)).status_code == 302
    for plan in (RoundRobinPlan(), SinglePlan(), DoublePlan(), KnockoutPlan(seats=4), SwissPlan()):
        last = add_final(made, plan=plan)
        change = reverse("stage_edit", args=[made.pk, last.pk])
        assert page.post(change, sent(page.get(change).context["form"], name=plan.kind)).status_code == 302
    more = {"name": "Middle", "rounds": "7", "best": "8", "counting": "6-2-0"}
    page.post(change, sent(page.get(change).context["form"], **more))
    last.refresh_from_db()
    plan = last.typed_plan
    assert isinstance(plan, SwissPlan)
    assert (last.name, plan.rounds, plan.takes.best, plan.win, plan.draw) == ("Middle", 7, 8, 6, 2)


def test_what_is_asked_of_equals_is_chosen_in_order(page, club):
    made = make_pairs(club)
    stage = add_final(made, plan=SwissPlan())
    address = reverse("stage_edit", args=[made.pk, stage.pk])
    form = page.get(address).context["form"]
    usual = ["DE", "SETS", "DIFF", "FOR", ""]
    assert [form[f"tie_{number}"].value() for number in range(5)] == usual
    page.post(address, sent(form))
    assert Stage.objects.get(pk=stage.pk).typed_plan == SwissPlan()

    chosen = {"tie_0": "BH_C1", "tie_1": "", "tie_2": "DE", "tie_3": "", "tie_4": "", "without": "draw"}
    page.post(address, sent(page.get(address).context["form"], **chosen, counting="6-2-0"))
    plan = Stage.objects.get(pk=stage.pk).typed_plan
    assert (plan.ties, plan.bye, plan.for_bye) == (("PTS", "BH_C1", "DE"), 2, 2)
    form = page.get(address).context["form"]
    assert [form[f"tie_{number}"].value() for number in range(3)] == ["BH_C1", "DE", ""]
    assert form["without"].value() == "draw"

    twice = page.post(address, sent(form, tie_2="DE"))
    assert twice.status_code == 422
    assert "Direct encounter is already used." in twice.context["form"].errors["tie_2"][0]
    page.post(address, sent(form, **{f"tie_{number}": "" for number in range(5)}))
    assert Stage.objects.get(pk=stage.pk).typed_plan.ties == ("PTS",)
    told = page.get(reverse("tournament_detail", args=[made.pk])).content.decode()
    assert "Players level on points share the place." in told


def test_the_year_of_the_tie_breaks_is_chosen_until_it_begins(page, club):
    made = make_pairs(club)
    stage = made.stages.get()
    stage.plan = dump(SwissPlan())
    stage.save()
    address = reverse("tournament_edit", args=[made.pk])
    form = page.get(address).context["form"]
    assert form["rules_version"].value() == 2026
    assert page.post(address, sent(form, rules_version="2024")).status_code == 302
    made.refresh_from_db()
    assert made.rules_version == 2024
    told = html_of(page.get(reverse("tournament_detail", args=[made.pk])))
    assert "count by the rules before March 2026" in told
    made.state = "running"
    made.save()
    later = page.post(address, sent(page.get(address).context["form"], rules_version="2026"))
    assert later.status_code == 422
    assert "The tournament has begun" in html_of(later)
    assert "rules_version" not in page.get(reverse("tournament_new", args=[club.pk, "skat"])).context["form"].fields


def test_half_a_bye_for_late_ones_is_a_choice_of_the_first_stage(page, club):
    made = make_pairs(club)
    first, later = made.stages.get(), add_final(made, plan=SwissPlan())
    first.plan = dump(SwissPlan())
    first.save()
    address = reverse("stage_edit", args=[made.pk, first.pk])
    form = page.get(address).context["form"]
    assert form["late"].value() == "zero"
    page.post(address, sent(form, late="half"))
    assert first.__class__.objects.get(pk=first.pk).typed_plan == SwissPlan(late="half")
    told = "Players who join after the first round get half a bye, once: ½."
    assert told in page.get(reverse("tournament_detail", args=[made.pk])).content.decode()
    assert "late" not in page.get(reverse("stage_edit", args=[made.pk, later.pk])).context["form"].fields


def test_the_order_in_which_tables_are_broken_is_typed(page, club):
    made = make_planned(club, game="tonk", format_="knockout")
    stage = made.stages.get()
    address = reverse("stage_edit", args=[made.pk, stage.pk])
    page.post(address, sent(page.get(address).context["form"], breaks="3, 1"))
    assert Stage.objects.get(pk=stage.pk).typed_plan.breaks == (3, 1)
    form = page.get(address).context["form"]
    assert form["breaks"].value() == "3, 1"
    assert "tables 3, 1" in page.get(reverse("tournament_detail", args=[made.pk])).content.decode()
    for wrong, field in (("3 and 1", "breaks"), ("0", "breaks"), ("501", "breaks"), ("2 2", "breaks")):
        refused = page.post(address, sent(form, breaks=wrong))
        assert refused.status_code == 422, wrong
        assert refused.context["form"].errors[field], wrong


def test_the_form_of_a_stage_keeps_what_it_does_not_ask(page, club):
    made = make_pairs(club)
    plan = RoundRobinPlan(win=5, draw=3, loss=1, ties=("PTS", "DE"))
    stage = add_final(made, plan=plan)
    address = reverse("stage_edit", args=[made.pk, stage.pk])
    page.post(address, sent(page.get(address).context["form"], groups="2"))

    assert Stage.objects.get(pk=stage.pk).typed_plan == plan.model_copy(update={"groups": 2})


def test_a_stage_that_is_refused_says_where(page, club):
    made = make_planned(club)
    address = reverse("stage_edit", args=[made.pk, made.stages.get().pk])
    form = page.get(address).context["form"]
    answer = page.post(address, sent(form, style="team", rounds="7"))
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {"style"}
    assert 'value="7"' in html_of(answer)


def test_a_stage_is_taken_out_from_the_overview(page, club):
    made = make_planned(club)
    stage = add_final(made, plan=TablesPlan(rounds=1))
    address = reverse("stage_remove", args=[made.pk, stage.pk])
    made.refresh_from_db()
    assert page.post(address, {"version": "x"}).status_code == 409
    assert page.post(address, {"version": made.version}).status_code == 302
    assert made.stages.count() == 1


def test_members_read_and_change_nothing(member, club):
    made = make_planned(club)
    shown = html_of(member.get(reverse("tournament_detail", args=[made.pk])))
    assert "3 rounds at tables of 4." in shown
    assert not {name for name in ("stage_new", "tournament_edit") if reverse(name, args=[made.pk]) in shown}
    for name in ("tournament_edit", "stage_new"):
        assert member.get(reverse(name, args=[made.pk])).status_code == 403
    assert member.post(reverse("tournament_call_off", args=[made.pk])).status_code == 403
    assert member.get(reverse("tournament_choose", args=[club.pk])).status_code == 403


def test_the_list_shows_what_comes_and_what_is_over(page, club):
    assert "No tournament is planned." in html_of(page.get(reverse("tournament_list", args=[club.pk])))
    make_planned(club, name="Coming Cup")
    off = make_planned(club, name="Cancelled Cup")
    page.post(reverse("tournament_call_off", args=[off.pk]))
    shown = html_of(page.get(reverse("tournament_list", args=[club.pk])))
    assert shown.index("Coming Cup") < shown.index("Over") < shown.index("Cancelled Cup")
    assert "Called off on" in html_of(page.get(reverse("tournament_detail", args=[off.pk])))
    page.post(reverse("tournament_call_off", args=[off.pk]), {"again": "1"})
    off.refresh_from_db()
    assert off.is_planned


def test_a_drawn_stage_offers_no_change(page, club):
    made = make_tournament(club)
    shown = html_of(page.get(reverse("tournament_detail", args=[made.pk])))
    edit = reverse("stage_edit", args=[made.pk, made.stages.get().pk])
    assert f'"{edit}"' not in shown
    assert reverse("stage_new", args=[made.pk]) in shown
