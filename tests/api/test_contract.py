"""The committed document put to the test: whatever is made from it is answered as it promises, and nothing breaks."""

import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode
from uuid import UUID

import pytest
import schemathesis
from django.test import Client
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as pinned
from hypothesis import strategies as st
from requests import Request
from schemathesis import GenerationMode
from schemathesis.core.parameters import ParameterLocation
from schemathesis.core.transport import Response
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from scorekeeper.play.upkeep.verifying import Count, verify
from tests import factories
from tests.acting import DOCUMENT, bearer, fits
from tests.api.evenings import make_nights
from tests.api.files import make_files
from tests.api.teams import make_matches
from tests.factories.cups import Cups, make_cups
from tests.factories.teams import make_league_of
from tests.rows import Notice, undone
from tests.strategies import examples
from tests.worlds import laid

pytestmark = pytest.mark.django_db

SEED = 20260904
EXAMPLES = examples(3, part=20)  # for each operation and mode; a hundred with --long
SCHEMA = schemathesis.openapi.from_path(str(DOCUMENT))
# Whether valid data is taken is not asked: what the rules refuse is documented, and an expected answer.
CHECKS = [status_code_conformance, content_type_conformance, response_schema_conformance]
SENT = {ParameterLocation.QUERY, ParameterLocation.BODY}  # ids and who asks are put right here
OF_EACH_MODE = settings(
    max_examples=EXAMPLES,
    database=None,
    derandomize=False,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
OPERATIONS = [
    (method.upper(), path) for path, item in sorted(SCHEMA.raw_schema["paths"].items()) for method in sorted(item)
]


@dataclass(frozen=True, slots=True)
class Asked:
    """A club in which each address has a row it can be asked for, and who asks."""

    by: dict[str, str]
    ids: dict[str, UUID]
    cups: Cups

    def real(self, path: str) -> dict[str, UUID]:
        """{part of an address: the id of a row that exists}: of tournaments what can be drawn, played and ended."""
        cups = self.cups
        return {
            **self.ids,
            "tournament": cups.played.tournament_id if "/clock" in path or "/calls" in path else cups.planned.pk,
            "stage": cups.drafted.pk if "/dra" in path or "/precheck" in path else cups.played.pk,
        }


def make_asked() -> Asked:
    club = factories.make_club()
    season = factories.make_season(club)
    sitting = factories.make_sitting(club, seasons=[season])
    hands = factories.record_list(sitting, [factories.played(0), factories.played(1)])
    cups, nights, matches = make_cups(club), make_nights(club), make_matches(make_league_of(club, (3, 3)))
    files = make_files(club)
    ids = {
        "club": club.pk,
        "season": season.pk,
        "sitting": sitting.pk,
        "hand": hands[0].pk,
        "house": factories.make_house_rules(club).pk,
        "entrant": cups.entrant.pk,
        "round": cups.round.pk,
        "table": cups.table.pk,
        "act": cups.act.pk,
        "call": cups.call.pk,
        "job": cups.job.pk,
        "evening": nights.drafted.pk,
        "played": nights.second.pk,
        "league": matches.day.league_id,
        "team": matches.member.team_id,
        "member": matches.member.pk,
        "day": matches.day.pk,
        "file": files.open.pk,
        "source": files.tournament.pk,
        "imported": files.imported.pk,
        "spreadsheet": files.spreadsheet.pk,
    }
    return Asked(bearer(factories.owner_of(club)), ids, cups)


@pytest.mark.parametrize(("method", "path"), OPERATIONS, ids=lambda value: value.removeprefix("/api/v1/"))
def test_answers_keep_the_promises_of_the_document(method, path):
    world = laid(make_asked)
    records = st.sampled_from([factories.played(2), factories.passed(), factories.null(1)])

    def keeps_its_promises(case: Any, record: Any, known: int) -> None:
        with undone(), Notice() as notice:
            made_good = bool(known and isinstance(case.body, dict) and "record" in case.body and known % 2)
            if made_good:
                case.body["record"] = record
            answer = ask(case, world.by, world.real(path) if known else {})

            wrong = {where for where, part in case.meta.components.items() if part.mode == GenerationMode.NEGATIVE}
            may_be_good = made_good or has_space_around(case.body)
            must_refuse = wrong & SENT - ({ParameterLocation.BODY} if may_be_good else set())
            checks = [*CHECKS, negative_data_rejection] if must_refuse else CHECKS
            case.validate_response(as_seen(answer), checks=checks)
            assert list(verify(Count()) if notice.noticed else ()) == []

    for mode in GenerationMode:
        case = SCHEMA[path][method].as_strategy(generation_mode=mode)
        tried = given(case=case, record=records, known=st.integers(0, 9))(keeps_its_promises)
        pinned(SEED)(OF_EACH_MODE(tried))()


def has_space_around(value: Any) -> bool:
    """Whether space stands around a text of a body: it is no part of the text, which may be too long with it alone."""
    if isinstance(value, str):
        return value != value.strip()
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return any(map(has_space_around, parts))


def ask(case: Any, by: dict[str, str], real: dict[str, UUID]) -> Any:
    """Send the case to the app; its ids are those of rows that exist, if any are given."""
    ids = {name: real.get(name, value) for name, value in case.path_parameters.items()}
    path = case.path.format(**{name: quote(str(value), safe="") for name, value in ids.items()})
    query = urlencode({name: str(value) for name, value in (case.query or {}).items()})
    path = f"{path}?{query}" if query else path
    body = b"" if case.media_type is None else sendable(case.body)
    key = str((case.headers or {}).get("Idempotency-Key", "")).encode("ascii", "replace").decode()
    answer = Client().generic(
        case.method, path, body, content_type="application/json", headers={**by, "Idempotency-Key": key}
    )
    fits(case.method, path.removeprefix("/api/v1/"), answer)
    return answer


def as_seen(answer: Any) -> Response:
    """The answer as the checks of the library read it."""
    request = Request("GET", "http://testserver/").prepare()  # for messages alone
    headers = {name: [value] for name, value in answer.items()}
    return Response(answer.status_code, headers, answer.content, request, elapsed=0.1, verify=True)


def sendable(body: Any) -> bytes:
    return body if isinstance(body, bytes) else json.dumps(body, default=str).encode()
