"""House rules as a form: every option of a game with what each answer does, made from its effects."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, pgettext, pgettext_lazy

from games.core.amounts import unit_of_rules
from games.core.effects import Answers, Option, answers_of, effects_of
from games.core.game import AnyGame
from games.core.record import Record, dump, load
from games.core.text import Text
from games.core.values import InvalidRecord, Problem
from scorekeeper.clubs.house_rules import checked
from scorekeeper.common.acts import Asked
from scorekeeper.common.doing import Mends, with_mends
from scorekeeper.common.errors import Refused
from scorekeeper.common.names import LONGEST
from scorekeeper.common.texts import Names, in_language, translated
from scorekeeper.play.house_rules.choice import PREFIX, read_rules, rule_texts
from scorekeeper.play.recording.boxes import is_name

MISSING = Text(gettext_noop("Fill this in."))
LARGEST_SHOWN = 1_000  # a limit that nobody meets is not worth a sentence


class HouseNameForm(forms.Form):
    """What house rules are called."""

    name = forms.CharField(
        label=pgettext_lazy("field", "Name"),
        max_length=LONGEST,
        help_text=gettext_lazy("Tables already opened keep the old name."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer: its name and value in the form, and what it does."""

    name: str
    value: str
    words: str
    is_chosen: bool
    is_usual: bool


@dataclass(frozen=True, slots=True)
class Box:
    """One place of a row that is written down."""

    name: str
    label: str
    value: str
    usual: str


@dataclass(frozen=True, slots=True)
class Control:
    """An option on the form: choices, or boxes to write in with what they mean. `usual` is what the rules that the form
    began with do; it is empty where they leave the option to the club."""

    id: str
    title: str
    problem: str
    choices: tuple[Choice, ...] = ()
    boxes: tuple[Box, ...] = ()
    help: str = ""
    is_number: bool = False
    several: bool = False
    usual: str = ""
    differs: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """Options that belong together, folded until one of them has to be looked at."""

    title: str
    controls: tuple[Control, ...]

    @property
    def differs(self) -> bool:
        return any(control.differs for control in self.controls)

    @property
    def is_open(self) -> bool:
        """Whether something is wrong here, or the club has to choose."""
        return any(control.problem or not control.usual for control in self.controls)


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
    def groups(self) -> list[Section]:
        """What the template shows."""
        rules = self._start()
        names = Names({}, unit_of_rules(dump(rules)))
        groups = effects_of(self.game.effects, rules, self.game.amounts)
        return [
            Section(
                in_language(group.title),
                tuple(
                    self._control(option, f"o-{place}-{number}", translated(words, names))
                    for number, (option, words) in enumerate(options)
                ),
            )
            for place, (group, options) in enumerate(groups)
        ]

    @property
    def hidden(self) -> list[tuple[str, str]]:
        """Everything that was sent, for a page that asks whether it shall be saved."""
        return [("form", "1"), ("note", self.note), *((PREFIX + name, text) for name, text in self.texts.items())]

    @property
    def summary(self) -> list[str]:
        """Problems that stand at no field of the form."""
        shown = {PREFIX + option.name for group in self.game.effects for option in group.options}
        at_fields = {"name", "note", *(name for name in self.problems if _field(name) in shown)}
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
        filled = {name: text for name, text in self.texts.items() if _field(PREFIX + name)[len(PREFIX) :] in names}
        for option in (option for option, _answers in self._options() if option.several):
            ticked = sorted({text for text in self._values(option.name) if text})
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
            is_empty = not any(self._values(option.name))
            needed = not answers.can_be_none and answers.longest is None
            if is_empty and needed and (option.name not in self.game.asked):
                yield Problem("rule_missing", PREFIX + option.name, MISSING)

    def _options(self) -> Iterable[tuple[Option, Answers]]:
        return ((option, self._answers[option.name]) for group in self.game.effects for option in group.options)

    @property
    def _answers(self) -> Mapping[str, Answers]:
        rules: type[Record] = self.game.rules
        return answers_of(rules)

    def _values(self, name: str) -> list[str]:
        return _of(self.texts, name)

    def _control(self, option: Option, ident: str, usual: str) -> Control:
        answers, name = self._answers[option.name], PREFIX + option.name
        problem = next((text for at, text in self.problems.items() if _field(at) == name or at == name), "")
        control = Control(ident, in_language(option.title), problem)
        if option.name not in self.game.asked or option.name in self.start:
            differs = {*filter(None, self._values(option.name))} != {*filter(None, _of(self.usual, option.name))}
            control = replace(control, usual=usual or pgettext("note", "none"), differs=differs)
        if option.each:
            return replace(control, choices=self._choices(option), several=option.several)
        return replace(
            control,
            boxes=tuple(self._boxes(option)),
            help=_help(option, answers, is_amount=option.name in self.game.amounts),
            is_number=answers.least is not None,
        )

    def _choices(self, option: Option) -> tuple[Choice, ...]:
        name, values = PREFIX + option.name, self._values(option.name)
        chosen = set(values) or {""}
        usual = set(_of(self.usual, option.name)) or {""}
        if option.name in self.game.asked and not values:
            chosen = set()
        return tuple(
            Choice(
                f"{name}.{place}" if option.several else name,
                value,
                in_language(words),
                value in chosen,
                value in usual,
            )
            for place, (value, words) in enumerate(option.each.items())
        )

    def _boxes(self, option: Option) -> Iterator[Box]:
        name = PREFIX + option.name
        if not option.places:
            yield Box(name, "", self.texts.get(option.name, ""), self.usual.get(option.name, ""))
        for place, label in enumerate(option.places):
            key = f"{option.name}.{place}"
            yield Box(PREFIX + key, in_language(label), self.texts.get(key, ""), self.usual.get(key, ""))


def _of(texts: Mapping[str, str], name: str) -> list[str]:
    """What these say of an option, and of each place of it."""
    return [text for key, text in texts.items() if key == name or key.startswith(f"{name}.")]


def _field(name: str) -> str:
    """The option that a problem stands at: places of a row are one."""
    first, _dot, last = name.rpartition(".")
    return first if last.isdecimal() else name


def _help(option: Option, answers: Answers, *, is_amount: bool) -> str:
    """What a value that is written here does, and what leaving it empty does."""
    sentences = [in_language(option.given).format(value="…")] if option.given else []
    if answers.least is not None and answers.most is not None and answers.most <= LARGEST_SHOWN and not is_amount:
        sentences.append(_("From {least} to {most}.").format(least=answers.least, most=answers.most))
    if option.empty:
        sentences.append(_("If empty: {effect}").format(effect=in_language(option.empty)))
    return " ".join(sentences)


def started(game: AnyGame, rules: Mapping[str, Any], asked: Mapping[str, Any]) -> dict[str, Any]:
    """Rules to begin with; what a club chooses itself only as it has chosen."""
    return {**{name: value for name, value in rules.items() if name not in game.asked}, **asked}
