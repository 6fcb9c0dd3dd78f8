"""The forms of a page, one by one: where each goes, and what fields and buttons it has."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

FIELDS = {"input", "select", "textarea", "button"}


@dataclass
class Form:
    """A form that writes. `fields` is what a browser would send of it untouched, `buttons` what each sends besides."""

    action: str
    fields: dict[str, list[str]] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)

    @property
    def names(self) -> list[str]:
        return sorted(set(self.fields) | {name for name, _value in self.buttons if name})


class _Page(HTMLParser):
    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address
        self.forms: list[Form] = []
        self.by_id: dict[str, Form] = {}
        self._form: Form | None = None
        self._choice: tuple[Form, str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._begin(has)
        elif tag == "option" and self._choice:
            form, name = self._choice
            if "selected" in has or not form.fields[name]:
                form.fields[name] = [has.get("value", "")]
        elif tag in FIELDS:
            self._add(tag, has)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._choice = None

    def _begin(self, has: dict[str, str]) -> None:
        self._form = Form((has.get("action") or self.address).split("#")[0])
        if has.get("method", "").lower() == "post":
            self.forms.append(self._form)
            self.by_id[has.get("id", "")] = self._form

    def _add(self, tag: str, has: dict[str, str]) -> None:
        form = self.by_id.get(has["form"]) if "form" in has else self._form
        name, kind = has.get("name", ""), has.get("type", "submit" if tag == "button" else "text")
        if form is None:
            return
        if kind == "submit":
            form.buttons.append((name, has.get("value", "")))
            if aside := has.get("formaction"):
                self.forms.append(Form(aside.split("#")[0], form.fields))
        elif name and "disabled" not in has:
            values = form.fields.setdefault(name, [])
            if tag == "select":
                self._choice = (form, name)
            elif kind not in {"radio", "checkbox"} or "checked" in has:
                values.append(has.get("value", ""))


def forms_of(address: str, html: str) -> list[Form]:
    """Every form of this page that is sent by POST."""
    page = _Page(address)
    page.feed(html)
    return page.forms
