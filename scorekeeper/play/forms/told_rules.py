"""House rules as words to read: the questions of the form that asks for them, with the answers that are filled in.

Each rule is put into words once, in the form of its game; so what a page says of a table is what was chosen there.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from html.parser import HTMLParser

from django.template.loader import render_to_string

from games.core.game import AnyGame
from games.core.record import load
from scorekeeper.play.forms.rules_choice import rule_texts

Attributes = list[tuple[str, str | None]]


@dataclass(frozen=True, slots=True)
class Shown:
    """A set of rules for the templates that otherwise ask for them."""

    rules: dict[str, str]
    problems: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Told:
    """A question and what was answered."""

    question: str
    answers: tuple[str, ...]


def told_rules(game: AnyGame, rules: object) -> list[Told]:
    """These rules in the order of the form; what is left empty there is not told."""
    form = Shown(rule_texts(game, load(game.rules, rules)))
    folder = f"games/{game.name}"
    agreed = [[f"{folder}/_agreed.html", "games/_agreed.html"]] if game.agreed else []
    reader = _Reader()
    for template in (*agreed, [f"{folder}/_rules.html"]):
        reader.feed(render_to_string(template, {"form": form}))
    return reader.told


class _Reader(HTMLParser):
    """Reads fieldsets with their legend and boxes, and single boxes with their label."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[Told] = []
        self._group: list[str] | None = None  # the answers inside the fieldset that is open
        self._legend = ""
        self._label = ""
        self._text: list[str] | None = None  # words that are being gathered
        self._is_ticked: bool | None = None  # of the label that is open; None: it holds no box

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        given = dict(attrs)
        if tag == "fieldset":
            self._group, self._legend = [], ""
        elif tag in {"legend", "label"} or (tag == "option" and "selected" in given):
            self._text, self._is_ticked = [], None
        elif tag == "small" and self._text:
            self._text[-1] += ":"
        elif tag == "input" and given.get("type") == "text":
            self._answer(given.get("value") or "")
        elif tag == "input" and given.get("type") != "hidden":
            self._is_ticked = "checked" in given

    def handle_data(self, data: str) -> None:
        if self._text is not None:
            self._text += data.split()

    def handle_endtag(self, tag: str) -> None:
        if tag == "fieldset" and self._group is not None:
            self._tell(self._legend, self._group)
            self._group = None
        elif tag in {"legend", "label", "option"} and self._text is not None:
            self._gathered(tag, " ".join(self._text))
            self._text = None

    def _gathered(self, tag: str, words: str) -> None:
        if tag == "legend":
            self._legend = words
        elif tag == "option":
            self._answer(words)
        elif self._is_ticked is None:
            self._label = words
        elif self._is_ticked and self._group is not None:
            self._group.append(words)

    def _answer(self, words: str) -> None:
        if self._group is None:
            self._tell(self._label, [words])
        elif words:
            self._group.append(f"{self._label}: {words}")

    def _tell(self, question: str, answers: Iterable[str]) -> None:
        if found := tuple(filter(None, answers)):
            self.told.append(Told(question, found))
