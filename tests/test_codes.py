"""What may be refused stands in the docstrings of what raises it, from which the document of the API has it: each code
that a module names is held against the `Raises` of that module, and the other way round."""

import ast
import inspect
import re
from collections import deque
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from textwrap import dedent
from typing import Any, Final, NamedTuple

from django.urls import get_resolver

import games
from games.core.values import Problem
from scorekeeper.common.acts import CODES, codes_raised, parts
from scorekeeper.common.api import Act
from scorekeeper.payouts.pools.reads import outlook
from tests.reading_code import known_as

ROOT = Path(__file__).resolve().parent.parent
MAKES = re.compile(r"_?(?:problem|refused|refusal|said|short)|wrong|Problem|Conflict")
ELSEWHERE = {"authentication_failed", "club_unclear", "tournament_unclear"}  # of a library, or put together
CODE = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")


class Named(NamedTuple):
    """A code as a module names it, and whether within a function."""

    code: str
    line: int
    is_inside: bool


def named(tree: ast.Module) -> Iterator[Named]:
    """Every code that is written out where a problem or a conflict is made."""
    inside = {id(node) for function in _functions(tree) for node in ast.walk(function)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        given = node.args[0] if node.args else next((each.value for each in node.keywords if each.arg == "code"), None)
        if MAKES.fullmatch(name) and isinstance(given, ast.Constant) and CODE.fullmatch(str(given.value)):
            yield Named(str(given.value), node.lineno, id(node) in inside)
        elif name == "Obstacle" and any(keyword.arg == "stops" for keyword in node.keywords):
            yield Named(ast.literal_eval(node.args[0]), node.lineno, is_inside=False)


def declared(tree: ast.Module) -> set[str]:
    """Every code that stands behind "Raises" in a docstring of this module."""
    return {code for function in _functions(tree) for _status, code, _cited in parts(ast.get_docstring(function) or "")}


def _functions(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def trees(*folders: str) -> dict[str, ast.Module]:
    """{module: what it says}"""
    found = (path for folder in folders for path in sorted((ROOT / folder).rglob("*.py")))
    return {path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8")) for path in found}


APP = trees("scorekeeper")
KNOWN = {found.code for tree in [*APP.values(), *trees("games").values()] for found in named(tree)}
KNOWN |= {
    str(node.value)  # the name of a constant
    for tree in APP.values()
    for node in ast.walk(tree)
    if isinstance(node, ast.Constant) and CODE.fullmatch(str(node.value)) and "_" in str(node.value)
}
KNOWN |= {code for code, _sentence in CODES.values()} | {"null"} | ELSEWHERE


def test_each_code_stands_in_the_raises_of_its_module() -> None:
    everywhere = set().union(*map(declared, APP.values()))
    missing = [
        f"{module}:{line} `{code}`"
        for module, tree in APP.items()
        for code, line, is_inside in named(tree)
        if code not in (declared(tree) if is_inside else everywhere)
    ]

    assert missing == [], "name it behind Raises, in the docstring of what raises it"


def test_each_code_behind_raises_is_one() -> None:
    strangers = [
        f"{module}: {function.name}: `{code}`"
        for module, tree in APP.items()
        for function in _functions(tree)
        for _status, code, _cited in parts(ast.get_docstring(function) or "")
        if code and code not in KNOWN
    ]

    assert strangers == [], "behind Raises backticks are for codes alone"


# Who calls whom: what a service may be refused with by the functions that it calls stands in its own Raises too.

CANNOT: dict[str, set[str]] = {
    "undo_hand": {"hand_impossible", *games.hand_codes()},  # the last hand is struck: none is judged, none follows
    "void_hand": {*games.hand_codes()},
    "preview_void": {*games.hand_codes()},
    "decide_dispute": {"hand_disputed"},  # whoever decides directs
    "next_evening": {"no_lengths", "length_misfit"},  # lengths that do not fit are left out
    "withdraw_table": {"reason_missing"},  # it needs none
    "mark": {"reason_missing", "reason_too_long"},  # the reason of an unused sheet is ours
    "substitute": {"reason_missing", "reason_too_long"},
    "take_back_round": {"reason_missing", "reason_too_long"},
    "publish_round": {  # a match that is lost without a hand is written by us
        *("entrant_unknown", "no_draw", "not_played", "too_much", "reason_missing", "reason_too_long"),
        *("sets_contradict", "sets_too_many", "scored_contradict"),
    },
    "change_tournament": declared(APP["scorekeeper/tournaments/planning/reads.py"]),  # is `stage_unsuited`
    "enter_text": {  # stands at the line
        *("team_unnamed", "rating_out_of_range", "player_unknown", "player_twice", "name_twice", "list_full"),
        *("players_missing", "players_many", "entered_already", "name_missing", "name_too_long"),
    },
    "turn_to": {*codes_raised(outlook)[422]},  # is shown as far as it can be shared out
    "open_kept": {"two_are_one", "rows_clash", "unsound", "no_draw", "points", "scoring"},  # asked in the answer
    "keep_file": {"two_are_one", "rows_clash", "unsound", "no_draw", "points", "scoring"},  # shown in the answer
}
"""{service: what the functions that it calls may be refused with, and it may not}"""
ONLY_BACK: Final = {"booked_back"}  # by a draft that books back alone
PLANNED: Final = ("open_tables", "open_sitting")  # was refused when it was planned, but for what `open_tables` names


def acts() -> dict[str, Act]:
    """{operation: its act}"""
    found: dict[str, Act] = {}
    patterns = [get_resolver()]
    while patterns:
        pattern = patterns.pop()
        patterns += getattr(pattern, "url_patterns", ())
        act = getattr(getattr(getattr(pattern, "callback", None), "cls", None), "act", None)
        if act:
            found[act.operation] = act
    return found


@cache
def said_and_called(function: Any) -> tuple[frozenset[str], tuple[Any, ...]]:
    """The codes that a function names where it makes a problem, and the functions of ours whose names it speaks."""
    tree = ast.parse(dedent(inspect.getsource(function)))
    spoken = {ast.unparse(node): node for node in ast.walk(tree) if isinstance(node, ast.Name | ast.Attribute)}
    known = [value for _name, node in sorted(spoken.items()) if (value := known_as(node, function.__globals__))]
    ours = (inspect.unwrap(getattr(value, "func", value)) for value in known if callable(value))
    called = [value for value in ours if inspect.isfunction(value) and value.__module__.startswith("scorekeeper.")]
    made = {value.code for value in known if isinstance(value, Problem)}
    return frozenset(made | {found.code for found in named(tree)}), tuple(called)


def reached(service: Any) -> dict[str, str]:
    """{code: through which functions}: of all that a service calls, and they call, as far as the text tells."""
    found: dict[str, str] = {}
    steps = deque([(service, "")])
    seen = {service}
    while steps:
        function, way = steps.popleft()
        codes, called = said_and_called(function)
        raised = set().union(*codes_raised(function).values()) if function is not service else set()
        for code in codes | raised:
            found.setdefault(code, way)
        for other in called:
            if other not in seen and (function.__name__, other.__name__) != PLANNED:
                seen.add(other)
                steps.append((other, f"{way} > {other.__name__}"))
    return found


def test_a_service_names_what_the_functions_that_it_calls_raise() -> None:
    missing = []
    for operation, act in sorted(acts().items()):
        known = set().union(*act.codes.values())
        for does in filter(None, (act.does, act.preview and act.preview.does)):
            service = inspect.unwrap(getattr(does, "func", does))
            cannot = CANNOT.get(service.__name__, set())
            missing += [
                f"{operation}: {service.__module__}.{service.__name__} `{code}`{way}"
                for code, way in sorted(reached(service).items())
                if code not in known | cannot | ONLY_BACK
            ]

    assert missing == [], "name it behind Raises in the docstring of the service, or cite the function"


def test_exceptions_are_still_needed() -> None:
    done = [does for act in acts().values() for does in (act.does, act.preview and act.preview.does) if does]
    services = [inspect.unwrap(getattr(does, "func", does)) for does in done]
    said = {code for service in services for code in reached(service)}

    assert CANNOT.keys() <= {service.__name__ for service in services}
    assert set().union(*CANNOT.values()) <= said
