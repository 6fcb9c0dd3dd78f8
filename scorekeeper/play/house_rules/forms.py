"""House rules as a form: every option of a game, in groups, with what each answer does, made from its effects, and what
differs from the rules that the form began with."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, pgettext, pgettext_lazy

from games.core.effects import Answers, Group, Option, answers_of, effects_of
from games.core.game import AnyGame
from games.core.record import Record, dump, load
from games.core.settling import unit_of_rules
from games.core.text import Text
from games.core.values import InvalidRecord, Problem
from scorekeeper.clubs.house_rules import checked
from scorekeeper.common.acts import Asked
from scorekeeper.common.doing import Mends, with_mends
from scorekeeper.common.errors import Refused
from scorekeeper.common.names import LONGEST
from scorekeeper.common.texts import Names, in_language, signed, translated
from scorekeeper.play.forms import is_name
from scorekeeper.play.house_rules.choice import PREFIX, read_rules, rule_texts

LARGEST_SHOWN = 1_000  # a limit that nobody meets is not worth a sentence


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
class OptionGroup:
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


@dataclass(frozen=True, slots=True)
class Options:
    """Every option of a game but those `asked_elsewhere`. `start` are the rules that the form began with and `usual`
    their texts, `texts` what the form says now."""

    game: AnyGame
    start: Record
    texts: Mapping[str, str]
    usual: Mapping[str, str]
    problems: Mapping[str, str]
    asked_elsewhere: Collection[str] = ()

    @property
    def groups(self) -> list[OptionGroup]:
        """What the template shows."""
        return [
            OptionGroup(in_language(group.title), tuple(self._control(*drawn) for drawn in options))
            for group, options in self._drawn()
        ]

    @property
    def effects(self) -> dict[str, str]:
        """{id of the control: what the rules that the form began with do there}."""
        return {ident: words for _group, options in self._drawn() for _option, ident, words in options}

    def _drawn(self) -> Iterator[tuple[Group, list[tuple[Option, str, str]]]]:
        """Each group with its options, the id of each and what the rules of the start do there."""
        names = Names({}, unit_of_rules(dump(self.start)))
        for place, (group, options) in enumerate(effects_of(self.game.effects, self.start, self.game.amounts)):
            drawn = [
                (option, f"o-{place}-{number}", translated(words, names) or pgettext("note", "none"))
                for number, (option, words) in enumerate(options)
                if option.name not in self.asked_elsewhere
            ]
            if drawn:
                yield group, drawn

    def _control(self, option: Option, ident: str, usual: str) -> Control:
        rules: type[Record] = self.game.rules
        answers, name = answers_of(rules)[option.name], PREFIX + option.name
        problem = next((text for at, text in self.problems.items() if field_of(at) == name or at == name), "")
        control = Control(ident, in_language(option.title), problem)
        chosen, before = values_of(self.texts, option.name), values_of(self.usual, option.name)
        control = replace(control, usual=usual, differs={*filter(None, chosen)} != {*filter(None, before)})
        if option.each:
            return replace(control, choices=self._choices(option), several=option.several)
        # What a value that is written here does, and what leaving it empty does
        is_amount = option.name in self.game.amounts
        sentences = [in_language(option.given).format(value="…")] if option.given else []
        if answers.least is not None and answers.most is not None and answers.most <= LARGEST_SHOWN and not is_amount:
            sentences.append(
                _("From {least} to {most}.").format(least=signed(answers.least), most=signed(answers.most))
            )
        if option.empty:
            sentences.append(_("If empty: {effect}").format(effect=in_language(option.empty)))
        return replace(
            control,
            boxes=tuple(self._boxes(option)),
            help=" ".join(sentences).replace("….", "…"),
            is_number=answers.least is not None,
        )

    def _choices(self, option: Option) -> tuple[Choice, ...]:
        name, values = PREFIX + option.name, values_of(self.texts, option.name)
        chosen = set(values) or {""}
        usual = set(values_of(self.usual, option.name)) or {""}
        answers = {value: in_language(words) for value, words in option.each.items()}
        if option.given and not option.several:  # rules made elsewhere may have another number
            answers |= {
                value: in_language(option.given).format(value=value)
                for value in (*usual, *chosen)
                if value and value not in answers
            }
        return tuple(
            Choice(f"{name}.{place}" if option.several else name, value, words, value in chosen, value in usual)
            for place, (value, words) in enumerate(answers.items())
        )

    def _boxes(self, option: Option) -> Iterator[Box]:
        name = PREFIX + option.name
        if not option.places:
            yield Box(name, "", self.texts.get(option.name, ""), self.usual.get(option.name, ""))
        for place, label in enumerate(option.places):
            key = f"{option.name}.{place}"
            yield Box(PREFIX + key, in_language(label), self.texts.get(key, ""), self.usual.get(key, ""))


def values_of(texts: Mapping[str, str], name: str) -> list[str]:
    """What these say of an option, and of each place of it."""
    return [text for key, text in texts.items() if key == name or key.startswith(f"{name}.")]


def field_of(name: str) -> str:
    """The option that a problem stands at: places of a row are one."""
    first, _dot, last = name.rpartition(".")
    return first if last.isdecimal() else name


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
    """`start` are the plain rules to begin with; what is missing there is as in the game."""

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
        self.usual = rule_texts(self.game, self._start())
        self.texts = self._sent() if self.is_sent else self.usual
        if self.is_sent:
            self.name, self.note = self.data.get("name", self.name), self.data.get("note", "")

    @property
    def is_sent(self) -> bool:
        return "form" in self.data

    @property
    def groups(self) -> list[OptionGroup]:
        """What the template shows."""
        return Options(self.game, self._start(), self.texts, self.usual, self.problems).groups

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
            # What was sent of the options there are; a field that none has is another form's
            names = {option.name for group in self.game.effects for option in group.options}
            filled = {
                name: text for name, text in self.texts.items() if field_of(PREFIX + name)[len(PREFIX) :] in names
            }
            for option in (option for option, _answers in self._options() if option.several):
                ticked = sorted({text for text in values_of(self.texts, option.name) if text})
                filled = {name: text for name, text in filled.items() if not name.startswith(f"{option.name}.")}
                filled |= {f"{option.name}.{place}": text for place, text in enumerate(ticked)}
            return checked(self.game.name, read_rules(self.game, filled))
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

    def _sent(self) -> dict[str, str]:
        sent = ((name, str(value).strip()) for name, value in self.data.items() if is_name(name))
        return {name.removeprefix(PREFIX): text for name, text in sent if name.startswith(PREFIX)}

    def _start(self) -> Record:
        try:
            start: Record = load(self.game.rules, self.start)
        except InvalidRecord:
            start = self.game.rules()
        return start

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
    """Rules to begin with; what a club chooses itself as it has chosen, at first as in the game."""
    return {**{name: value for name, value in rules.items() if name not in game.asked}, **asked}
