"""Programs that work at the desk of a tournament."""

from typing import Any

from tests.api.calling import send


class Api:
    """A program of somebody."""

    def __init__(self, by: dict[str, str]) -> None:
        self.by = by

    def post(self, path: str, body: Any = None, expected: int = 200, key: str = "") -> Any:
        headers = {**self.by, **({"Idempotency-Key": key} if key else {})}
        answer = send(path, body, headers)
        assert answer.status_code == expected, answer.content
        return answer.json()

    def get(self, path: str, expected: int = 200) -> Any:
        answer = send(path, None, self.by, method="GET")
        assert answer.status_code == expected, answer.content
        return answer.json()
