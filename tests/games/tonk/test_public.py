"""The public form: names instead of seats, and any JSON."""

import json

from hypothesis import given
from hypothesis import strategies as st

from games.core.cases import answer
from games.core.record import dump, load, load_kind
from tests.games.tonk.table import CAUGHT, HOUSE, TONK, at, judge, public
from tests.games.tonk.test_payments import hands_played
from tests.strategies import any_json

NAMES = ("ann", "bob", "cy", "dee", "eve", "fay", "gil", "hal")
CASE = {
    "players": ["ann", "bob", "cy"],
    "dealer": "cy",
    "stake": 10,
    "ending": "drop",
    "by": "ann",
    "out_by": None,
    "hands": {"ann": ["Ac", "2d"], "bob": ["Kh", "9s"], "cy": ["5c", "5d", "3h", "2h"]},
    "totals": None,
    "spreads": [["7c", "7d", "7h"], ["Js", "Qs", "Ks", "Ts"]],
}
TOTALS = {**CASE, "hands": None, "totals": {"ann": 5, "bob": 6, "cy": 30}, "spreads": None}
KINDS = ("initial_tonk", "tonk_out", "discard_out", "drop", "stock_out")


def named(data, chosen, table):
    """A hand in its public form."""
    names = NAMES[: len(table.seats)]
    by = data["by"]
    held = {field: dict(zip(names, data[field], strict=True)) for field in ("hands", "totals") if field in data}
    if "totals" in held:
        held["totals"] = {name: total for name, total in held["totals"].items() if total is not None}
    return {
        "players": list(names),
        "dealer": names[table.dealer],
        "stake": chosen.stake,
        "ending": data["kind"],
        "by": [names[seat] for seat in by] if isinstance(by, list) else None if by is None else names[by],
        "out_by": data.get("out_by"),
        **held,
    }


def options(chosen):
    return {name: value for name, value in dump(chosen).items() if name not in {"stake", "unit", "decimals"}}


@given(hands_played())
def test_public_form_says_what_the_record_says(case):
    data, chosen, table = case
    outcome = judge(data, chosen, table)

    told = public(named(data, chosen, table), **options(chosen))

    names = NAMES[: len(table.seats)]
    assert told["net"] == dict(zip(names, outcome.detail.net, strict=True))
    assert told["payments"] == [[names[p.payer], names[p.payee], p.amount, p.reason] for p in outcome.detail.payments]
    assert told["result"] == outcome.detail.result
    assert len(told["warnings"]) == len([notice for notice in outcome.warnings if notice.code == "held_spread"])


@given(hands_played(), st.permutations(NAMES))
def test_new_names_change_nothing_else(case, others):
    renamed = dict(zip(NAMES, others, strict=True))
    given_ = named(*case)
    chosen = options(case[1])
    text = json.dumps(given_)
    for old, new in renamed.items():
        text = text.replace(f'"{old}"', f'"_{new}"')

    before, after = public(given_, **chosen), public(json.loads(text), **chosen)

    assert list(after["net"].values()) == list(before["net"].values())
    assert [paid[2:] for paid in after["payments"]] == [paid[2:] for paid in before["payments"]]


@given(hands_played())
def test_hand_stored_and_loaded_again_is_judged_the_same(case):
    data, chosen, table = case
    hand, outcome = TONK.judge(data, chosen, table)
    again = json.loads(json.dumps(dump(hand)))

    assert load_kind(TONK.hands, again) == hand
    assert TONK.judge(again, chosen, table) == (hand, outcome)
    assert load_kind(TONK.details, json.loads(json.dumps(dump(outcome.detail)))) == outcome.detail
    assert load(TONK.state, dump(outcome.state)) == outcome.state


@given(
    st.sampled_from((CASE, TOTALS)),
    st.sampled_from(KINDS),
    st.sampled_from(sorted(CASE)),
    any_json | st.sampled_from(("ann", "zed", ["ann"], ["bob", "cy"], {"ann": 50}, {"ann": []}, [["7c"]])),
    st.sampled_from(({}, {"count": "unmatched"}, {"must_lay_spreads": True}, {"initial_tie": "each_paid"})),
)
def test_any_json_is_answered(case, kind, field, noise, chosen):
    for given_ in ({**case, field: noise}, {**case, "ending": kind, field: noise}, noise):
        told = public(given_, **chosen)

        assert json.loads(json.dumps(told)) == told
        assert told.get("problems") if "error" in told else sum(told["net"].values()) == 0


@given(st.sampled_from(sorted(options(HOUSE))), any_json)
def test_any_option_is_answered(name, noise):
    told = answer(TONK, {"op": "hand", "rules": {name: noise}, "input": TOTALS})

    assert told.get("error", "bad_option") in {"bad_option", "players_range"}


@given(st.sampled_from(("by", "totals", "hands", "spreads", "out_by", "dealer")), any_json, st.sampled_from(KINDS))
def test_any_record_is_judged_or_refused(field, noise, kind):
    data = {**CAUGHT, "kind": kind, "by": [0] if kind == "initial_tonk" else 0, field: noise}
    table = at(0, 1, 2)

    problems = TONK.problems(data, HOUSE, table)

    if not problems:
        assert sum(judge(data, HOUSE, table).detail.net) == 0
