"""Names that are markup or scripts, on every page that shows one: drawn as text, and nothing runs."""

import json

import pytest

from tests.hostile.markup import PAYLOADS
from tests.journeys.acting import SESSIONS, signed_in
from tests.journeys.conftest import Phone
from tests.serving import Server

pytestmark = pytest.mark.journey

RENAME = """
from itertools import cycle
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Invitation, Player
from scorekeeper.play.models import Device, Sitting
from scorekeeper.standings.models import Competition

def rename(names):
    names = cycle(names)
    for model, field in (
        (Club, "name"), (User, "name"), (Player, "name"), (Sitting, "name"), (Sitting, "rules_name"),
        (Competition, "name"), (Device, "name"), (Invitation, "note"),
    ):
        for row in model.objects.all():
            model.objects.filter(pk=row.pk).update(**{field: next(names)[:80]})
"""
# Each kind of page on which one of the names stands.
MAKE = """
import logging
from tests.hostile.test_forms import IDENTITY
from tests.factories.world import World

logging.disable()
world = World()
sitting, _hand = world.tables["skat"]
factories.make_device(sitting, 1)
factories.finish(factories.make_sitting(world.club))
rename(["pwn"])
client, found = world.client(), {}
for address in world.addresses()[first::step]:
    answer = client.get(address)
    if answer.status_code == 200 and b"pwn" in answer.content and answer["Content-Type"].startswith("text/html"):
        found.setdefault(IDENTITY.sub("*", address), address)
print(json.dumps({"session": session(world.owner), "pages": list(found.values())}))
"""
INJECTED = """() => [
    ...document.querySelectorAll("pwn, [pwn], iframe, object, embed, base, [onerror], [onload], [onfocus], [ontoggle]"),
    ...[...document.querySelectorAll("a[href], form[action]")].filter((element) =>
        /^javascript:|evil[.]example/i.test(element.getAttribute("href") ?? element.getAttribute("action"))),
    ...[...document.querySelectorAll("script:not([src])")].filter((element) => element.type !== "application/json"),
].map((element) => element.outerHTML.slice(0, 200))"""
AT_ONCE = 10  # names a round
EVERY = 3  # of so many addresses one is asked in the usual run


def test_names_that_are_markup_are_text_everywhere(phone: Phone, server: Server, request: pytest.FixtureRequest):
    whole = request.config.getoption("--long")
    rounds = [PAYLOADS[start : start + AT_ONCE] for start in range(0, len(PAYLOADS), AT_ONCE)] if whole else [sample()]

    step = 1 if whole else EVERY  # each run of the usual size looks at another part of the pages
    first = request.config.getoption("randomly_seed") % step
    place = server.python(f"{SESSIONS}{RENAME}first, step = {first}, {step}\n{MAKE}")
    page = phone(storage_state=signed_in(place["session"]))
    ran: list[str] = []
    page.expose_function("pwn", lambda: ran.append("pwn"))

    for payloads in rounds:
        server.python(f"{RENAME}\nrename(json.loads({json.dumps(payloads)!r}))")
        for address in place["pages"]:
            page.goto(address, wait_until="load")
            assert page.evaluate(INJECTED) == [], f"{address}: {payloads}"
            assert not ran, f"{address}: {payloads}"

    assert len(place["pages"]) > 150 // step
    assert len(PAYLOADS) == 100


def sample() -> list[str]:
    """One of each kind."""
    return PAYLOADS[:: len(PAYLOADS) // AT_ONCE]
