"""What stands in a query: nothing of it reaches SQL or the names of columns, whatever it says."""

import ast
from functools import cache
from itertools import product
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

import pytest

from tests.factories.world import World
from tests.hostile.values import TEXTS
from tests.rows import everything
from tests.worlds import laid

pytestmark = pytest.mark.django_db

ROOT: Final = Path(__file__).resolve().parents[2]
# Every parameter a page or the API reads, and what a careless one might.
NAMES: Final = (
    "page",
    "count",
    "why",
    "hand",
    "saved",
    "since",
    "as",
    "rules",
    "next",
    "official",
    "sort",
    "order",
    "filter",
    "before",
    "state",
    "out",
    "deals-1",
)
NAMES_OF_COLUMNS: Final = (
    "_connector",
    "_negated",
    "pk__in",
    "club__owner__password__startswith",
    "record__0__gt",
    "a__regex",
)
INJECTED: Final = [
    "1 OR 1=1",
    "1; DROP TABLE play_hand",
    "1) UNION SELECT password FROM accounts_user --",
    "' || (SELECT 1) || '",
    '" OR ""="',
    "-id",
    "?",
    "password",
    "club__memberships__user__password",
    "_connector",
    "OR 1=1) --",
    "a.b; --",
    "name AS x\x00",
    'x"; --',
    "x%s%(a)s",
    "x\ny",
    "$where",
    "{'$gt': ''}",
    "1e400",
    "9" * 400,
    "-1",
    "0",
    "\u00b2",
    "\u0661",
    "NaN",
    "[]",
    "[]=1",
    "\x1b",
    "a&b=c",
]
PAYLOADS: Final = [*INJECTED, *(text[:400] for text in TEXTS.values())]


def test_no_query_breaks_a_page_or_writes(request: pytest.FixtureRequest):
    world, whole = laid(World), request.config.getoption("--long")
    client, before, found, asked = world.client(), everything(), [], 0
    payloads = [*PAYLOADS, *(f"{name}={value}" for name, value in product(NAMES_OF_COLUMNS, INJECTED))]
    some = world.addresses() if whole else world.addresses()[::3]
    addresses = [address for address in some if client.get(address).status_code == 200]
    paths = (
        f"clubs/{world.club.pk}",
        f"clubs/{world.club.pk}/tournaments",
        f"seasons/{world.ids['season_id']}/standings",
        f"stages/{world.ids['stage_id']}/standing",
    )
    api = [f"/api/v1/{path}" for path in paths]

    for turn, payload in enumerate(payloads if whole else payloads[::3]):
        places = [*addresses, *api]
        for address in places if whole and turn % 8 == 0 else [places[turn % len(places)]]:
            query = urlencode(dict.fromkeys((*NAMES, *NAMES_OF_COLUMNS, payload), payload), errors="surrogatepass")
            asked += 1
            if (answer := client.get(f"{address}?{query}")).status_code >= 500:
                found.append((address, payload, answer.status_code))

    assert not found
    assert len(payloads) >= 200
    assert asked >= len(payloads) // 3
    assert everything() == before


@cache
def sources() -> dict[str, str]:
    paths = [path for path in (ROOT / "scorekeeper").rglob("*.py") if "migrations" not in path.parts]
    return {str(path.relative_to(ROOT)): path.read_text() for path in paths}


def trees(*words: str) -> dict[str, ast.Module]:
    """The modules in whose text one of these words stands."""
    return {path: ast.parse(source) for path, source in sources().items() if any(word in source for word in words)}


OF_THE_DATABASE = {"filter", "exclude", "get", "get_or_create", "update_or_create", "create", "order_by", "annotate"}
OF_THE_DATABASE |= {
    "values",
    "values_list",
    "aggregate",
    "only",
    "defer",
    "alias",
    "distinct",
    "select_related",
    "update",
}
# Each looked at: what is expanded are constants of the models, of this module or of the games, never what came in.
ALLOWED = {
    "scorekeeper/accounts/authentication.py",
    "scorekeeper/archive/tournament/writing.py",
    "scorekeeper/archive/writing.py",
    "scorekeeper/chains/models.py",
    "scorekeeper/chains/services.py",
    "scorekeeper/clubs/calling.py",
    "scorekeeper/clubs/selectors.py",
    "scorekeeper/common/inserting.py",
    "scorekeeper/common/prepared.py",
    "scorekeeper/draws/services/drafts.py",
    "scorekeeper/jobs/services.py",
    "scorekeeper/journal/services.py",
    "scorekeeper/outbox/services.py",
    "scorekeeper/payouts/history/reads.py",
    "scorekeeper/payouts/book/reads.py",
    "scorekeeper/tournaments/rounds/results.py",
    "scorekeeper/tournaments/desk/reads.py",
    "scorekeeper/play/upkeep/anchors.py",
    "scorekeeper/play/recording/forms.py",
    "scorekeeper/play/policies.py",
    "scorekeeper/play/opening/reads.py",
    "scorekeeper/play/passes/reads.py",
    "scorekeeper/people/services.py",
    "scorekeeper/play/acting.py",
    "scorekeeper/play/closing/notices.py",
    "scorekeeper/play/upkeep/verifying.py",
    "scorekeeper/standings/comparing.py",
    "scorekeeper/standings/importing.py",
    "scorekeeper/standings/selectors/table.py",
    "scorekeeper/standings/selectors/seasons.py",
    "scorekeeper/standings/selectors/why.py",
    "scorekeeper/tournaments/entries/reads.py",
    "scorekeeper/tournaments/rounds/field.py",
    "scorekeeper/yearbook/selectors.py",
}


def test_no_dict_or_list_from_outside_names_columns():
    """Only names that stand in the program reach a query; whoever expands one more has to look at this list."""
    found = {
        path
        for path, tree in trees("*").items()
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in OF_THE_DATABASE
        if any(keyword.arg is None for keyword in call.keywords) or any(isinstance(at, ast.Starred) for at in call.args)
    }

    assert found == ALLOWED


def test_sql_by_hand_stands_in_few_places_and_none_is_built_from_what_came_in():
    """`ruff` (S608) refuses text built into SQL elsewhere; extra() is not used at all, and RawSQL names a
    column of the statement around it, once."""
    calls = {
        (path, call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", ""))
        for path, tree in trees("RawSQL", "extra", "raw").items()
        for call in ast.walk(tree)
        if isinstance(call, ast.Call)
    }

    assert {path for path, name in calls if name in {"RawSQL", "extra"}} == {"scorekeeper/common/prepared.py"}
    assert {path for path, name in calls if name == "raw"} == {"scorekeeper/play/recording/sql.py"}
