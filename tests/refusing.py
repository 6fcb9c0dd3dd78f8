"""Reading the forms of a page: what each would send, what it says is wrong, and what is marked as wrong."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Final

from django.urls import reverse

from tests.factories.forms import IDENTITY

TYPED: Final = {"text", "email", "number", "date", "time", "search", "tel", "url", "password", "textarea"}
CHOSEN: Final = {"radio", "checkbox"}
# What can be typed though it is wrong: a browser lets nobody write a day that is none, or more than there is room for.
NONSENSE: Final = {"number": "-3", "date": "0001-01-01", "time": "", "email": "nobody", "url": "nowhere"}
LONG: Final = "Typed by somebody who was not asked for it"
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
        self.lines: list[list[str]] = []  # the fields that each line of a recording screen stands for, said or not
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
            if has.get("method", "").lower() == "post" and self._form.action != reverse("account_language"):
                self.forms.append(self._form)
                self.by_id[has.get("id", "")] = self._form
        elif tag in {"input", "select", "textarea", "button"}:
            self._control(tag, has)
        elif tag == "option" and self._select and ("selected" in has or self._select.value is None):
            self._select.value = has.get("value", "")
        if "data-err" in has:
            self.lines.append(has["data-err"].split() + [""] * has["data-err"].endswith(" "))
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

    def unmarked(self) -> list[str]:
        """The sentences about fields that no marked field and no marked group points to."""
        pointed = {pointer for _name, pointers in self.invalid for pointer in pointers}
        described = {text for names, text in self.errors if names & pointed}  # it may stand at both of two groups
        return [text for _names, text in self.errors if text and text not in described]
