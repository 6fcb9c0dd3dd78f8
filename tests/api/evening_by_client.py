"""An evening of Skat, played by a client that `openapi-python-client` has made from the document.

Run by the interpreter of that program, which has what its clients need, with the client on the path:
`python evening_by_client.py ADDRESS TOKEN SEASON`. Prints what was answered, as JSON.
"""

import importlib
import json
import sys
from typing import Any, get_type_hints
from uuid import uuid4

from scorekeeper_client import AuthenticatedClient

PLAYED = {
    "kind": "played",
    "declarer": 0,
    "contract": "clubs",
    "matadors": 1,
    "with": True,
    "bid": 18,
    "declarer_points": 75,
    "declarer_tricks": 7,
}
LOST = {**PLAYED, "declarer": 1, "contract": "hearts", "declarer_points": 45, "declarer_tricks": 4}
IMPOSSIBLE = {**PLAYED, "declarer_points": 500, "matadors": 12}


def main(address: str, token: str, season: str) -> None:
    """Open a table, record and correct, be refused, sign, and read the season."""
    client = AuthenticatedClient(base_url=address, token=token, raise_on_unexpected_status=True)

    def call(place: str, *ids: str, body: Any = None, **more: Any) -> Any:
        module = importlib.import_module(f"scorekeeper_client.api.{place}")
        if body is not None:
            more["body"] = get_type_hints(module.sync_detailed)["body"].from_dict(body)
        return module.sync_detailed(*ids, client=client, **more)

    def record(hand: dict[str, Any], number: int, key: str = "") -> Any:
        key = key or str(uuid4())
        return call("sittings.hand_record", sitting, body={"record": hand, "number": number}, idempotency_key=key)

    me, (club, *_more) = call("me.me").parsed, call("clubs.clubs").parsed
    seats = [{"name": name} for name in ("Anna", "Bert", "Cleo")]
    opening = {"game": "skat", "seats": seats, "seasons": [season]}
    opened = call("clubs.sitting_open", club.id, body=opening, idempotency_key=str(uuid4()))
    sitting, key = opened.parsed.id, str(uuid4())
    first, again = record(PLAYED, 1, key), record(PLAYED, 1, key)
    lost, passed = record(LOST, 2), record({"kind": "passed"}, 3)
    refused, taken = record(IMPOSSIBLE, 4), record(PLAYED, 2)
    correction = {"record": {**PLAYED, "contract": "grand"}, "reason": "it was a grand"}
    corrected = call("hands.hand_correct", first.parsed.id, body=correction, idempotency_key=str(uuid4()))
    closed = call("sittings.sitting_close", sitting, body={"reason": "the bar closes"})
    standings = call("seasons.season_standings", season, official=True)
    json.dump(
        {
            "name": me.name,
            "statuses": [
                int(answer.status_code)
                for answer in (opened, first, again, lost, passed, refused, taken, corrected, closed, standings)
            ],
            "same_hand": again.parsed.id == first.parsed.id,
            "refused": [error.code for error in refused.parsed.errors],
            "conflict": taken.parsed.code,
            "sheet": closed.parsed.to_dict(),
            "points": [row.points for row in standings.parsed.standings],
        },
        sys.stdout,
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
