"""Every form that refuses: it says what to do, at the field, for eyes and for readers of screens; and it keeps what was
typed. The forms are those of every page that the resolver knows, and of pages in a special state."""

import re
from collections.abc import Iterator
from typing import Final
from urllib.parse import urlencode

import pytest
from django.test import Client

from tests.acting import same_cookies
from tests.factories.forms import make_all_pages
from tests.factories.world import Page
from tests.refusing import CHOSEN, TYPED, Read, Reading
from tests.rows import undone
from tests.worlds import laid

pytestmark = pytest.mark.django_db

NEVER_GIVEN_BACK: Final = {"password", "file"}
SAYS_NOTHING: Final = (  # what Django's forms say by themselves, and what says that something is wrong, but not what
    "This field is required",
    "must be given",
    "Something has to be put right",
    "Ensure this value",
    "Ensure that there",
    "Select a valid choice",
    "Enter a whole number",
    "Enter a valid date",
    "Enter a valid time",
    "Enter a valid value",
    "Enter a number",
    "Enter a list of values",
    "is not one of the available choices",
    "not a valid UUID",
)
# The screen of a hand is tapped, and says in a region that is read out what is missing as it is tapped; what is typed
# there is marked by its script. Of it only what it says is tried here, its fields in tests/play/test_refused_hands.py.
TAPPED: Final = {"/tables/*/hands/", "/tables/*/hands/*/correct/"}
SEAT: Final = re.compile(r"(?<=^seats\.)\d+")  # whoever sits there moves up where a seat before is empty
DERIVED: Final = {"preset"}  # the rules that were chosen are rules of one's own once they were changed


def wrong_with(page: Reading, sent: list[tuple[str, str]], form: Read) -> Iterator[str]:
    """What a page that refuses a form does wrong."""
    words = " ".join("".join(page.words).split())
    yield from (f"says {banned!r}" for banned in SAYS_NOTHING if banned in words)
    yield from (f"no field is marked for {text!r}" for text in page.unmarked())
    if form.kind[0] in TAPPED or not page.forms:
        return  # or it is over what the form was for
    of_errors = {name for names, text in page.errors if text for name in names}
    yield from (
        f"{name} is marked, and nothing says why" for name, pointers in page.invalid if not of_errors & pointers
    )
    names = {SEAT.sub("*", control.name) for control in form.controls}
    again = next((one for one in page.forms if names <= {SEAT.sub("*", other.name) for other in one.controls}), None)
    if again is None:
        offered = [sorted({control.name for control in one.controls}) for one in page.forms]
        yield f"the form is not there any more: {sorted(names)} of {offered}"[:400]
        return
    kept = {(SEAT.sub("*", name), value.strip()) for name, value in again.sent}
    kinds = {control.name: control.kind for control in form.controls}
    for name, value in sent:
        if not value or kinds.get(name, "hidden") in {"hidden", *NEVER_GIVEN_BACK} or name in DERIVED:
            continue  # what was left empty may come back as what stands there from the start
        if (SEAT.sub("*", name), value.strip()) not in kept and name != "dealer":
            yield f"{name} is not kept"


def refused(client: Client, form: Read, sent: list[tuple[str, str]]) -> Iterator[str]:
    """Send it; what the answer does wrong, where it refuses."""
    with undone(), same_cookies(client):
        body = urlencode(sent, doseq=True)
        answer = client.post(form.action, body, "application/x-www-form-urlencoded")
    if not answer.get("Content-Type", "").startswith("text/html"):
        return
    html, status = answer.content.decode(), answer.status_code
    page = Reading(html, form.action)
    if status == 422:
        yield from wrong_with(page, sent, form)
        is_of_fields = form.kind[0] not in TAPPED and any(one.kind in TYPED for one in form.controls)
        if not page.invalid and is_of_fields and page.forms:
            yield f"no field is marked, it says {page.alerts}"
    elif page.errors and status in {200, 409}:
        yield from wrong_with(page, sent, form)


def kinds_of(pages: list[Page]) -> Iterator[tuple[Client, Read]]:
    """One form of each kind that has something to type in or to choose, and who may send it."""
    seen = set()
    for page in pages:
        for form in Reading(page.html, page.address).forms:
            if form.kind not in seen and any(control.kind in TYPED | CHOSEN | {"select"} for control in form.controls):
                seen.add(form.kind)
                yield page.client, form


def test_every_form_that_refuses_says_what_to_do_at_the_field_and_keeps_what_was_typed(
    request: pytest.FixtureRequest,
) -> None:
    whole, wrong, tried = request.config.getoption("--long"), set(), 0
    for client, form in kinds_of(laid(make_all_pages)[1]):
        alone = [control.name for control in form.controls if control.kind in TYPED] if whole else []
        for empty in (True, False):
            for only in ("", *alone):
                tried += 1
                found = refused(client, form, form.typed(empty=empty, only=only))
                wrong |= {f"{form.kind[0]}: {'empty' if empty else 'nonsense'}: {one}" for one in found}

    assert tried > 200
    assert not wrong, "\n".join(sorted(wrong))
