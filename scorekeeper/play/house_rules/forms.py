"""House rules as a form: every option of a game with what each answer does, made from its effects."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext_lazy, gettext_noop, pgettext_lazy

from games.core.effects import Answers, Option, answers_of
from games.core.game import AnyGame
from games.core.record import Record, load
from games.core.text import Text
from games.core.values import InvalidRecord, Problem
from scorekeeper.clubs.house_rules import checked
from scorekeeper.common.acts import Asked
from scorekeeper.common.doing import Mends, with_mends
from scorekeeper.common.errors import Refused
from scorekeeper.common.names import LONGEST
from scorekeeper.play.house_rules.choice import PREFIX, read_rules, rule_texts
from scorekeeper.play.house_rules.options import OptionGroup, Options, field_of, values_of
from scorekeeper.play.recording.boxes import is_name

MISSING = Text(gettext_noop("Fill this in."))


class HouseNameForm(forms.Form):
    """What house rules are called."""

    name = forms.CharField(
        label=pgettext_lazy("field", "Name"),
        max_length=LONGEST,
        help_text=gettext_lazy("Tables already opened keep the old name."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


V = TypeVar("V")


@dataclass(slots=True)
class HouseRulesForm:
    """`start` are the plain rules to begin with; what is missing there has to be chosen."""

    game: AnyGame
    data: QueryDict
    start: Mapping[str, Any]
    name: str = ""
    note: str = ""
    mends: Mends = field(default_factory=dict)
    problems: dict[str, str] = field(default_factory=dict)
    texts: dict[str, str] = field(init=False)
    usual: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        self.usual = self._started()
        self.texts = self._sent() if self.is_sent else self.usual
        if self.is_sent:
            self.name, self.note = self.data.get("name", self.name), self.data.get("note", "")

    @property
    def is_sent(self) -> bool:
        return "form" in self.data

    @property
    def groups(self) -> list[OptionGroup]:
        """What the template shows."""
        unsaid = frozenset(name for name in self.game.asked if name not in self.start)
        return Options(self.game, self._start(), self.texts, self.usual, self.problems, unsaid=unsaid).groups

    @property
    def hidden(self) -> list[tuple[str, str]]:
        """Everything that was sent, for a page that asks whether it shall be saved."""
        return [("form", "1"), ("note", self.note), *((PREFIX + name, text) for name, text in self.texts.items())]

    @property
    def summary(self) -> list[str]:
        """Problems that stand at no field of the form."""
        shown = {PREFIX + option.name for group in self.game.effects for option in group.options}
        at_fields = {"name", "note", *(name for name in self.problems if field_of(name) in shown)}
        return list(dict.fromkeys(text for name, text in self.problems.items() if name not in at_fields))

    def rules(self) -> dict[str, Any] | None:
        """The rules in full, or None with the problems at their fields."""
        if missing := list(self._missing()):
            self.refuse(Refused(missing))
            return None
        try:
            return checked(self.game.name, read_rules(self.game, self._filled()))
        except Refused as refused:
            self.refuse(refused)
            return None

    def does(self, act: Callable[..., V], asked: Callable[[], Asked], **place: Any) -> V | None:
        """Do what was asked; None where it was refused, with the problems at their fields."""
        try:
            return act(asked(), **place, now=timezone.now())
        except Refused as refused:
            self.refuse(refused)
        return None

    def refuse(self, refused: Refused) -> None:
        """Put each problem at its field, with links that mend it."""
        for problem in refused.problems:
            self.problems.setdefault(problem.field, with_mends(problem, self.mends))

    def _filled(self) -> dict[str, str]:
        """What was sent of the options there are; a field that none has is another form's."""
        names = {option.name for group in self.game.effects for option in group.options}
        filled = {name: text for name, text in self.texts.items() if field_of(PREFIX + name)[len(PREFIX) :] in names}
        for option in (option for option, _answers in self._options() if option.several):
            ticked = sorted({text for text in values_of(self.texts, option.name) if text})
            filled = {name: text for name, text in filled.items() if not name.startswith(f"{option.name}.")}
            filled |= {f"{option.name}.{place}": text for place, text in enumerate(ticked)}
        return filled

    def _sent(self) -> dict[str, str]:
        sent = ((name, str(value).strip()) for name, value in self.data.items() if is_name(name))
        return {name.removeprefix(PREFIX): text for name, text in sent if name.startswith(PREFIX)}

    def _start(self) -> Record:
        try:
            start: Record = load(self.game.rules, self.start)
        except InvalidRecord:
            start = self.game.rules()
        return start

    def _started(self) -> dict[str, str]:
        texts = rule_texts(self.game, self._start())
        unsaid = {name for name in self.game.asked if name not in self.start}
        return {name: text for name, text in texts.items() if name not in unsaid}

    def _missing(self) -> Iterator[Problem]:
        """Options that were left empty though they can't be. Refuses `rule_missing`."""
        for option, answers in self._options():
            is_empty = not any(values_of(self.texts, option.name))
            needed = not answers.can_be_none and answers.longest is None
            if is_empty and needed and (option.name not in self.game.asked):
                yield Problem("rule_missing", PREFIX + option.name, MISSING)

    def _options(self) -> Iterable[tuple[Option, Answers]]:
        return ((option, self._answers[option.name]) for group in self.game.effects for option in group.options)

    @property
    def _answers(self) -> Mapping[str, Answers]:
        rules: type[Record] = self.game.rules
        return answers_of(rules)


def started(game: AnyGame, rules: Mapping[str, Any], asked: Mapping[str, Any]) -> dict[str, Any]:
    """Rules to begin with; what a club chooses itself only as it has chosen."""
    return {**{name: value for name, value in rules.items() if name not in game.asked}, **asked}
