"""The few errors a service answers with; both doors turn them into the same words."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.core.exceptions import PermissionDenied

from games.core.values import Problem


class Refused(Exception):
    """What was asked can't be done, and the problems say why. Nothing was written (HTTP 422).

    `names` says who holds the seats that the problems speak of, where a door knows the table.
    """

    names: Mapping[int, str] | None = None

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(f"{problem.field}: {problem.message}" for problem in problems))


class Conflict(Exception):
    """Somebody was here before: `standing` is what stands there now. Nothing was written (HTTP 409)."""

    def __init__(self, code: str, message: str, standing: Any = None) -> None:
        self.code = code
        self.message = message
        self.standing = standing
        super().__init__(message)


def require(allowed: bool, reason: str = "") -> None:
    """Refuse with 403 unless allowed."""
    if not allowed:
        raise PermissionDenied(reason)
