"""Tournaments through the API alone: from the plan to the last place, and what it refuses on the way."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

import games
from games.core.record import load
from scorekeeper.common.texts import translated
from scorekeeper.tournaments.formats.plan import plans
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.models import Entrant, Tournament
from tests import factories
from tests.acting import Api, bearer, document
from tests.factories import NOW
from tests.factories.money import with_money
from tests.factories.tournaments import make_cup, publish, write_points

pytestmark = pytest.mark.django_db
NAMES = ("Anna", "Bert", "Cleo", "Dora", "Emil", "Fritz", "Gerd", "Hans", "Ida")


@pytest.fixture
def api(club):
    return Api(bearer(factories.owner_of(club)))


def planned(api: Api, club: Any, **more: Any) -> Any:
    when = (factories.NOW + timedelta(days=7)).isoformat()
    body = {"name": "Cup", "game": "skat", "starts_at": when, "preset": "official", **more}
    return api.post(f"clubs/{club.pk}/tournaments/plan", body, 201)


def codes(problem: Any) -> list[tuple[str, str]]:
    return [(error["code"], error["field"]) for error in problem["errors"]]


def enter(api: Api, cup: Any, name: str) -> Any:
    """Entered, sent once more as a phone in a cellar does, and checked in."""
    key, body = str(uuid4()), {"who": [{"name": name}]}
    made = api.post(f"tournaments/{cup['id']}/enter", body, 201, key)
    assert api.post(f"tournaments/{cup['id']}/enter", body, 200, key) == made
    return api.post(f"entrants/{made['id']}/mark", {"act": "came"})


def test_a_tournament_of_nine_from_the_plan_to_the_last_place(api, club):
    plan = {"kind": "tables", "rounds": 1, "size": 4, "style": "mix"}
    cup = planned(api, club, plan=plan)
    (stage,) = cup["stages"]
    assert stage["plan"] == {
        **plan,
        "apart": "soft",
        "absent": 0,
        "bye": 0,
        "counts": "points",
        "lengths": [],
        "takes": {"best": None},
        "check_in": False,
        "substitutes": "carry_on",
    }
    assert cup["rules"]["system"] == "seeger_fabian"
    people = [enter(api, cup, name) for name in NAMES]
    assert [one["state"] for one in people] == ["here"] * 9
    look = api.get(f"stages/{stage['id']}/precheck")
    assert (look["may_draw"], look["number"], look["sizes"], look["draft"]) == (True, 1, [3, 3, 3], None)
    assert [one["code"] for one in look["obstacles"]] == ["small_tables"]

    one = opened(api, stage["id"])
    written_at_desk(api, one, people)
    parted_and_not(api, stage["id"], people)

    assert api.post(f"rounds/{one['id']}/official")["state"] == "official"
    official = api.get(f"stages/{stage['id']}/standing?official=true")
    assert [cell["points"] for cell in official["lines"][0]["cells"]] == [800]
    ended = api.post(f"stages/{stage['id']}/end")
    assert (ended["state"], [one["state"] for one in ended["stages"]]) == ("ended", ["ended"])
    places = api.get(f"tournaments/{cup['id']}/places")
    assert places["is_final"]
    assert [(one["first"], one["last"], one["called"]) for one in places["places"]][:3] == [
        (1, 2, "Hans"),
        (1, 2, "Ida"),
        (3, 3, "Gerd"),
    ]
    bonus = {"entrant": people[0]["id"], "points": 5, "reason": "helped"}
    assert api.post(f"stages/{stage['id']}/points", bonus, 409)["code"] == "tournament_ended"


def opened(api: Api, stage: str) -> Any:
    """The round, drawn, changed by hand, and opened; a draft that was read before the change is opened by nobody."""
    draft = api.post(f"stages/{stage}/draw", {}, 201)
    first, second = draft["tables"][0]["places"][0], draft["tables"][1]["places"][0]
    assert len(draft["facts"]) == 64
    seen = {"round": draft["id"], "revision": draft["revision"]}
    swapped = api.post(f"stages/{stage}/draft/swap", {**seen, "one": first["id"], "other": second["id"]})
    assert swapped["tables"][0]["places"][0]["entrant"] == second["entrant"]
    assert "2 locks were honoured." in swapped["reasons"]
    first_place = swapped["tables"][0]["places"][0]
    assert (first_place["by_hand"], first_place["held_by"] != "", first_place["held_at"] is not None) == (True,) * 3
    assert swapped["why"]["schedule"]["locks_honoured"] == 2
    assert swapped["can_undo"]
    swapped = held_and_back(api, stage, swapped)
    stale = api.post(f"stages/{stage}/draft/publish", seen, 409)
    assert stale["code"] == "draw_changed"
    seen = {"round": swapped["id"], "revision": swapped["revision"]}
    one = api.post(f"stages/{stage}/draft/publish", seen)
    assert api.post(f"stages/{stage}/draft/publish", seen) == one
    assert [table["state"] for table in one["tables"]] == ["playing"] * 3
    for table in one["tables"]:
        assert api.get(f"sittings/{table['sitting']}")["seats"][0]["name"] in NAMES
    refused = api.post(f"rounds/{one['id']}/official", expected=422)
    assert codes(refused) == [("results_missing", "")]
    return one


def held_and_back(api: Api, stage: str, draft: Any) -> Any:
    """Somebody is held, and released; drawn again they stay; the draw before comes back."""
    place = draft["tables"][2]["places"][1]
    seen = {"round": draft["id"], "revision": draft["revision"]}
    held = api.post(f"stages/{stage}/draft/hold", {**seen, "place": place["id"], "held": True})
    assert held["why"]["schedule"]["locks_honoured"] == 3
    again = api.post(f"stages/{stage}/draw", {}, 201)
    assert place["entrant"] in [each["entrant"] for each in again["tables"][2]["places"] if each["by_hand"]]
    seen = {"round": again["id"], "revision": again["revision"]}
    back = api.post(f"stages/{stage}/draft/undo", seen)
    assert [(one["seed"], one["facts"], one["why"]) for one in (back, held)] == [
        (held["seed"], held["facts"], held["why"])
    ] * 2
    assert api.post(f"stages/{stage}/draft/undo", seen, 409)["code"] == "draw_changed"
    return back


def written_at_desk(api: Api, one: Any, people: list[Any]) -> None:
    """100 for the first, 200 for the second and so on, each sent twice."""
    points = {entrant["id"]: 100 * number for number, entrant in enumerate(people, 1)}
    for table in one["tables"]:
        got = [{"entrant": place["entrant"], "points": points[place["entrant"]]} for place in table["places"]]
        key, body = str(uuid4()), {"points": got, "reason": "no sheets tonight"}
        written = api.post(f"round-tables/{table['id']}/result", body, 201, key)
        assert api.post(f"round-tables/{table['id']}/result", body, 200, key) == written


def parted_and_not(api: Api, stage: str, people: list[Any]) -> None:
    """A bonus makes two equal; the lot between them is drawn and taken back."""
    key = str(uuid4())
    bonus = {"entrant": people[7]["id"], "points": 100, "reason": "helped"}
    given = api.post(f"stages/{stage}/points", bonus, 201, key)
    assert api.post(f"stages/{stage}/points", bonus, 200, key) == given
    now = api.get(f"stages/{stage}/standing")
    assert now["tied"] == [[people[7]["id"], people[8]["id"]]]
    assert [(line["called"], line["total"], line["extra"]) for line in now["lines"][:3]] == [
        ("Hans", 900, 100),
        ("Ida", 900, 0),
        ("Gerd", 700, 0),
    ]
    lot = api.post(f"stages/{stage}/lots", {"entrants": now["tied"][0]}, 201)
    assert sorted(lot["detail"]["order"]) == sorted(now["tied"][0])
    back = api.post(f"desk-acts/{lot['id']}/take-back", {"reason": "not yet"}, 201)
    assert back["takes_back"] == lot["id"]
    assert api.get(f"stages/{stage}/standing?official=true")["lines"][0]["total"] == 100


def test_prizes_of_a_tournament_go_through_the_pool_of_seasons(api, club):
    with_money(club, "")
    refused = api.post(f"tournaments/{planned(api, club)['id']}/prizes", expected=409)
    assert refused["code"] == "no_money"
    with_money(club)
    stage = make_cup(club, 4, TablesPlan(rounds=1))
    people = list(stage.tournament.entrants.order_by("number"))
    one = publish(stage)
    season = api.post(f"tournaments/{stage.tournament_id}/prizes")["season"]
    assert season == str(stage.tournament_id)
    assert api.get(f"tournaments/{season}")["prizes"] == season

    api.post(f"seasons/{season}/prizes/terms", {"version": 0, "entry_price": 1000, "weights": [3, 1]})
    for who in people:
        player = str(who.players.get().player_id)
        api.post(f"seasons/{season}/prizes/entries", {"kind": "entry", "player": player}, 201)
    write_points(one.tables.get(), dict(zip(people, (9, 7, 5, 1), strict=True)))
    api.post(f"rounds/{one.pk}/official")
    api.post(f"stages/{stage.pk}/end")
    api.post(f"seasons/{season}/prizes/award", {}, 201)

    pool = api.get(f"seasons/{season}/prizes")
    first, second = (str(who.players.get().player_id) for who in people[:2])
    assert [(one["player"], one["amount"]) for one in pool["prizes"]] == [(first, 3000), (second, 1000)]
    awarded = api.post(f"tournaments/{season}/reopen", {"reason": "a sheet was wrong"}, 409)
    assert awarded["code"] == "awarded"


def test_plans_are_typed_and_refused_at_their_fields(api, club):
    cup = planned(api, club)
    version, path = cup["version"], f"tournaments/{cup['id']}/stages"

    def wrong(plan: Any) -> list[tuple[str, str]]:
        return codes(api.post(path, {"plan": plan, "version": version}, 422))

    assert wrong({"kind": "tables", "size": 5}) == [("size_unknown", "plan.size")]
    assert wrong({"kind": "tables", "rounds": 61, "pace": 1}) == [
        ("max_value", "plan.rounds"),
        ("field_unknown", "plan.pace"),
    ]
    assert wrong({"kind": "league"}) == [("kind_unknown", "plan.kind")]
    assert wrong([]) == [("kind_unknown", "plan.kind")]
    assert wrong({"kind": "single"})[0][1] == "plan.kind"
    final = {"name": "Final", "plan": {"kind": "tables", "rounds": 1, "takes": {"best": 4}}, "version": version}
    added = api.post(path, final, 201)
    assert [(one["number"], one["title"]) for one in added["stages"]] == [(1, "Rounds at tables"), (2, "Final")]
    assert added["stages"][1]["told"][-1] == "The best 4 of the previous stage go on."
    stale = api.post(path, final, 409)
    assert stale["code"] == "changed_meanwhile"
    stage = added["stages"][1]["id"]
    changed = api.post(f"stages/{stage}/change", {**final, "name": "", "version": added["version"]})
    assert changed["stages"][1]["name"] == ""
    left = api.post(f"stages/{stage}/remove", {"version": changed["version"]})
    assert [one["number"] for one in left["stages"]] == [1]


def test_refusals_name_bounds_and_every_wrong_field_of_the_body(api, club):
    cup = planned(api, club)
    sent = {"plan": {"kind": "swiss", "rounds": 99, "win": -3}, "version": cup["version"]}
    told = api.post(f"tournaments/{cup['id']}/stages", sent, 422)["errors"]
    body = {"name": "", "most": -4, "pace": 1, "game": "skat", "starts_at": "2026-12-01T19:00"}
    found = codes(api.post(f"clubs/{club.pk}/tournaments/plan", body, 422, key=str(uuid4())))

    assert {one["field"]: one["detail"] for one in told} == {
        "plan.rounds": "Ensure this value is less than or equal to 60.",
        "plan.win": "Ensure this value is greater than or equal to 0.",
    }
    assert found == [("most_out_of_range", "most"), ("name_missing", "name"), ("field_unknown", "pace")]


def test_an_act_that_does_not_go_says_how_they_stand_and_what_goes(api, club):
    stage = make_cup(club, 4)
    entrant = stage.tournament.entrants.first()
    Entrant.objects.filter(pk=entrant.pk).update(state="withdrawn")

    told = api.post(f"entrants/{entrant.pk}/mark", {"act": "cancelled"}, 409)

    assert (told["code"], told["standing"]) == ("not_so", {"state": "withdrawn", "possible": ["returned"]})
    assert told["detail"] == "Their state is now “has left”. Possible next: came back."


def test_rules_without_a_name_are_called_by_the_preset_that_they_equal(api, club):
    path, when = f"clubs/{club.pk}/tournaments/plan", "2026-12-01T19:00"
    skat = games.all_games()["skat"]
    usual = api.post(path, {"name": "A", "game": "skat", "starts_at": when}, 201, key=str(uuid4()))
    own = {"name": "B", "game": "skat", "starts_at": when, "rules": {"list_length": 24}}
    other = api.post(path, own, 201, key=str(uuid4()))

    equal = next(one for one in skat.presets if load(skat.rules, one.rules) == load(skat.rules, {}))
    assert usual["rules_name"] == translated(equal.title)
    assert other["rules_name"] == "Own rules"


def test_every_field_of_every_plan_is_documented():
    schemas = document()["components"]["schemas"]
    documented = [schemas[plan.__name__] for plan in plans().values()] + [schemas["Taken"]]

    told = {name: part["description"] for plan in documented for name, part in plan["properties"].items()}

    assert [name for name, text in told.items() if not text] == []
    assert [one["$ref"].rpartition("/")[2] for one in schemas["StagePlan"]["oneOf"]] == [
        plan.__name__ for plan in plans().values()
    ]


def test_what_is_planned_is_changed_in_part_and_called_off(api, club):
    cup = planned(api, club, note="Bring cards", most=20)
    path = f"tournaments/{cup['id']}"
    changed = api.post(f"{path}/change", {"name": "Autumn cup", "most": 10, "version": cup["version"]})
    assert (changed["name"], changed["most"], changed["note"]) == ("Autumn cup", 10, "Bring cards")
    assert (changed["rules"], changed["rules_name"]) == (cup["rules"], cup["rules_name"])
    other = api.post(f"{path}/change", {"rules": {"list_length": 12}, "rules_name": "Ours", "version": 2})
    assert (other["rules"]["list_length"], other["rules_name"]) == (12, "Ours")
    far = (NOW + timedelta(days=2000)).isoformat()
    assert codes(api.post(f"{path}/change", {"starts_at": far, "version": 3}, 422)) == [("day_far", "starts_at")]
    assert codes(api.post(f"{path}/change", {"preset": "none", "version": 3}, 422)) == [("preset_unknown", "preset")]
    assert api.post(f"{path}/call-off")["is_called_off"]
    assert api.post(f"{path}/plan-again")["state"] == "planned"


def test_the_list_of_tournaments_is_paged(api, club, monkeypatch):
    from scorekeeper.tournaments.planning import api as planning

    made = [planned(api, club, name=f"Cup {number}") for number in range(5)]
    api.post(f"tournaments/{made[0]['id']}/call-off")
    monkeypatch.setattr(planning, "A_PAGE", 2)

    found, after = [], ""
    while True:
        page = api.get(f"clubs/{club.pk}/tournaments{after}")
        found += [cup["id"] for cup in page["tournaments"]]
        if not page["older"]:
            break
        after = f"?before={page['older']}"

    assert found == [one["id"] for one in reversed(made)]
    ended = api.get(f"clubs/{club.pk}/tournaments?state=ended")["tournaments"]
    assert [one["name"] for one in ended] == ["Cup 0"]


def test_members_sign_up_wait_and_move_up(api, club):
    cup = planned(api, club, most=2)
    path = f"tournaments/{cup['id']}"
    users = [factories.make_member(club) for _one in range(3)]
    members = [Api(bearer(user)) for user in users]

    signed = [one.post(f"{path}/sign-up", {})["entrant"] for one in members]
    assert [one["state"] for one in signed] == ["entered", "entered", "waiting"]
    assert members[0].post(f"{path}/sign-up", {})["entrant"] == signed[0]
    assert members[0].post(f"{path}/sign-off")["entrant"]["state"] == "cancelled"
    assert members[0].post(f"{path}/sign-off")["entrant"] is None

    entries = members[1].get(f"{path}/entries")["entries"]
    assert [(one["id"], one["state"], one["seed"]) for one in entries] == [
        (signed[1]["id"], "entered", 1),
        (signed[2]["id"], "entered", 2),
        (signed[0]["id"], "cancelled", None),
    ]
    assert members[2].get(path)["mine"] == signed[2]["id"]
    full = api.post(f"{path}/enter", {"who": [{"name": "Late"}]}, 201)
    assert full["state"] == "waiting"
    assert api.post(f"entrants/{full['id']}/mark", {"act": "moved_up"}, 409)["code"] == "no_room"
    members[1].post(f"entrants/{full['id']}/mark", {"act": "came"}, 403)
    members[1].get(f"entrants/{full['id']}", 403)


def test_the_desk_leaves_an_act_of_everything(api, club):
    stage = make_cup(club, 4, TablesPlan(rounds=2))
    publish(stage)
    one = Entrant.objects.get(tournament=stage.tournament, number=2)
    path = f"entrants/{one.pk}"

    assert api.post(f"{path}/miss", {"stage": str(stage.pk), "round": 2})["missed"] == [
        {"stage": str(stage.pk), "round": 2}
    ]
    assert api.post(f"{path}/miss", {"stage": str(stage.pk), "round": 2, "misses": False})["missed"] == []
    assert api.post(f"{path}/miss", {"stage": str(stage.pk), "round": 1}, 409)["code"] == "round_published"
    assert api.post(f"{path}/change", {"rating": 1800})["rating"] == 1800
    assert api.post(f"{path}/change", {"origin": "Linden"})["rating"] == 1800
    assert api.post(f"{path}/mark", {"act": "withdrew", "reason": "the last train"})["state"] == "withdrawn"
    found = api.post(f"{path}/mark", {"act": "returned"})
    told = [(act["kind"], act["reason"]) for act in found["acts"]]
    assert sorted(told) == [
        ("absent", ""),
        ("changed", ""),
        ("present", ""),
        ("returned", ""),
        ("seeded", ""),
        ("withdrew", "the last train"),
    ]
    alone = api.post(f"{path}/substitute", {"who": {"name": "Other"}})
    assert [one["name"] for one in alone["players"]] == ["Other"]
    assert api.post(f"{path}/seed", {"place": 1}, 409)["code"] == "seeds_drawn"


def test_somebody_else_plays_for_a_team(api, club):
    cup = planned(api, club, of="teams", team_size=2, plan={"kind": "tables", "style": "team"})
    sent = {"who": [{"name": "Anna"}, {"name": "Bert"}], "name": "Linden"}
    team = api.post(f"tournaments/{cup['id']}/enter", sent, 201)

    found = api.post(
        f"entrants/{team['id']}/substitute",
        {"who": {"name": "Cleo"}, "instead_of": team["players"][1]["player"], "reason": "ill"},
    )

    assert [one["name"] for one in found["players"]] == ["Anna", "Cleo"]
    again = api.post(f"entrants/{team['id']}/substitute", {"who": {"name": "Dora"}}, 422)
    assert codes(again) == [("no_place", "instead_of")]
    nobody = {"who": {"player": str(uuid4())}, "instead_of": found["players"][0]["player"]}
    assert codes(api.post(f"entrants/{team['id']}/substitute", nobody, 422)) == [("player_unknown", "who.player")]
    few = api.post(f"tournaments/{cup['id']}/enter", {"who": [{"name": "Emil"}], "name": ""}, 422)
    assert codes(few) == [("team_unnamed", "name")]


def test_seeds_are_put_in_order(api, club):
    cup = planned(api, club)
    path = f"tournaments/{cup['id']}"
    a, b, c = (api.post(f"{path}/enter", {"who": [{"name": name}]}, 201)["id"] for name in "ABC")

    def order(body: Any) -> list[str]:
        entries = api.post(f"{path}/seeds", body)["entries"]
        return [one["id"] for one in sorted(entries, key=lambda one: one["seed"])]

    assert order({"order": [c, a]}) == [c, a, b]
    assert api.post(f"entrants/{b}/seed", {"place": 1})["seed"] == 1
    assert order({"order": []}) == [a, b, c]
    assert codes(api.post(f"{path}/seeds", {"order": [a, a]}, 422)) == [("seed_twice", "order")]


def test_a_list_is_looked_at_first_and_then_entered_as_a_whole(api, club):
    cup, known = planned(api, club), factories.make_player(club, "Anna Berg")
    path = f"tournaments/{cup['id']}/enter-list"
    text = "name;club;rating\nAnna Berg;Linden;1500\nBert Zoll;;\n"

    look = api.post(path, {"text": text})
    assert (look["dry"], look["is_whole"], look["entries"]) == (True, True, [])
    assert [(line["names"], line["new"]) for line in look["lines"]] == [
        (["Anna Berg"], []),
        (["Bert Zoll"], ["Bert Zoll"]),
    ]
    assert [line["waits"] for line in look["lines"]] == [False, False]
    assert Entrant.objects.count() == 0
    Tournament.objects.update(most=2)
    longer = api.post(path, {"text": f"{text}Cleo Clar;;\n"})
    assert [line["waits"] for line in longer["lines"]] == [False, False, True]
    wrong = f"{text}Anna Berg;;x\n"
    bad = api.post(path, {"text": wrong})
    assert not bad["is_whole"]
    assert [len(line["problems"]) for line in bad["lines"]] == [0, 0, 2]
    refused = api.post(path, {"text": wrong, "dry": False}, 422)
    assert codes(refused)[0] == ("list_wrong", "text")
    assert set(codes(refused)[1:]) == {("line_wrong", "text.4")}
    assert Entrant.objects.count() == 0
    assert codes(api.post(path, {"text": " \n "}, 422)) == [("list_unreadable", "text")]
    assert codes(api.post(path, {"text": '"'}, 422)) == [("list_unreadable", "text")]
    done = api.post(path, {"text": text, "dry": False})
    assert [one["players"][0]["player"] for one in done["entries"]][:1] == [str(known.pk)]
    assert Entrant.objects.count() == 2


def test_the_clock_and_calls_for_the_director(api, club):
    stage = make_cup(club, 4, TablesPlan(rounds=1))
    one = publish(stage)
    table, path = one.tables.get(), f"tournaments/{stage.tournament_id}"

    api.get(f"{path}/clock", 404)
    assert api.post(f"{path}/clock/start", expected=409)["code"] == "clock_not_set"
    assert api.post(f"{path}/clock/set", {"seconds": 600})["left"] == 600
    assert api.post(f"{path}/clock/add", {"seconds": -60})["left"] == 540
    running = api.post(f"{path}/clock/start")
    assert running["is_running"]
    assert running["left"] <= 540
    more = api.post(f"round-tables/{table.pk}/time", {"seconds": 120})
    assert (more["seconds"], more["ends_at"] > running["ends_at"]) == (120, True)
    assert [one["table"] for one in api.get(f"{path}/clock")["longer"]] == [str(table.pk)]
    assert not api.post(f"{path}/clock/stop")["is_running"]
    far = api.post(f"{path}/clock/add", {"seconds": 24 * 3600}, 422)
    assert codes(far) == [("time_range", "seconds")]

    call = api.post(f"round-tables/{table.pk}/call", {"words": "a card too many"})
    assert api.post(f"round-tables/{table.pk}/call", {"words": "hurry"}) == call
    assert api.get(f"{path}/calls")["calls"] == [call]
    answered = api.post(f"director-calls/{call['id']}/answer")
    assert answered["answered_at"]
    assert api.get(f"{path}/calls")["calls"] == []


def test_a_draft_is_for_the_desk_alone(api, club):
    stage = make_cup(club, 4)
    member = Api(bearer(factories.make_member(club)))
    draft = api.post(f"stages/{stage.pk}/draw", {}, 201)
    path = f"tournaments/{stage.tournament_id}"

    assert [one["state"] for one in api.get(path)["stages"][0]["rounds"]] == ["draft"]
    assert member.get(path)["stages"][0]["rounds"] == []
    member.get(f"rounds/{draft['id']}", 403)
    member.get(f"stages/{stage.pk}/precheck", 403)
    seen = {"round": draft["id"], "revision": draft["revision"]}
    look = api.post(f"stages/{stage.pk}/draft/drop", seen)
    assert look["draft"] is None
    api.get(f"rounds/{draft['id']}", 404)


def test_what_was_corrected_after_a_draw_is_told(api, club):
    stage = make_cup(club, 4, TablesPlan(rounds=2, style="seeded"))
    people = list(stage.tournament.entrants.order_by("number"))
    one = publish(stage)
    table = one.tables.get()
    write_points(table, dict(zip(people, (9, 7, 5, 1), strict=True)))
    api.post(f"rounds/{one.pk}/official")
    publish(stage)
    fix = {"points": [{"entrant": str(people[3].pk), "points": 90}], "reason": "read wrongly"}
    api.post(f"round-tables/{table.pk}/result", fix, 201)

    after = stage.rounds.get(number=2).pk
    found = api.get(f"rounds/{after}/corrections")
    assert found["by_points"]
    assert [(who["before"], who["now"]) for who in found["since_draw"]] == [(1, 90)]
    official = api.get(f"rounds/{one.pk}/corrections")["since_official"]
    assert [(who["called"], who["before"], who["now"]) for who in official] == [("Guest 04", 1, 90)]


def test_who_asks_again_is_answered_with_nothing_while_nothing_is_new(api, club):
    stage = make_cup(club, 4, TablesPlan(rounds=1))
    one = publish(stage)
    addresses = [
        f"tournaments/{stage.tournament_id}",
        f"tournaments/{stage.tournament_id}/entries",
        f"tournaments/{stage.tournament_id}/places",
        f"rounds/{one.pk}",
        f"stages/{stage.pk}/standing",
    ]

    def ask(address: str, tag: str = "") -> Any:
        return Client().get(f"/api/v1/{address}", headers={**api.by, "If-None-Match": tag})

    tags = {address: ask(address)["ETag"] for address in addresses}
    assert {ask(address, tag).status_code for address, tag in tags.items()} == {304}
    people = list(stage.tournament.entrants.order_by("number"))
    write_points(one.tables.get(), dict.fromkeys(people, 5))
    people[0].origin = "Linden"
    people[0].save()
    Tournament.objects.update(name="Other")
    changed = {address for address, tag in tags.items() if ask(address, tag).status_code == 200}
    assert changed == {*addresses} - {addresses[2]}


def test_nobody_of_another_club_sees_anything(api, club):
    stage = make_cup(factories.make_club(), 4, TablesPlan(rounds=1))
    one = publish(stage)
    entrant = stage.tournament.entrants.first()

    for address in (
        f"clubs/{stage.club_id}/tournaments",
        f"tournaments/{stage.tournament_id}",
        f"tournaments/{stage.tournament_id}/entries",
        f"rounds/{one.pk}",
        f"stages/{stage.pk}/standing",
        f"entrants/{entrant.pk}",
    ):
        api.get(address, 404)
    api.post(f"entrants/{entrant.pk}/mark", {"act": "withdrew"}, 404)
    api.post(f"rounds/{one.pk}/official", expected=404)


def test_a_first_stage_is_as_usual_in_the_format_that_is_asked_for(api, club):
    path, more = f"clubs/{club.pk}/tournaments/plan", {"name": "A", "starts_at": "2026-12-01T19:00"}

    duels = api.post(path, {**more, "game": "svoi_kozyri", "format": "single"}, 201, key=str(uuid4()))
    wrong = api.post(path, {**more, "game": "skat", "format": "single"}, 422, key=str(uuid4()))
    none = api.post(path, {**more, "game": "skat", "format": "league"}, 422, key=str(uuid4()))

    assert [stage["plan"]["kind"] for stage in duels["stages"]] == ["single"]
    assert (codes(wrong), codes(none)) == ([("format_unsuited", "plan.kind")], [("invalid_choice", "format")])
