"""One line from a phone to the server, which can break off before the answer."""

import http.client
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

PATIENCE = 15.0  # seconds until a phone gives an answer up
BROKEN = (OSError, http.client.HTTPException)


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back, and how long that took; status 0: nothing did."""

    status: int
    body: dict[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    seconds: float = 0.0


class Line:
    """One connection to the server, made anew when it breaks; to be used by `with`, or hung up."""

    def __init__(self, url: str) -> None:
        self.host = urlsplit(url).netloc
        self._line: http.client.HTTPConnection | None = None
        self._began = 0.0

    def ask(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes = b"", *, listen: bool = True
    ) -> Answer:
        """Send, and read the answer; or hang up before it comes."""
        self.say(method, path, headers, body)
        if listen:
            return self.hear()
        self.hang_up()
        return Answer(0)

    def say(self, method: str, path: str, headers: Mapping[str, str], body: bytes = b"") -> None:
        """Send only. A line that breaks meanwhile has no answer to be heard."""
        self._began = time.monotonic()
        try:
            self._line = self._line or http.client.HTTPConnection(self.host, timeout=PATIENCE)
            self._line.request(method, path, body, dict(headers))
        except BROKEN:
            self.hang_up()

    def hear(self) -> Answer:
        """The answer to what was said last."""
        try:
            if not self._line:
                return Answer(0, seconds=time.monotonic() - self._began)
            got = self._line.getresponse()
            raw = got.read()
        except BROKEN:
            self.hang_up()
            return Answer(0, seconds=time.monotonic() - self._began)
        is_json = "json" in (got.headers.get("Content-Type") or "")
        said = json.loads(raw) if is_json else {"text": raw.decode()}
        return Answer(got.status, said, dict(got.headers), time.monotonic() - self._began)

    def __enter__(self) -> "Line":
        return self

    def __exit__(self, *_error: object) -> None:
        self.hang_up()

    def hang_up(self) -> None:
        if self._line:
            self._line.close()
        self._line = None
