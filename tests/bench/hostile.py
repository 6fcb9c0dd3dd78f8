"""How the time of reading hostile text grows: twice the text should cost about twice the time, and little of it."""

import argparse
import contextlib
import os
import statistics
import time
from collections.abc import Callable

from tests.bench.report import Figure

SIZE = 100_000  # characters, and then twice as many
ROUNDS = 5
Readers = dict[str, tuple[Callable[[str], object], Callable[[int], str]]]


def readers() -> Readers:
    """{what: (who reads it, the text of a size)}: the text that each has most work with."""
    return {**of_forms(), **of_addresses()}


def of_forms() -> Readers:
    """What is typed or sent: JSON, names, amounts, records, codes."""
    from scorekeeper.common.names import clean_name, name_key
    from scorekeeper.common.parsers import strict_json
    from scorekeeper.play.acting import clean_reason
    from scorekeeper.play.forms import LONG_NUMBER, WRITTEN
    from scorekeeper.play.house_rules.choice import NEGATIVE
    from scorekeeper.play.passes.services import _plain

    def keys(size: int) -> str:
        """As many as a body may hold, at most."""
        return "{" + ",".join(f'"{number:020}":0' for number in range(size // 26)) + f',"{0:020}":1}}'

    return {
        "JSON, nested": (strict_json, lambda size: "[" * size),
        "JSON, a text that never ends": (strict_json, lambda size: '"' + '\\"' * (size // 2)),
        "JSON, the same key at last": (strict_json, keys),
        "JSON, many digits": (strict_json, lambda size: "9" * size),
        "a name of accents out of order": (lambda text: clean_name(text, "name"), accents),
        "a name of spaces": (lambda text: clean_name(text, "name"), lambda size: " " * size),
        "twins of such a name": (name_key, accents),
        "a reason of accents out of order": (clean_reason, accents),
        "an amount of digits": (WRITTEN.fullmatch, lambda size: "1" * size + ","),
        "a rule below zero": (NEGATIVE.fullmatch, lambda size: "-" + "1" * size),
        "a record with long numbers": (LONG_NUMBER.search, lambda size: ("1" * 18 + "x") * (size // 19)),
        "a code of a table": (_plain, lambda size: "-a" * (size // 2)),
    }


def of_addresses() -> Readers:
    """What comes with a request: ids, tokens, cookies, paths, addresses."""
    from uuid import UUID

    from django.core import signing
    from django.core.validators import validate_email
    from django.utils.dateparse import parse_datetime
    from django.utils.http import url_has_allowed_host_and_scheme

    from scorekeeper.accounts.models import hashed
    from scorekeeper.common.addresses import counted_as
    from scorekeeper.common.logs import SECRET_PATHS
    from scorekeeper.common.middleware import GIVEN_ID
    from scorekeeper.play.actors import SALT

    return {
        "an id of a request": (GIVEN_ID.fullmatch, lambda size: "a" * size + "!"),
        "a token of a program": (hashed, lambda size: "x" * size),
        "an address of a client": (counted_as, lambda size: "1:" * (size // 2)),
        "an id": (UUID, lambda size: "{" * (size // 2) + "-" * (size // 2)),
        "a cookie of a phone": (lambda text: signing.loads(text, salt=SALT), lambda size: "." + "a" * size + ":b:c"),
        "a date and time": (parse_datetime, lambda size: "2026-01-01T" + "1" * size),
        "an address of mail": (validate_email, lambda size: "a" * (size // 2) + "@" + "a." * (size // 4)),
        "where to go next": (
            lambda text: url_has_allowed_host_and_scheme(text, {"x"}),
            lambda size: "/" + "\\" * size,
        ),
        "a path of slashes, for the log": (lambda text: SECRET_PATHS.sub("", text), lambda size: "/clubs" + "/" * size),
    }


def accents(size: int) -> str:
    return "a" + "\u0315\u0327" * (size // 2)


def run(_options: argparse.Namespace) -> list[Figure]:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings.test")
    django.setup()
    return [figure(what, read, text) for what, (read, text) in readers().items()]


def figure(what: str, read: Callable[[str], object], text: Callable[[int], str]) -> Figure:
    once, twice = (milliseconds(read, text(size)) for size in (SIZE, 2 * SIZE))
    return Figure(
        what,
        f"{twice / max(once, 0.001):.1f} times",
        f"{once:.2f} ms for {SIZE} characters",
        "at most 2.5 times, 100 ms",
        ran=f"{ROUNDS} times",
    )


def milliseconds(read: Callable[[str], object], text: str) -> float:
    taken = []
    for _round in range(ROUNDS):
        began = time.process_time()
        with contextlib.suppress(Exception):  # most of it is refused: how soon is what is asked
            read(text)
        taken.append((time.process_time() - began) * 1000)
    return statistics.median(taken)
