"""House rules at tables and on pages: offered first, remembered with their version, and tried before they change."""

from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st

import games
from games.core.effects import answers_of
from games.core.record import load
from scorekeeper.clubs.house_rules import Wording, change, in_force, offer_first
from scorekeeper.clubs.models import HouseRules
from scorekeeper.common.errors import Refused
from scorekeeper.play.house_rules.forms import HouseRulesForm
from scorekeeper.play.house_rules.reads import differences_words
from scorekeeper.play.house_rules.trying import MOST_TABLES, tried
from scorekeeper.play.models import Hand, Sitting
from scorekeeper.play.opening.services import Opening, Sitter, open_sitting
from tests.factories import (
    NOW,
    make_club,
    make_house_rules,
    make_member,
    make_sitting,
    null,
    owner_of,
    passed,
    played,
    record_list,
    seats_of,
)

SKAT = games.game("skat")
NAMES = ("Ann", "Bob", "Cy", "Dee")
EVERY = pytest.mark.parametrize("game", games.all_games().values(), ids=lambda game: game.name)


def opened(club, house, *, size=3, **more):
    """A table by house rules, as a phone would say it."""
    opening = Opening(
        game=house.game, seats=[Sitter(name=name) for name in NAMES[:size]], house_rules=house.pk, key=uuid4(), **more
    )
    return open_sitting(club=club, by=owner_of(club), opening=opening, now=NOW)


def boxes(form: HouseRulesForm) -> dict[str, str]:
    """What the form would send as it stands."""
    sent = {"form": "1", "name": form.name, "note": form.note}
    for group in form.groups:
        for control in group.controls:
            sent |= {choice.name: choice.value for choice in control.choices if choice.is_chosen}
            sent |= {box.name: box.value for box in control.boxes}
    return sent


def test_a_form_is_folded_where_it_is_as_in_its_preset(db):
    started = HouseRulesForm(SKAT, QueryDict(), {})
    changed = HouseRulesForm(SKAT, QueryDict(urlencode({**boxes(started), "rules.kontra": "true"})), {})

    assert not any(group.is_open or group.differs for group in started.groups)
    (group,) = (group for group in changed.groups if group.differs)
    (control,) = (control for control in group.controls if control.differs)
    assert (control.title, control.usual) == ("Kontra and re", "They are not offered when a hand is recorded.")
    assert [choice.value for choice in control.choices if choice.is_usual] == ["false"]


# At a table


def test_a_table_keeps_a_copy_and_remembers_the_version(db):
    club = make_club()
    house = make_house_rules(club, rules={"kontra": True})
    table = opened(club, house)

    change(house_id=house.pk, by=owner_of(club), wording=Wording({"bock": True}), seen=1, now=NOW)

    table = Sitting.objects.get(pk=table.pk)
    assert (table.rules_name, table.rules["kontra"], table.house_version.number) == ("Thursday rules", True, 1)
    assert opened(club, house).house_version.number == 2


def test_rules_said_in_full_are_known_again_by_name_and_words(db):
    club = make_club()
    house = make_house_rules(club, rules={"kontra": True})

    def version(**more):
        opening = Opening(game="skat", seats=[Sitter(name=name) for name in NAMES[:3]], **more)
        return open_sitting(club=club, by=owner_of(club), opening=opening, now=NOW).house_version

    assert version(rules={"kontra": True}, rules_name="Thursday rules") == in_force(house)
    assert version(rules={"kontra": True}, rules_name="Others") is None
    assert version(rules={"bock": True}, rules_name="Thursday rules") is None


@pytest.mark.parametrize(("rules", "code"), [({"kontra": True}, "rules_fixed"), ({"unknown": 1}, "rules_fixed")])
def test_what_house_rules_say_is_not_said_otherwise(db, rules, code):
    club = make_club()
    house = make_house_rules(club)
    with pytest.raises(Refused) as error:
        opened(club, house, rules=rules)

    assert [problem.code for problem in error.value.problems] == [code]


def test_house_rules_of_another_club_are_none(db):
    with pytest.raises(Refused) as error:
        opened(make_club(), make_house_rules(make_club()))

    assert [(problem.code, problem.field) for problem in error.value.problems] == [
        ("house_rules_unknown", "house_rules")
    ]


def test_what_a_club_has_written_down_is_not_asked_again(db):
    club = make_club()
    make_house_rules(club, game="tonk", rules={"catch_extra": "others"})
    opening = Opening(game="tonk", seats=[Sitter(name=name) for name in NAMES[:3]])

    assert open_sitting(club=club, by=owner_of(club), opening=opening, now=NOW).rules["catch_extra"] == "others"


def test_the_stake_of_a_table_is_its_own(db):
    club = make_club()
    house = make_house_rules(club, game="tonk", rules={"catch_extra": "none"})
    table = opened(club, house, rules={"stake": 50, "decimals": 2, "unit": "€"})

    assert (table.rules["stake"], table.rules["catch_extra"], table.house_version.number) == (50, "none", 1)


# On the form of a new table


def test_the_default_is_chosen_at_first_and_opens_a_table(db, client):
    club = make_club()
    client.force_login(owner_of(club))
    make_house_rules(club, "Another", rules={"bock": True})
    house = make_house_rules(club, rules={"kontra": True})
    offer_first(house_id=house.pk, by=owner_of(club), first=True)
    page = client.get(f"/clubs/{club.pk}/tables/new/skat/").context["form"]
    assert [preset.slug for preset in page.presets_as_rules[0][:1]] == [page.preset]

    rules = {f"rules.{name}": text for name, text in page.rules.items()}
    seats = {f"seats.{place}.name": name for place, name in enumerate(NAMES[:3])}
    sent = {"form": "1", "preset": page.preset, "shown": page.preset, "dealer": "0", "name": "T", **rules, **seats}
    answer = client.post(f"/clubs/{club.pk}/tables/new/skat/", sent)

    assert answer.status_code == 302
    assert Sitting.objects.get(club=club).house_version == in_force(house)


def test_a_form_that_was_open_while_they_changed_does_not_take_the_new_ones_unseen(db, client):
    club = make_club()
    client.force_login(owner_of(club))
    house = make_house_rules(club, rules={"kontra": True})
    old = f"house-{in_force(house).pk.hex}"
    change(house_id=house.pk, by=owner_of(club), wording=Wording({"bock": True}), seen=1, now=NOW)
    seats = {f"seats.{place}.name": name for place, name in enumerate(NAMES[:3])}

    answer = client.post(f"/clubs/{club.pk}/tables/new/skat/", {"form": "1", "preset": old, "dealer": "0", **seats})

    assert answer.status_code == 422
    assert not Sitting.objects.exists()


# The form of house rules


@EVERY
def test_every_preset_comes_out_of_the_form_as_it_went_in(game):
    for preset in game.presets:
        asked = {name: answers_of(game.rules)[name].choices[0] for name in game.asked}
        rules = {**preset.rules, **asked}
        form = HouseRulesForm(game, QueryDict(urlencode(boxes(HouseRulesForm(game, QueryDict(), rules)))), {})

        assert load(game.rules, form.rules()) == load(game.rules, rules), form.problems


@EVERY
@given(st.data())
def test_any_form_is_refused_at_its_fields_or_makes_rules_of_the_game(game, data):
    start = boxes(HouseRulesForm(game, QueryDict(), {**game.presets[0].rules}))
    known = answers_of(game.rules)
    names = sorted(name for name in start if name.startswith("rules."))
    for name in data.draw(st.lists(st.sampled_from(names), max_size=5)):
        answers = known.get(name.removeprefix("rules."))
        usual = [*(answers.choices if answers else ()), "", "0", "1", "2", "7", "50", "game", "-1", "0.5", "x"]
        start[name] = data.draw(st.sampled_from(usual) | st.text(max_size=6))
    form = HouseRulesForm(game, QueryDict(urlencode(start)), {})

    rules = form.rules()

    assert (rules is None) == bool(form.problems)
    if rules is not None:
        typed = load(game.rules, rules)
        assert any(not game.rules_problems(typed, size) for size in game.seats)
        again = HouseRulesForm(game, QueryDict(urlencode(boxes(HouseRulesForm(game, QueryDict(), rules)))), {})
        assert again.rules() == rules
        assert differences_words(game, rules, rules) == []


def test_what_cannot_be_empty_says_so():
    form = HouseRulesForm(games.game("svoi_kozyri"), QueryDict("form=1"), {})

    assert form.rules() is None
    assert {"rules.win", "rules.players", "rules.mode"} <= form.problems.keys()


# What a change would have changed


def evening(club, house=None):
    table = opened(club, house) if house else make_sitting(club)
    record_list(table, [played(0), null(1, won=False, hand=True), passed(), played(2, contract="hearts")])
    return table


def test_other_rules_tell_other_values_totals_and_winners(db):
    club = make_club()
    evening(club)

    trial = tried(club, SKAT, {**SKAT.rules().model_dump(mode="json"), "lost_hand_single": True, "system": "classic"})

    (table,) = trial.touched
    assert (trial.hands, trial.there, len(trial.tables), trial.of_these) == (4, 1, 1, False)
    assert [told.hand.number for told in table.changed] == [2]
    assert table.moves
    assert {line.total_before - line.total_after for line in table.lines} != {0}


def test_the_same_rules_touch_nothing(db):
    club = make_club()
    evening(club)

    assert tried(club, SKAT, SKAT.rules().model_dump(mode="json")).touched == []


def test_hands_that_could_not_be_and_hands_after_the_end_are_told(db):
    club = make_club()
    table = make_sitting(club)
    record_list(table, [null(0, bid=24, won=False), *(played(0) for _hand in range(4))])
    rules = {**SKAT.rules().model_dump(mode="json"), "null_overbid": "reject", "list_length": 3}

    (found,) = tried(club, SKAT, rules).touched

    assert [told.hand.number for told in found.impossible] == [1]
    assert found.beyond == 1


def test_a_table_of_another_size_is_said_to_be_left_out(db):
    club = make_club()
    evening(club)
    record_list(make_sitting(club, players=4), [played(1)])
    rules = {**SKAT.rules().model_dump(mode="json"), "list_length": 16}

    assert sorted(bool(table.refused) for table in tried(club, SKAT, rules).tables) == [False, True]


def test_tables_of_these_house_rules_are_looked_at_where_there_are_any(db):
    club = make_club()
    house = make_house_rules(club)
    evening(club)
    mine = evening(club, house)

    trial = tried(club, SKAT, in_force(house).rules, house)

    assert (trial.of_these, [table.sitting for table in trial.tables]) == (True, [mine])


def test_tables_of_other_rules_show_only_what_the_change_would_change(db):
    """They were counted by Seeger-Fabian; that the house rules count points alone is no news of this change."""
    club = make_club()
    house = make_house_rules(club, rules={"system": "classic"})
    table = evening(club)
    rules = in_force(house).rules

    assert tried(club, SKAT, rules, house).touched == []
    (found,) = tried(club, SKAT, {**rules, "lost_hand_single": True}, house).touched
    assert [told.hand.number for told in found.changed] == [2]
    points = {seat.number: seat.tally["points"] for seat in seats_of(table)}
    assert {line.seats[0].number: line.total_before for line in found.lines} == points
    assert sum(line.total_before != line.total_after for line in found.lines) == 1


def test_looking_costs_the_same_statements_however_many_tables_there_are(db, django_assert_num_queries):
    club = make_club()
    rules = {**SKAT.rules().model_dump(mode="json"), "system": "classic"}
    for tables in (1, 3):
        while Sitting.objects.filter(club=club).count() < tables:
            evening(club)
        with django_assert_num_queries(7):
            assert len(tried(club, SKAT, rules).touched) == tables
    assert MOST_TABLES > 3


# The pages


def test_written_down_changed_and_compared_on_pages(db, client):
    club = make_club()
    client.force_login(owner_of(club))
    new = f"/clubs/{club.pk}/house-rules/new/skat/?from=pub"
    sent = boxes(client.get(new).context["form"]) | {"name": "Thursday rules"}
    assert client.post(new, sent | {"name": ""}).status_code == 422
    page = client.post(new, sent)
    house = HouseRules.objects.get(club=club)
    assert page.url == f"/clubs/{club.pk}/house-rules/{house.pk}/"
    evening(club, house)
    hands = list(Hand.objects.values_list("hash", flat=True))

    changed = boxes(client.get(f"{page.url}change/").context["form"]) | {"rules.system": "bierlachs", "seen": "1"}
    preview = client.post(f"{page.url}change/", changed)
    assert preview.status_code == 200
    assert "Checked without saving: 1 table of 1, with 4 hands." in preview.content.decode()
    assert house.versions.count() == 1
    again = {"form": "1", "seen": "1", "save": "1"} | dict(preview.context["form"].hidden)
    assert client.post(f"{page.url}change/", again).url == page.url
    assert client.post(f"{page.url}change/", again).url == page.url  # sent twice

    shown = client.get(page.url)
    assert [one.title for one in shown.context["differences"]] == ["How the list is counted"]
    assert [one.number for one in shown.context["versions"]] == [2, 1]
    assert list(Hand.objects.values_list("hash", flat=True)) == hands


def test_members_read_and_are_offered_no_button(db, client):
    club = make_club()
    house = make_house_rules(club)
    client.force_login(make_member(club))
    address = f"/clubs/{club.pk}/house-rules/{house.pk}/"

    assert "Change a rule" not in client.get(address).content.decode()
    assert client.get(f"/clubs/{club.pk}/house-rules/").status_code == 200
    for path in ("change/", "rename/"):
        assert client.get(address + path).status_code == 403
    for act in ("retire", "first", "unfirst", "return"):
        assert client.post(f"{address}{act}/").status_code == 403


def test_the_list_costs_the_same_however_many_there_are(db, client, django_assert_num_queries):
    club = make_club()
    client.force_login(owner_of(club))
    make_house_rules(club)
    client.get(f"/clubs/{club.pk}/house-rules/")
    for names in ((), ("A", "B", "C")):
        for name in names:
            make_house_rules(club, name)
        with django_assert_num_queries(5):
            client.get(f"/clubs/{club.pk}/house-rules/")


def test_the_rules_of_a_table_name_house_rules_and_version(db, client):
    club = make_club()
    client.force_login(owner_of(club))
    table = opened(club, make_house_rules(club))

    assert "House rules of the club, version 1" in client.get(f"/tables/{table.pk}/rules/").content.decode()
    assert "Thursday rules, version 1" in client.get(f"/tables/{table.pk}/").content.decode()
