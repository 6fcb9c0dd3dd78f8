"""The options of a game as a form draws them: in groups, with what each answer does and what differs from the rules
that the form began with."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.core.amounts import unit_of_rules
from games.core.effects import Answers, Group, Option, answers_of, effects_of
from games.core.game import AnyGame
from games.core.record import Record, dump
from scorekeeper.common.texts import Names, in_language, signed, translated
from scorekeeper.play.house_rules.choice import PREFIX

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
    their texts, `texts` what the form says now; `unsaid` are the options that `start` leaves to the club."""

    game: AnyGame
    start: Record
    texts: Mapping[str, str]
    usual: Mapping[str, str]
    problems: Mapping[str, str]
    unsaid: Collection[str] = ()
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
        if option.name not in self.unsaid:
            chosen, before = values_of(self.texts, option.name), values_of(self.usual, option.name)
            control = replace(control, usual=usual, differs={*filter(None, chosen)} != {*filter(None, before)})
        if option.each:
            return replace(control, choices=self._choices(option), several=option.several)
        return replace(
            control,
            boxes=tuple(self._boxes(option)),
            help=_help(option, answers, is_amount=option.name in self.game.amounts),
            is_number=answers.least is not None,
        )

    def _choices(self, option: Option) -> tuple[Choice, ...]:
        name, values = PREFIX + option.name, values_of(self.texts, option.name)
        chosen = set(values) or {""}
        usual = set(values_of(self.usual, option.name)) or {""}
        if option.name in self.game.asked and not values:
            chosen = set()
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


def _help(option: Option, answers: Answers, *, is_amount: bool) -> str:
    """What a value that is written here does, and what leaving it empty does."""
    sentences = [in_language(option.given).format(value="…")] if option.given else []
    if answers.least is not None and answers.most is not None and answers.most <= LARGEST_SHOWN and not is_amount:
        sentences.append(_("From {least} to {most}.").format(least=signed(answers.least), most=signed(answers.most)))
    if option.empty:
        sentences.append(_("If empty: {effect}").format(effect=in_language(option.empty)))
    return " ".join(sentences).replace("….", "…")
