"""Every form that refuses: it says what to do, at the field, for eyes and for readers of screens; and it keeps what was
typed. The forms are those of every page that the resolver knows, and of pages in a special state."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Final
from urllib.parse import urlencode

import pytest
from django.test import Client

from tests.acting import same_cookies
from tests.factories.forms import IDENTITY, make_all_pages
from tests.factories.world import Page
from tests.rows import undone
from tests.worlds import laid

pytestmark = pytest.mark.django_db

TYPED: Final = {"text", "email", "number", "date", "time", "search", "tel", "url", "password", "textarea"}
CHOSEN: Final = {"radio", "checkbox"}
NEVER_GIVEN_BACK: Final = {"password", "file"}
SAYS_NOTHING: Final = (  # what Django's forms say by themselves, and what says that something is wrong, but not what
    "This field is required",
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
# What can be typed though it is wrong: a browser lets nobody write a day that is none, or more than there is room for.
NONSENSE: Final = {"number": "-3", "date": "0001-01-01", "time": "", "email": "nobody", "url": "nowhere"}
LONG: Final = "Typed by somebody who was not asked for it"
# The screen of a hand is tapped, and says in a region that is read out what is missing as it is tapped; what is typed
# there is marked by its script. Of it only what it says is tried here.
TAPPED: Final = {"/tables/*/hands/", "/tables/*/hands/*/correct/"}
WHOLE: Final = {"/prizes/*/award/"}  # what all get by a deal must come to what there is: no field of it is wrong alone
DERIVED: Final = {"preset"}  # the rules that were chosen are rules of one's own once they were changed
VOID: Final = {"br", "hr", "img", "input", "wbr", "meta", "link", "col"}


@dataclass
class Control:
    """A field of a form, as the page has it; `value` is what it would send, None of a box that is not ticked."""

    name: str
    kind: str
    value: str | None
    attributes: dict[str, str]

    @property
    def nonsense(self) -> str:
        """What somebody can type here who does not read what is asked."""
        return NONSENSE.get(self.kind, LONG[: int(self.attributes.get("maxlength", len(LONG)))].strip())


@dataclass
class Read:
    """A form that is sent by POST."""

    action: str
    controls: list[Control] = field(default_factory=list)
    button: tuple[str, str] | None = None

    @property
    def kind(self) -> tuple[str, tuple[str, ...]]:
        return IDENTITY.sub("*", self.action), tuple(sorted({control.name for control in self.controls}))

    @property
    def sent(self) -> list[tuple[str, str]]:
        """What a browser sends of it untouched, by its first button."""
        fields = [(control.name, control.value) for control in self.controls if control.value is not None]
        return fields + ([self.button] if self.button and self.button[0] else [])

    def typed(self, *, empty: bool, only: str = "") -> list[tuple[str, str]]:
        """What it sends with every field that is typed in, or the one of this name, left empty, or filled with what
        makes no sense."""
        texts = {control.name: "" if empty else control.nonsense for control in self.controls if control.kind in TYPED}
        return [(name, texts[name] if name in texts and only in ("", name) else value) for name, value in self.sent]


class Reading(HTMLParser):
    """The forms of a page, its sentences about fields (`err`) by their id, and what else is alarming."""

    def __init__(self, page: str, address: str) -> None:
        super().__init__()
        self.address, self.forms, self.by_id = address, [], {}
        self.errors: list[tuple[set[str], str]] = []  # the ids of each, and what it says
        self.invalid: list[tuple[str, set[str]]] = []  # the marked fields: a name, and what describes it or its group
        self.words: list[str] = []
        self.alerts: list[str] = []
        self._open: list[tuple[str, dict[str, str]]] = []
        self._form: Read | None = None
        self._text: list[str] | None = None
        self._inside: list[str] = []
        self._area: Control | None = None
        self._select: Control | None = None
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag not in VOID:
            self._open.append((tag, has))
        if has.get("aria-invalid") == "true":
            around = [has, *(opened for _tag, opened in self._open)]
            pointers = {name for one in around for name in one.get("aria-describedby", "").split()}
            self.invalid.append((has.get("name", has.get("id", "")), pointers))
        if tag == "form":
            self._form = Read((has.get("action") or self.address).split("#")[0])
            if has.get("method", "").lower() == "post":
                self.forms.append(self._form)
                self.by_id[has.get("id", "")] = self._form
        elif tag in {"input", "select", "textarea", "button"}:
            self._control(tag, has)
        elif tag == "option" and self._select and ("selected" in has or self._select.value is None):
            self._select.value = has.get("value", "")
        if "err" in has.get("class", "").split() and "hidden" not in has:
            self._text, self._inside = [], []
        elif self._text is not None and "id" in has:
            self._inside.append(has["id"])

    def _control(self, tag: str, has: dict[str, str]) -> None:
        form = self.by_id.get(has["form"]) if "form" in has else self._form
        kind = has.get("type", {"button": "submit", "input": "text"}.get(tag, tag))
        if form is None or "disabled" in has:
            return
        if kind in {"submit", "image", "button"}:
            if kind == "submit" and "formaction" not in has and form.button is None:
                form.button = (has.get("name", ""), has.get("value", ""))
            return
        if not has.get("name"):
            return
        value: str | None = has.get("value", "on" if kind in CHOSEN else "")
        if (kind in CHOSEN and "checked" not in has) or tag == "select":
            value = None
        control = Control(has["name"], kind, value, has)
        form.controls.append(control)
        self._area = control if tag == "textarea" else None
        self._select = control if tag == "select" else self._select

    def handle_data(self, data: str) -> None:
        self.words.append(data)
        if data.strip() and any(has.get("role") == "alert" for _tag, has in self._open):
            self.alerts.append(data.strip())
        if self._text is not None:
            self._text.append(data)
        if self._area is not None and self._open and self._open[-1][0] == "textarea":
            self._area.value = (self._area.value or "") + data.removeprefix("\r").removeprefix("\n")

    def handle_endtag(self, tag: str) -> None:
        while self._open:
            opened, has = self._open.pop()
            if "err" in has.get("class", "").split() and self._text is not None:
                text = " ".join("".join(self._text).split())
                self.errors.append(({name for name in (has.get("id", ""), *self._inside) if name}, text))
                self._text = None
            if opened == tag:
                break
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = None


def wrong_with(page: Reading, sent: list[tuple[str, str]], form: Read) -> Iterator[str]:
    """What a page that refuses a form does wrong."""
    words = " ".join("".join(page.words).split())
    yield from (f"says {banned!r}" for banned in SAYS_NOTHING if banned in words)
    if form.kind[0] in TAPPED or not page.forms:
        return  # or it is over what the form was for
    pointed = {pointer for _name, pointers in page.invalid for pointer in pointers}
    yield from (f"no field is marked for {text!r}" for names, text in page.errors if text and not names & pointed)
    of_errors = {name for names, text in page.errors if text for name in names}
    yield from (
        f"{name} is marked, and nothing says why" for name, pointers in page.invalid if not of_errors & pointers
    )
    names = {control.name for control in form.controls}
    again = next((one for one in page.forms if names <= {control.name for control in one.controls}), None)
    if again is None:
        offered = [sorted({control.name for control in one.controls}) for one in page.forms]
        yield f"the form is not there any more: {sorted(names)} of {offered}"[:400]
        return
    kept = {(name, value.strip()) for name, value in again.sent}
    kinds = {control.name: control.kind for control in form.controls}
    for name, value in sent:
        if not value or kinds.get(name, "hidden") in {"hidden", *NEVER_GIVEN_BACK} or name in DERIVED:
            continue  # what was left empty may come back as what stands there from the start
        if (name, value.strip()) not in kept:
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
        is_of_fields = form.kind[0] not in WHOLE | TAPPED and any(one.kind in TYPED for one in form.controls)
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
