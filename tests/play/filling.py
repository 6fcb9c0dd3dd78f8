"""A form of a page, as a browser without scripts would send it."""

from html.parser import HTMLParser

Controls = list[tuple[str, str]]


class _Form(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.controls: Controls = []
        self.names: set[str] = set()
        self._select: str | None = None
        self._options: list[tuple[str, bool]] = []
        self._text: str | None = None  # of an option without a value
        self._is_of_a_file = False  # within a form that takes a table as a file

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = dict(attrs)
        name = has.get("name")
        if tag == "form":
            self._is_of_a_file = "files" in (has.get("class") or "").split()
        if tag == "option" and self._select:
            self._options.append((has.get("value") or "", "selected" in has))
            self._text = None if "value" in has else ""
        if tag not in {"input", "select"} or not name or "disabled" in has or self._is_of_a_file:
            return
        self.names.add(name)
        if tag == "select":
            self._select, self._options = name, []
        elif has.get("type") not in {"radio", "checkbox"} or "checked" in has:
            self.controls.append((name, has.get("value") or ""))

    def handle_data(self, data: str) -> None:
        if self._select and self._text is not None and self._options:
            self._text += data
            self._options[-1] = (self._text.strip(), self._options[-1][1])

    def handle_endtag(self, tag: str) -> None:
        if tag == "select" and self._select:
            chosen = [value for value, is_selected in self._options if is_selected] or [self._options[0][0]]
            self.controls.append((self._select, chosen[0]))
            self._select = None


def controls(page: str) -> Controls:
    """What the inputs and selects of this page send, in their order."""
    return _read(page).controls


def sent(page: str, **other: str) -> dict[str, list[str]]:
    """The same, some of them filled in otherwise; for `client.post`."""
    data: dict[str, list[str]] = {}
    for name, value in controls(page):
        data.setdefault(name, []).append(value)
    return {**data, **{name: [value] for name, value in other.items()}}


def names(page: str) -> set[str]:
    """Every input and select there is, filled or not."""
    return _read(page).names


def _read(page: str) -> _Form:
    form = _Form()
    form.feed(page)
    return form
