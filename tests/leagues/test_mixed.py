"""An evening of several games: what is planned, who comes for which, a draw for each, one report."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.core import mail
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from games import game
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.leagues.drawing.reads import here_for, is_stale
from scorekeeper.leagues.evenings.mails import send_report
from scorekeeper.leagues.evenings.reads import parts_of, people_of, sittings_of
from scorekeeper.leagues.evenings.records import AddedGame, EveningDetails, GamePlan
from scorekeeper.leagues.evenings.services import (
    add_game,
    change_evening,
    change_game,
    next_evening,
    remove_game,
)
from scorekeeper.leagues.models import Attendance, Evening, EveningGame, TableDraw
from scorekeeper.leagues.money.services import ReportsWish, close_evening, read_reports
from scorekeeper.leagues.people.services import EveningSignUp, PresenceMark, mark, sign_up
from scorekeeper.leagues.people.views import door_of
from scorekeeper.leagues.report.reads import outcomes_of
from scorekeeper.leagues.seasons.reads import counted_for, left_out, waiting_of
from scorekeeper.people.services import Merging, merge_players
from scorekeeper.standings.services import end_season
from tests import factories
from tests.factories import NOW, at
from tests.factories.evenings import a_plan, come, draft, make_draw, make_evening, make_mixed, publish, seen, tables_of
from tests.factories.teams import make_day, make_league_of

pytestmark = pytest.mark.django_db

TRUCO = AddedGame(game="truco", rules=game("truco").presets[0].rules, rules_name="Mineiro", size=4)


def code_of(act):
    with pytest.raises((Conflict, Refused)) as error:
        act()
    return error.value.code if isinstance(error.value, Conflict) else error.value.problems[0].code


def games_of(evening):
    return [(one.order, one.game) for one in Evening.objects.get(pk=evening.pk).line_up]


def seated(draw):
    return {player for table in tables_of(draw) for player in table}


def test_a_game_is_added_once_with_its_season(club, owner):
    of_skat, of_truco = factories.make_season(club), factories.make_season(club, game="truco", system="three_a_win")
    evening = make_evening(club, seasons=[of_skat.pk])

    def add():
        return add_game(TRUCO.model_copy(update={"seasons": [of_truco.pk]}), evening_id=evening.pk, by=owner, now=NOW)

    made = add()

    assert (made.rules_name, made.size) == ("Mineiro", 4)
    assert games_of(evening) == [(1, "skat"), (2, "truco")]
    assert set(evening.seasons.all()) == {of_skat, of_truco}
    assert code_of(add) == "game_twice"


def test_what_cannot_be_added(club, owner):
    evening, day = make_evening(club), make_day(make_league_of(club))
    of_skat = factories.make_season(club)

    def add(to=evening, by=owner, **more):
        seasons = [of_skat.pk] if more.get("size") else []
        plan = AddedGame(**{**dict(TRUCO), "seasons": seasons, **more})
        return add_game(plan, evening_id=to.pk, by=by, now=NOW)

    assert code_of(lambda: add(size=4)) == "season_unknown"
    assert code_of(lambda: add(game="bridge")) == "game_unknown"
    assert code_of(lambda: add(to=day.evening)) == "drawn_by_teams"
    with pytest.raises(PermissionDenied):
        add(by=factories.make_member(club, "scorer"))
    close_evening(evening_id=evening.pk, by=owner, now=NOW)
    assert code_of(add) == "evening_closed"
    assert not EveningGame.objects.filter(game="truco").exists()


def test_the_evening_is_changed_without_its_games_and_a_game_without_the_evening(club, owner):
    season = factories.make_season(club, game="truco", system="three_a_win")
    evening = make_mixed(club, "truco", fee=300)
    before = [one.rules for one in evening.line_up]
    night = EveningDetails(name="Saturday", starts_at=evening.starts_at, seasons=[season.pk])

    changed = change_evening(night, evening_id=evening.pk, by=owner, now=NOW)
    second = evening.line_up[1]
    plan = GamePlan(game="truco", rules=game("truco").presets[1].rules, rules_name="Other", size=2)
    change_game(plan, evening_id=evening.pk, game_id=second.pk, by=owner, now=NOW)

    assert (changed.name, changed.fee, list(changed.seasons.all())) == ("Saturday", 0, [season])
    evening = Evening.objects.get(pk=evening.pk)
    assert evening.first.rules == before[0]
    assert (evening.line_up[1].rules_name, evening.line_up[1].size) == ("Other", 2)
    skat = GamePlan(game="skat", rules={}, rules_name="x", size=4)
    stays = code_of(lambda: change_game(skat, evening_id=evening.pk, game_id=second.pk, by=owner, now=NOW))
    assert stays == "game_stays"


def test_a_game_is_taken_out_until_a_table_of_it_is_open(club, owner):
    season = factories.make_season(club, game="truco", system="three_a_win")
    evening = make_mixed(club, "truco", "svoi_kozyri")
    evening.seasons.add(season)
    skat, truco, kozyri = evening.line_up
    there = come(evening, 4, "Truco", truco)
    make_draw(evening, game=truco.pk)

    def remove(one):
        return remove_game(evening_id=evening.pk, game_id=one.pk, by=owner, now=NOW)

    remove(truco)
    come(evening, 3, "Kozyri", kozyri)
    publish(evening, make_draw(evening, game=kozyri.pk))

    assert games_of(evening) == [(1, "skat"), (3, "svoi_kozyri")]
    assert not evening.seasons.exists()
    assert here_for(EveningGame.objects.get(pk=skat.pk)) == {player.pk for player in there}
    assert code_of(lambda: remove(kozyri)) == "game_drawn"
    remove(skat)
    assert code_of(lambda: remove(kozyri)) == "game_drawn"
    assert code_of(lambda: remove(skat)) == "game_unknown"


def test_the_only_game_stays(club, owner):
    evening = make_evening(club)

    only = code_of(lambda: remove_game(evening_id=evening.pk, game_id=evening.first.pk, by=owner, now=NOW))

    assert only == "last_game"


def test_who_has_said_nothing_comes_for_the_first_game(club, owner):
    member = factories.make_member(club)
    evening = make_mixed(club, "truco")
    skat, truco = evening.line_up

    silent = come(evening, 3)
    sign_up(EveningSignUp(comes=True, game=truco.pk), evening_id=evening.pk, by=member, now=NOW)
    there = sign_up(EveningSignUp(comes=True), evening_id=evening.pk, by=member, now=NOW)
    mark(PresenceMark(player=silent[0].pk, state="here", game=truco.pk), evening_id=evening.pk, by=owner, now=NOW)
    foreign = make_evening(club).first

    assert there.evening_game == truco
    assert here_for(skat) == {player.pk for player in silent[1:]}
    assert here_for(truco) == {silent[0].pk}
    assert [one.comes_for for one in people_of(evening)["here"]] == [skat, skat, truco]
    wrong = code_of(
        lambda: sign_up(EveningSignUp(comes=True, game=foreign.pk), evening_id=evening.pk, by=member, now=NOW)
    )
    assert wrong == "game_unknown"


def test_of_two_lines_that_are_one_person_the_later_word_counts(club, owner):
    evening = make_mixed(club, "truco")
    skat, truco = evening.line_up
    (one,), (other,) = come(evening, 1, "Anna"), come(evening, 1, "Anna again", truco)
    Attendance.objects.filter(player=other).update(at=at(5))

    merge_players(Merging(kept=one.pk), club=club, by=owner, gone=other.pk, now=at(10))

    assert (here_for(skat), here_for(truco)) == (set(), {one.pk})


def test_each_game_is_drawn_from_those_who_came_for_it(club, owner):
    of_skat, of_truco = factories.make_season(club), factories.make_season(club, game="truco", system="three_a_win")
    evening = make_mixed(club, "truco", seasons=[of_skat.pk])
    evening.seasons.add(of_truco)
    skat, truco = evening.line_up
    eight, four = come(evening, 8), come(evening, 4, "Truco", truco)

    first, second = make_draw(evening), make_draw(evening, game=truco.pk)

    assert (seated(first), seated(second)) == (set(eight), set(four))
    assert TableDraw.objects.filter(evening=evening, published_at=None, number=1).count() == 2
    for draw in (first, second):
        publish(evening, draw)
    sheets = [(one.name, one.game, one.rules, list(one.competitions.all())) for one in sittings_of(evening)]
    assert sheets == [
        ("Table 1, Skat, Friday", "skat", skat.rules, [of_skat]),
        ("Table 2, Skat, Friday", "skat", skat.rules, [of_skat]),
        ("Table 1, Truco, Friday", "truco", truco.rules, [of_truco]),
    ]
    assert [(one.season, one.missed) for one in counted_for(evening, sittings_of(evening))] == [
        (season, 0) for season in sorted((of_skat, of_truco), key=lambda one: one.name)
    ]
    assert not waiting_of(of_skat).missed.exists()
    assert [(part.game, len(part.rounds), part.playing) for part in parts_of(evening, sittings_of(evening), owner)] == [
        (skat, 1, 2),
        (truco, 1, 1),
    ]


def test_who_still_plays_another_game_is_not_drawn(club, owner):
    evening = make_mixed(club, "truco")
    _skat, truco = evening.line_up
    three, waiting = come(evening, 3), come(evening, 3, "Truco", truco)
    publish(evening)
    busy = three[0]
    mark(PresenceMark(player=busy.pk, state="here", game=truco.pk), evening_id=evening.pk, by=owner, now=NOW)

    assert here_for(truco) == {player.pk for player in waiting}
    early = make_draw(evening, game=truco.pk)
    assert busy not in seated(early)
    factories.finish(sittings_of(evening)[0])

    assert is_stale(draft(evening, 1), here_for(truco))
    assert code_of(lambda: publish(evening, early)) == "people_changed"
    assert busy in seated(make_draw(evening, game=truco.pk))


def test_who_met_at_another_game_has_not_met(club):
    evening = make_mixed(club, "svoi_kozyri")
    three = come(evening, 3)
    publish(evening)
    factories.finish(sittings_of(evening)[0])
    kozyri = evening.line_up[1]
    Attendance.objects.update(evening_game=kozyri)

    again = make_draw(evening, game=kozyri.pk)

    assert seated(again) == set(three)
    assert draft(evening, 1).explanation.reasons == ()


def test_the_next_evening_has_the_same_games_and_says_which_seasons_it_leaves_out(club, owner):
    runs, over = factories.make_season(club), factories.make_season(club, "Truco", game="truco", system="three_a_win")
    evening = make_mixed(club, "truco", seasons=[runs.pk], starts_at=NOW + timedelta(days=1))
    evening.seasons.add(over)
    end_season(competition=over, by=owner, now=NOW)

    made = next_evening(evening_id=evening.pk, by=owner, now=NOW)

    said = [
        [(one.order, one.game, one.rules, one.rules_name, one.size) for one in which.line_up]
        for which in (evening, made)
    ]
    assert said[0] == said[1]
    assert list(made.seasons.all()) == [runs]
    assert left_out(evening, made) == [over]
    assert left_out(made, evening) == []


def test_the_report_and_its_mail_tell_each_game_apart(club, owner):
    evening = make_mixed(club, "svoi_kozyri")
    three, others = come(evening, 3), come(evening, 3, "Kozyri", evening.line_up[1])
    publish(evening)
    publish(evening, make_draw(evening, game=evening.line_up[1].pk))
    first, second = sittings_of(evening)
    factories.record_list(first, [factories.played(1)])
    for sitting in (first, second):
        factories.finish(sitting)
    read_reports(ReportsWish(wants=True), club=club, by=owner)

    outcomes = outcomes_of(evening, sittings_of(evening))
    send_report(evening)

    assert [(one.game.game, {line.player for line in one.lines}) for one in outcomes] == [
        ("skat", set(three)),
        ("svoi_kozyri", set(others)),
    ]
    body = mail.outbox[-1].body
    assert body.index("Skat\n") < body.index("Guest 00") < body.index("Svoi Kozyri\n") < body.index("Kozyri 00")


def test_the_plan_of_an_evening_has_one_game(club):
    evening = make_evening(club)

    assert games_of(evening) == [(1, a_plan().game)]
    assert (evening.icon, make_mixed(club, "truco").icon) == ("g-skat", "table")


def test_a_draft_of_one_game_is_not_that_of_another(club):
    evening = make_mixed(club, "truco")
    come(evening, 3)
    made = make_draw(evening)

    assert draft(evening).draw == made
    assert draft(evening, 1) is None
    assert seen(made)["draw"] == made.pk


@pytest.fixture
def page(client, owner):
    client.force_login(owner)
    return client


def say(answer):
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).replace("\u2068", "").split())


def test_another_game_is_added_changed_and_taken_out_on_its_pages(page, club):
    evening = make_evening(club)
    of_club = [evening.pk]
    form = page.get(reverse("evening_game_add", args=[*of_club, "truco"])).context["form"]
    fields = {"rules": form.initial["rules"], "size": "4"}

    added = page.post(reverse("evening_game_add", args=[*of_club, "truco"]), fields)
    twice = page.post(reverse("evening_game_add", args=[*of_club, "truco"]), fields)
    made = evening.games.get(game="truco")
    address = reverse("evening_game", args=[evening.pk, made.pk])
    changed = page.post(address, {**fields, "size": "2"})
    made.refresh_from_db()
    offered = say(page.get(reverse("evening_games", args=of_club)))
    edit = page.get(reverse("evening_edit", args=of_club))

    assert (added.status_code, changed.status_code, made.size) == (302, 302, 2)
    assert (twice.status_code, "already has this game" in say(twice)) == (422, True)
    assert ("Truco" in offered, "Tonk" in offered) == (False, True)
    assert not {"rules", "size"} & set(edit.context["form"].fields)
    assert "2 at a table" in say(edit)
    assert page.post(reverse("evening_game_remove", args=[evening.pk, made.pk])).status_code == 302
    assert games_of(evening) == [(1, "skat")]
    assert page.get(address).status_code == 404


def test_people_say_on_the_pages_what_they_come_for(page, club):
    evening = make_mixed(club, "truco")
    truco = evening.line_up[1]
    detail = reverse("evening_detail", args=[evening.pk])
    assert "I’m coming for Truco" in say(page.get(detail))

    page.post(reverse("evening_sign_up", args=[evening.pk]), {"game": str(truco.pk)})
    told = say(page.get(detail))
    page.post(reverse("evening_people", args=[evening.pk]), {"name": "Anna", "game": str(truco.pk)})
    door = reverse("door", args=[evening.pk, door_of(evening.pk)])
    page.post(door, {"name": "Bernd", "game": str(truco.pk)})
    anna = Attendance.objects.get(player__name="Anna")
    page.post(reverse("evening_mark", args=[evening.pk, anna.player_id]), {"game": str(evening.first.pk)})

    said = {one.player.name: (one.state, one.evening_game.game) for one in Attendance.objects.all()}
    assert said.pop("Anna") == ("here", "skat")
    assert said.pop("Bernd") == ("here", "truco")
    assert list(said.values()) == [("signed_up", "truco")]
    assert "You have signed up for Truco." in told


def test_pages_of_a_mixed_evening_tell_its_games_apart(page, club):
    evening = make_mixed(club, "svoi_kozyri")
    skat, kozyri = evening.line_up
    come(evening, 3)
    come(evening, 3, "Kozyri", kozyri)
    publish(evening)
    drawn = page.post(reverse("evening_draw", args=[evening.pk]), {"game": str(kozyri.pk)})
    publish(evening, TableDraw.objects.get(published_at=None))
    first, second = sittings_of(evening)
    factories.record_list(first, [factories.played(1), factories.played(0)])
    factories.finish(first)

    told = say(page.get(reverse("evening_detail", args=[evening.pk])))
    report = say(page.get(reverse("evening_report", args=[evening.pk])))
    rows = page.get(reverse("evening_report", args=[evening.pk]) + "?as=csv").content.decode("utf-8-sig").splitlines()
    course = page.get(reverse("evening_course", args=[evening.pk]) + f"?game={skat.pk}")
    none = page.get(reverse("evening_course", args=[evening.pk]) + f"?game={kozyri.pk}")

    assert drawn["Location"].endswith(f"?game={kozyri.pk}")
    assert "Svoi Kozyri, Round 1" in told
    assert "Draw round 2 of Svoi Kozyri Possible when table 1 is official." in told
    assert report.index("Results of the evening, Skat") < report.index("Results of the evening, Svoi Kozyri")
    assert [row.split(",")[0] for row in rows] == ["Game", *["Skat"] * 3, *["Svoi Kozyri"] * 3]
    assert len(course.context["course"].courses) == 3
    assert none.context["chart"] is None
    assert page.get(reverse("evening_draw", args=[evening.pk]) + f"?game={second.pk}").status_code == 404


def test_a_copy_says_which_season_it_leaves_out(page, club, owner):
    season = factories.make_season(club, "Autumn")
    evening = make_evening(club, seasons=[season.pk])
    end_season(competition=season, by=owner, now=NOW)

    told = say(page.post(reverse("evening_next", args=[evening.pk]), follow=True))

    assert "This evening does not count for Autumn, which ended on" in told
