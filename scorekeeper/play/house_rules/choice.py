"""The rules of a new table, between the boxes of the form and the record of the game.

A control of a rule is named `rules.FIELD`. A box left empty is None where the rule can be none, else the default.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.core.effects import Option
from games.core.game import AnyGame
from games.core.record import Record, dump, load
from games.core.settling import UNIT, InUnits
from games.core.text import Text
from games.core.values import InvalidRecord, Preset, Problem
from scorekeeper.clubs.house_rules import in_force
from scorekeeper.clubs.models import HouseRules
from scorekeeper.common.errors import Refused
from scorekeeper.common.texts import OWN_RULES, in_language, isolated, rules_title, translated
from scorekeeper.languages.spoken import presets_of
from scorekeeper.play.forms import NotAnAmount, flat, is_name, nested, plain, smallest, written
from scorekeeper.play.house_rules.reads import Offered, key_of, set_of
from scorekeeper.play.opening.reads import Earlier

OWN = "own"
PREFIX = "rules."
NEGATIVE = re.compile(r"[-\N{MINUS SIGN}][0-9]{1,9}")
EDITED = Text(
    gettext_noop(
        "You changed a rule, so these are now your own rules. Open the table with them, or choose other rules."
    )
)
PRESET_GONE = Text(gettext_noop("These rules are no longer offered. Choose again."))


@dataclass(slots=True)
class RulesChoice:
    """What the form says of the rules: which preset, each rule as a text, what must be chosen by the club itself.

    `money` is what the club plays for, None where there is none to say so: a table without an account.
    """

    game: AnyGame
    data: QueryDict
    earlier: Earlier | None
    kept: Sequence[HouseRules] = ()
    money: InUnits | None = None
    presets: Sequence[Preset] = ()
    preset: str = ""
    began: str = ""  # the slug of the preset from which own rules began
    texts: dict[str, str] = field(default_factory=dict)
    is_edited: bool = False

    def __post_init__(self) -> None:
        last = self._as_last_time()
        self.presets = (*map(self._of_the_club, self.kept), *last, *presets_of(self.game))
        wanted = self.data.get("preset", "")
        self.preset = wanted if wanted in self._offered else self._first_choice()
        self.began = str(self.data.get("start", "")) if self.preset == OWN else self.preset
        if self._is_edited():
            self.began, self.preset, self.is_edited = str(self.data["shown"]), OWN, True
        texts = self._sent() if self.preset == OWN else self.texts_of(self._preset(self.preset))
        asked = {} if self.house else self._asked()
        self.texts = {**texts, **asked, **self._agreed()}

    @property
    def chosen(self) -> Preset | None:
        return next((preset for preset in self.presets if preset.slug == self.preset), None)

    @property
    def start(self) -> Preset:
        """The preset that is chosen, or from which own rules began."""
        return next((preset for preset in self.presets if preset.slug == self.began), self.presets[0])

    @property
    def house(self) -> HouseRules | None:
        """The club's house rules that are chosen."""
        return next((house for house in self.kept if key_of(house) == self.preset), None)

    @property
    def name(self) -> str:
        """What the sheet calls these rules, as `rules_title` reads it."""
        if self.house:
            return self.house.name
        if not self.chosen:
            return OWN_RULES
        is_last = self.earlier and self.chosen not in self.game.presets
        return self.earlier.rules_name if self.earlier and is_last else str(self.chosen.title)

    @property
    def _offered(self) -> set[str]:
        return {*(preset.slug for preset in self.presets), OWN}

    def texts_of(self, preset: Preset) -> dict[str, str]:
        """Every rule of a preset as the form fills it, but for those that it leaves to the club or the table."""
        return self._said_by(preset, rule_texts(self.game, load(self.game.rules, preset.rules)))

    def adopt(self) -> None:
        """Start one's own rules from those that were chosen."""
        self.preset = OWN

    def read(self) -> dict[str, Any]:
        """The rules as plain values.

        Raises:
            Refused: `rules_edited`, `preset_unknown`, as `read_rules`: something cannot be read; each problem with its
                field.
        """
        if self.is_edited:
            raise Refused([Problem("rules_edited", "preset", EDITED)])
        if self.data.get("preset", OWN) not in self._offered:
            raise Refused([Problem("preset_unknown", "preset", PRESET_GONE)])
        if not self.chosen:
            return read_rules(self.game, self.texts)
        # Where decimals are agreed anew, so are amounts: five of a preset are five with decimals too.
        own = {*self._left_open(self.chosen), *(self.game.amounts if self.game.agreed else ())}
        return {**self.chosen.rules, **read_rules(self.game, _only(self.texts, own))}

    def _is_edited(self) -> bool:
        """Without scripts a rule can be changed while a preset stays chosen; `shown` says which one filled the form."""
        shown = next((preset for preset in self.presets if preset.slug == self.data.get("shown")), None)
        if shown is None or self.preset == OWN:
            return False
        texts, sent = self.texts_of(shown), self._said_by(shown, self._sent())
        several = tuple(f"{option.name}." for option in _options(self.game) if option.several)
        is_unticked = any(name not in sent for name in texts if name.startswith(several))  # such a box is not sent
        return any(text != texts.get(name, "") for name, text in sent.items()) or (bool(sent) and is_unticked)

    def _said_by(self, preset: Preset, texts: Mapping[str, str]) -> dict[str, str]:
        return _only(texts, texts.keys() - {*self._left_open(preset)})

    def _left_open(self, preset: Preset) -> Sequence[str]:
        """What a preset does not say; the club's own rules say what the club chooses itself."""
        is_of_the_club = any(key_of(house) == preset.slug for house in self.kept)
        return self.game.agreed if is_of_the_club else self.game.of_the_table

    def _preset(self, slug: str) -> Preset:
        return next(preset for preset in self.presets if preset.slug == slug)

    def _of_the_club(self, house: HouseRules) -> Preset:
        found = set_of(house, self.game)
        title, about = Text("{name}", {"name": found.name}), Text("{line}", {"line": found.line})
        return Preset(key_of(house), title, about, found.rules)

    def _as_last_time(self) -> Sequence[Preset]:
        """The rules of the newest table, unless a preset says the same, or house rules say or said it."""
        if self.earlier is None or self._same_as_earlier() or self.earlier.house:
            return ()
        rules = dump(self.earlier.rules)
        # Named after what it says: a form that was open while other rules were played must not take those.
        slug = f"last-{sha256(repr(rules).encode()).hexdigest()[:12]}"
        name = Text("{name}", {"name": rules_title(self.earlier.rules_name)})
        return (Preset(slug, Text(gettext_noop("As last time")), name, rules),)

    def _same_as_earlier(self) -> Preset | None:
        if self.earlier is None:
            return None
        left_out = set(self.game.of_the_table)
        rules = self.earlier.rules.model_dump(exclude=left_out)
        same = (
            preset
            for preset in presets_of(self.game)
            if load(self.game.rules, preset.rules).model_dump(exclude=left_out) == rules
        )
        return next(same, None)

    def _first_choice(self) -> str:
        if self.kept and self.kept[0].is_default:
            return key_of(self.kept[0])
        # The club's own rules that the newest table was opened with, whatever they say by now
        house = self.earlier.house if self.earlier else None
        kept, same = next((rules for rules in self.kept if rules.pk == house), None), self._same_as_earlier()
        return key_of(kept) if kept else (same or self.presets[0]).slug

    def _sent(self) -> dict[str, str]:
        sent = {name: str(value).strip() for name, value in self.data.items() if is_name(name)}
        return {name.removeprefix(PREFIX): text for name, text in sent.items() if name.startswith(PREFIX)}

    def _asked(self) -> dict[str, str]:
        """What the club has chosen itself: now, for its newest table or in its own rules. Before that the game's own
        word is chosen, with the others beside it."""
        kept = _asked_in(self.game, self.kept) or rule_texts(self.game, self.game.rules())
        before = rule_texts(self.game, self.earlier.rules) if self.earlier else kept
        sent = self._sent()
        chosen = {name: sent.get(name) or before.get(name, "") for name in self.game.asked}
        return {name: text for name, text in chosen.items() if text}

    def _agreed(self) -> dict[str, str]:
        """What this table agrees on: as it was sent, else as the house rules say, else as at the newest table."""
        before = rule_texts(self.game, self.earlier.rules if self.earlier else self._usual())
        if self.house:
            before = rule_texts(self.game, load(self.game.rules, in_force(self.house).rules))
        if before.get("unit") and self._is_for_points:
            before = rule_texts(self.game, self._usual())
        sent = self._sent()
        return {name: sent.get(name, before.get(name, "")) for name in self.game.agreed}

    @property
    def _is_for_points(self) -> bool:
        return self.money is not None and not self.money.unit

    def _usual(self) -> Record:
        """The rules where nothing was said before: in the club's unit, where the game is played for one."""
        in_unit = dump(self.money) if self.money and set(UNIT) <= set(self.game.agreed) else {}
        usual: Record = load(self.game.rules, in_unit)
        return usual


def offer_in(field: forms.Field, offered: Offered) -> None:
    """Let a field choose among these sets, or, where what is planned stays otherwise, none of them."""
    assert isinstance(field, forms.ChoiceField)  # noqa: S101 by the declarations of the forms
    field.choices = offered.choices
    field.error_messages["invalid_choice"] = translated(PRESET_GONE)
    if offered.stays:
        field.required = False
        text = _(
            "Currently {name}, version {number}, which is no longer in force. It stays unless you choose other rules."
        )
        field.help_text = text.format(name=isolated(offered.stays.house.name), number=offered.stays.number)


def _asked_in(game: AnyGame, kept: Sequence[HouseRules]) -> dict[str, str]:
    """What the club's own rules say of what a club chooses itself: their default's word, else the newest."""
    if not kept:
        return {}
    house = kept[0] if kept[0].is_default else max(kept, key=lambda rules: in_force(rules).at)
    return rule_texts(game, load(game.rules, in_force(house).rules))


def _only(texts: Mapping[str, str], names: Collection[str]) -> dict[str, str]:
    return {name: text for name, text in texts.items() if name in names}


def rule_texts(game: AnyGame, rules: Record) -> dict[str, str]:
    """Every rule as its boxes have it: amounts with their decimals, words in the reader's language, each of several
    answers at its own box."""
    decimals = getattr(rules, "decimals", 0)
    texts = {
        name: in_language(words[text]) if text in (words := _words(game, name)) else text
        for name, text in flat(dump(rules)).items()
    }
    amounts = {name: written(int(texts[name]), decimals) for name in game.amounts if name in texts}
    for option in (option for option in _options(game) if option.several):
        chosen = [texts.pop(name) for name in list(texts) if name.startswith(f"{option.name}.")]
        texts |= {f"{option.name}.{place}": value for place, value in enumerate(option.each) if value in chosen}
    return {**texts, **amounts}


def _options(game: AnyGame) -> Iterator[Option]:
    return (option for group in game.effects for option in group.options)


def read_rules(game: AnyGame, texts: Mapping[str, str]) -> dict[str, Any]:
    """The plain values that texts stand for.

    Raises:
        Refused: `amount_malformed`, at each amount that is none.
    """
    decimals = int(texts.get("decimals") == "2") * 2
    read: dict[str, Any] = {}
    problems = []
    for name, text in texts.items():
        try:
            value = smallest(text, decimals) if text and name in game.amounts else _value(game, name, text)
        except NotAnAmount as error:
            problems.append(Problem("amount_malformed", PREFIX + name, error.message))
        else:
            read |= {name: value} if text or _fits(game, name, value) else {}
    if problems:
        raise Refused(problems)
    # A row of boxes is filled from the left, whichever were left empty
    return {
        name: ([item for item in value if item is not None] if isinstance(value, list) else value)
        for name, value in nested(read).items()
    }


def _words(game: AnyGame, name: str) -> Mapping[str, str]:
    """{a word as the rules keep it: its sentence}, of those that can be written in the box of this name."""
    return next((option.words for option in _options(game) if option.words and name.startswith(f"{option.name}.")), {})


def _value(game: AnyGame, name: str, text: str) -> bool | int | str | None:
    """A word of the rule is what the rules keep for it. A text that looks like a number is one, unless this rule wants
    the text itself; an empty one is None."""
    if not text:
        return None
    for kept, word in _words(game, name).items():
        if text.casefold() == in_language(word).casefold():
            return kept
    value = -int(text[1:]) if NEGATIVE.fullmatch(text) else plain(text)
    return text if not _fits(game, name, value) and _fits(game, name, text) else value


def _fits(game: AnyGame, name: str, value: object) -> bool:
    try:
        load(game.rules, {name: value})
    except InvalidRecord:
        return False
    return True
