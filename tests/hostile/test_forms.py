"""Every form there is: the table of hostile values through each field makes no 500, and a refusal writes nothing; and
none of a club that is closed writes."""

import logging
import re
from collections.abc import Iterable, Iterator
from itertools import cycle, islice
from urllib.parse import urlencode

import pytest
from django.core.cache import cache
from django.db.models import Q
from django.test import Client

from games import all_games
from scorekeeper.clubs.models import Club
from scorekeeper.play.upkeep.verifying import Count, Difference, differences_of, verify
from tests.acting import Form, same_cookies
from tests.factories import NOW
from tests.factories.forms import IDENTITY, kinds, make_forms
from tests.factories.world import World
from tests.hostile.values import TEXTS
from tests.rows import Watch, undone
from tests.worlds import laid

pytestmark = pytest.mark.django_db

# The table is taken in turn: one value in all fields of a form at once, and one alone in each of its numbers, or where
# it has none in one of its fields; with --long all values everywhere.
PARTS = 6
TOKEN = "csrfmiddlewaretoken"
TABLE = re.compile(r"/tables/([0-9a-f-]{36})/")


def differences(form: Form) -> Iterator[Difference]:
    """What `verify` finds at the table of this form, or anywhere once it opened one: to look everywhere after each form
    took a seventh of the time."""
    table = TABLE.search(form.action)
    return differences_of(Q(pk=table[1])) if table else verify(Count())


def sent(watch: Watch, client: Client, form: Form, fields: dict[str, list[str]]) -> str:
    """Send it; what was wrong with the answer, or nothing."""
    body = urlencode(fields, doseq=True, errors="surrogatepass")
    try:
        with undone(), same_cookies(client):
            cache.clear()  # what is taken back was not asked: else throttles refuse before a form is read
            answer = client.post(form.action, body, "application/x-www-form-urlencoded", follow=True)
            if answer.status_code == 429:
                return "answered 429, and was not read"
            if answer.status_code >= 500:
                return f"answered {answer.status_code}"
            refused = answer.status_code >= 400 and not answer.redirect_chain
            if not refused and "/tables/" not in form.action:
                watch.forget()
                return ""
            if not watch.wrote():
                return ""
            return f"answered {answer.status_code}, and wrote" if refused else "; ".join(map(str, differences(form)))
    except Exception as error:  # noqa: BLE001 whatever it is, it is what the test looks for
        return repr(error)[:300]


def faults(tried: Iterable[tuple[Client, Form, dict[str, list[str]], str]]) -> list[str]:
    logging.disable(logging.WARNING)  # else pytest keeps each with its request: 2.9 GB after 23,000 forms
    try:
        with Watch() as watch:
            return [
                f"{IDENTITY.sub('*', form.action)}: {what}: {wrong}"
                for client, form, fields, what in tried
                if (wrong := sent(watch, client, form, fields))
            ]
    finally:
        logging.disable(logging.NOTSET)


def left_out(world: World, forms: list[tuple[Client, Form]]) -> set[str]:
    """The addresses that take forms, but none of these."""
    games = "|".join(all_games())

    def of_any_game(address: str) -> str:
        return re.sub(rf"/({games})/", "/GAME/", IDENTITY.sub("*", address).split("?")[0])

    posted = {of_any_game(form.action) for _client, form in forms}
    only_post = {of_any_game(address) for address in world.unread}
    scripts_ask_these = {"/tables/*/preview/", "/rules/GAME/worth/preview/", "/rules/GAME/ask/score/"}
    scripts_ask_these |= {"/offline/tables/", "/offline/tables/*/differences/"}
    need_more = {"/evenings/*/open/", "/evenings/*/reopen/"}  # one that has not begun, one that is closed
    entries = "/tournaments/*/entries/"  # with a fee, with something to undo, while a round is played
    need_more |= {f"{entries}paid/", f"{entries}*/paid/", f"{entries}undo/", f"{entries}*/points/"}
    need_more |= {"/tables/*/remind/", "/stages/*/step/"}  # a sheet that waits for signatures, a step that can be taken
    return only_post - posted - need_more - scripts_ask_these


def test_every_address_that_takes_a_form_is_tried() -> None:
    assert left_out(*laid(make_forms)) == set()


@pytest.mark.parametrize("part", range(PARTS))
def test_hostile_values_in_all_fields_and_in_one_of_every_form_there_is(request: pytest.FixtureRequest, part: int):
    whole = request.config.getoption("--long")
    _world, forms = laid(make_forms)

    def tried() -> Iterator[tuple[Client, Form, dict[str, list[str]], str]]:
        for turn, (client, form) in list(enumerate(kinds(forms)))[part::PARTS]:
            values, at_once = islice(cycle(TEXTS), 2 * turn, None), len(TEXTS) if whole else 1
            fields = [field for field in form.names if field != TOKEN]
            for name in islice(values, at_once):
                yield client, form, {field: [TEXTS[name]] for field in fields if field in form.fields}, name
            numbers = [field for field in fields if "".join(form.fields.get(field, ())).isdecimal()]
            for field in fields if whole else numbers or fields[turn % max(len(fields), 1) :][:1]:
                for name in islice(values, at_once):
                    yield client, form, {**form.fields, field: [TEXTS[name]]}, f"{name} in {field}"

    found = faults(tried())

    assert not found, "\n".join(found)


def test_no_form_of_a_closed_club_writes(request: pytest.FixtureRequest):
    """One form of each kind that the app has, filled as its pages fill it, sent after the club was closed; with
    --long every form of every page."""
    _world, forms = laid(make_forms)
    Club.objects.update(closed_at=NOW)
    free = ("/accounts/", "/offline/", "/clubs/new/", "/rules/", "/tables/new/", "/evenings/calendar/")

    wrong = []
    with Watch() as watch:
        for client, form in forms if request.config.getoption("--long") else kinds(forms):
            if any(part in form.action for part in free) or form.action.endswith(("/reopen/", "/remove/", "/archive/")):
                continue
            buttons = form.buttons[:1]
            body = urlencode({**form.fields, **{name: [value] for name, value in buttons if name}}, doseq=True)
            with undone():
                answer = client.post(form.action, body, "application/x-www-form-urlencoded")
                if watch.wrote() or answer.status_code >= 500:
                    wrong.append(f"{form.action}: {answer.status_code}")

    assert not wrong, "\n".join(sorted(set(wrong)))
