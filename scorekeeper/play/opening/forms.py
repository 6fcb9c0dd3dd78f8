"""What is agreed before the first deal: who sits where, who deals, which rules, which seasons; and names that are
pasted as a list.

Every button works without scripts: it sends the whole form, one thing changes, and the form comes back.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, NamedTuple, TypeVar
from uuid import UUID

from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext, pgettext

from games.core.game import AnyGame
from games.core.record import Record, load
from games.core.text import Text
from games.core.values import Preset, Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.house_rules import kept
from scorekeeper.clubs.models import Club, HouseRules, Player
from scorekeeper.clubs.selectors import alike, line_of, similar
from scorekeeper.common.doing import sentence
from scorekeeper.common.errors import Refused
from scorekeeper.common.ids import uuid_in
from scorekeeper.common.names import LONGEST, SOME_TABLE, TABLE, as_default, default_words, name_key, tidied, title_of
from scorekeeper.common.texts import translated
from scorekeeper.play.house_rules.choice import OWN, PREFIX, RulesChoice
from scorekeeper.play.house_rules.forms import OptionGroup, Options
from scorekeeper.play.models import Device, Sitting
from scorekeeper.play.offers import players, sizes
from scorekeeper.play.opening.reads import Earlier, newest_of_phone, newest_table, of_this_name, offered
from scorekeeper.play.opening.services import NAME_TWICE, TABLE_SIZE, Opening, Sitter, open_sitting, start_guest_table
from scorekeeper.play.opening.slots import Slot, Slots
from scorekeeper.standings.models import Competition
from scorekeeper.standings.selectors.seasons import usual_seasons

MOST_NAMES: Final = 100
_LONGEST_LIST: Final = MOST_NAMES * (LONGEST + 2)  # characters
_NUMBERED: Final = re.compile(r"^\s*(?:\d{1,3}[.):]|[-*•])\s+")
_TOO_MANY: Final = gettext_noop("At most {most} names at once, please.")


@dataclass(frozen=True, slots=True)
class PastedName:
    """One line of the list: `player` is the only one of that very name, `asks` whom it may mean instead; of somebody
    new neither."""

    name: str
    player: Player | None = None
    asks: Sequence[Player] = ()

    @property
    def sitter(self) -> Sitter:
        return Sitter(self.player.pk) if self.player else Sitter(name=self.name)


def pasted(club: Club, text: str) -> list[PastedName]:
    """The names of a list, each with whom of the book it means or may mean.

    Raises:
        Refused: `names_many`.
    """
    names = listed(text)
    people = list(Player.objects.people().filter(club=club).order_by("pk"))
    return [_read(people, name) for name in names]


def listed(text: str) -> list[str]:
    """The names of a list, each once, in its order; what numbers the lines is left out.

    Raises:
        Refused: `names_many`.
    """
    lines = [tidied(_NUMBERED.sub("", line)) for line in re.split(r"[\n;\t]", text[:_LONGEST_LIST])]
    names = list({name.casefold(): name for name in lines if name}.values())
    if len(names) > MOST_NAMES or len(text) > _LONGEST_LIST:
        raise Refused([Problem("names_many", "names", Text(_TOO_MANY, {"most": MOST_NAMES}))])
    return names


def _read(people: Sequence[Player], name: str) -> PastedName:
    same = [player for player in people if player.own_name.casefold() == name.casefold() and player.retired_at is None]
    if len(same) == 1:
        return PastedName(name, same[0])
    return PastedName(name, asks=same or alike(people, name))


PLACES_MOVED = Text(gettext_noop("The seats have moved. Check the new order, then open the table."))
AT_FIELDS: Final = {"name", "names", "preset"}
ALL_TAKEN = Text(gettext_noop("All seats are taken. Free a seat, or open another table for the others."))
T = TypeVar("T")


class Wrong(NamedTuple):
    """A problem above the form: `part` is the id of what can mend it, `label` the option that it stands at."""

    part: str
    label: str
    text: str


@dataclass(slots=True)
class OpeningForm:
    """The form of a new table; `club` is None for a table without an account, `earlier` its newest table."""

    game: AnyGame
    club: Club | None
    data: QueryDict
    players: Sequence[Player] = ()
    seasons: Sequence[Competition] = ()
    usual: Sequence[Competition] = ()
    earlier: Earlier | None = None
    kept: Sequence[HouseRules] = ()
    problems: dict[str, str] = field(default_factory=dict)
    names: str = ""  # what the field for a list of names holds
    asks_elsewhere: bool = False  # somebody sits at another open table
    table: Slots = field(init=False)
    house: RulesChoice = field(init=False)

    def __post_init__(self) -> None:
        self.names = self.data.get("names", "")
        self.table = Slots(self.game, self.data, self.earlier.size if self.earlier and not self.is_sent else 0)
        self.house = RulesChoice(self.game, self.data, self.earlier, self.kept, self.club.money if self.club else None)

    # What the template shows

    @property
    def is_guest(self) -> bool:
        return self.club is None

    @property
    def for_points(self) -> bool:
        """Whether no unit is offered: the club keeps no money."""
        return self.club is not None and not self.club.keeps_money

    @property
    def for_amounts(self) -> bool:
        """Whether a table without an account has chosen to play for an amount; it is not asked to."""
        return bool(self.rules.get("unit")) or f"{PREFIX}unit" in self.problems

    @property
    def is_sent(self) -> bool:
        return "form" in self.data

    @property
    def sizes_words(self) -> str:
        """How many may sit down."""
        return players(sizes(self.game))

    @property
    def slots(self) -> Sequence[Slot]:
        return self.table.slots

    @property
    def rules(self) -> Mapping[str, str]:
        """Each rule as a text; what the club chooses itself only once it has."""
        return self.house.texts

    @property
    def preset(self) -> str:
        return self.house.preset

    @property
    def is_own(self) -> bool:
        return self.house.preset == OWN

    @property
    def preset_title(self) -> str:
        return translated(self.house.chosen.title) if self.house.chosen else pgettext("note", "Own rules")

    @property
    def preset_about(self) -> str:
        return translated(self.house.chosen.about) if self.house.chosen else _("As set below, rule by rule.")

    @property
    def presets_as_rules(self) -> list[tuple[Preset, Mapping[str, str], Mapping[str, str]]]:
        """Each set of rules with the texts of its boxes, and with what it does in each of its options."""
        return [(preset, self.house.texts_of(preset), self._options(preset).effects) for preset in self.house.presets]

    @property
    def starting_rules(self) -> Preset:
        return self.house.start

    @property
    def groups(self) -> list[OptionGroup]:
        """The options of these rules; what the table agrees on is asked apart."""
        return self._options(self.starting_rules).groups

    def _options(self, start: Preset) -> Options:
        rules: Record = load(self.game.rules, start.rules)
        usual, apart = self.house.texts_of(start), self.game.of_the_table
        return Options(self.game, rules, self.rules, usual, self.problems, asked_elsewhere=apart)

    @property
    def rules_open(self) -> bool:
        apart = {PREFIX + name for name in self.game.of_the_table}
        return self.is_own or any(name.startswith(PREFIX) and name not in apart for name in self.problems)

    @property
    def summary(self) -> list[Wrong]:
        """What is wrong with the table as a whole, or with its rules."""
        options = [control for group in self.groups for control in group.controls if control.problem]
        at_options = [Wrong(control.id, control.title, control.problem) for control in options]
        whole = (name for name in self.problems if name not in AT_FIELDS and not name.startswith("seats."))
        others = (Wrong(self._part(name), "", self.problems[name]) for name in whole)
        named = {wrong.text for wrong in at_options}
        return at_options + list(dict.fromkeys(wrong for wrong in others if wrong.text not in named))

    def _part(self, name: str) -> str:
        """Where on the page a problem of this field can be mended."""
        rule, _dot, _rest = name.removeprefix(PREFIX).partition(".")
        if not name.startswith(PREFIX):
            return ""
        return "asked" if rule in self.game.asked else "agreed" if rule in self.game.agreed else "rules-title"

    @property
    def name(self) -> str:
        return str(self.data.get("name", ""))

    @property
    def chosen_seasons(self) -> list[Competition]:
        """At first those that the last table or evening counted for."""
        if not self.is_sent:
            return list(self.usual)
        return [season for season in self.seasons if str(season.pk) in self.data.getlist("seasons")]

    @property
    def offered(self) -> list[Player]:
        """Players of the book who have no seat yet, while there is one."""
        if self.table.is_full:
            return []
        seated = {slot.player for slot in self.slots if not slot.is_empty}
        return [player for player in self.players if str(player.pk) not in seated]

    # The small buttons

    def act(self) -> bool:
        """Do what a small button asks; False if the table is to be opened."""
        buttons: dict[str, Callable[[str], None]] = {
            "pick": self._pick,
            "more": self.table.more,
            "drop": self.table.drop,
            "up": self.table.up,
            "known": self._known,
            "guest": self._guest,
            "paste": self._paste,
            "adopt": self._adopt,
        }
        for name, button in buttons.items():
            if name in self.data:
                button(str(self.data[name]))
                return True
        return False

    def _pick(self, player_id: str) -> None:
        player = next((player for player in self.players if str(player.pk) == player_id), None)
        if player and (slot := self.table.free()):
            slot.name, slot.player = player.name, player_id

    def _known(self, wanted: str) -> None:
        place, _colon, player_id = wanted.partition(":")
        player = next((player for player in self.players if str(player.pk) == player_id), None)
        if player is None and self.club and (identity := uuid_in(player_id)):
            player = Player.objects.people().filter(club=self.club, pk=identity).first()
        if (slot := self.table.at(place)) and player:
            slot.name, slot.player = player.name, player_id

    def _guest(self, place: str) -> None:
        if slot := self.table.at(place):
            slot.is_new = True

    def _paste(self, _value: str) -> None:
        """Names of a list take the free seats in its order; who sits already is left out."""
        try:
            names = listed(self.names)
        except Refused as error:
            self.problems["names"] = sentence(error)
            return
        seated, left = {name_key(slot.name) for slot in self.slots}, []
        for name in names:
            if name_key(name) in seated:
                continue
            if slot := self.table.free():
                slot.clear()
                slot.name = name
            else:
                left.append(name)
        self._settle_names()
        self.names = "\n".join(left)
        if left:
            self.problems["names"] = translated(ALL_TAKEN)

    def _adopt(self, _value: str) -> None:
        self.house.adopt()

    # Opening the table

    def open(self, by: User, now: datetime) -> Sitting | None:
        """Open the table in the club, or None with problems and questions at their fields."""
        club = self.club
        if club is None or not self._settle_names() or not self._is_as_shown():
            return None
        return self._asked(lambda: open_sitting(club=club, by=by, opening=self._opening(), now=now))

    def start(self, time_zone: str, now: datetime) -> tuple[Sitting, Device] | None:
        """Start a table without an account, or None with problems at their fields."""
        if not self._is_as_shown():
            return None
        return self._asked(lambda: start_guest_table(opening=self._opening(), time_zone=time_zone, now=now))

    def _asked(self, service: Callable[[], T]) -> T | None:
        try:
            return service()
        except Refused as error:
            in_order = self.table.in_order()
            self.asks_elsewhere = all(problem.code == "player_elsewhere" for problem in error.problems)
            for problem in error.problems:
                if problem.code == TABLE_SIZE and len(in_order) < self.table.fewest:
                    continue
                _seats, _dot, place = problem.field.partition("seats.")
                if place.isdecimal() and int(place) < len(in_order):
                    in_order[int(place)].problem = translated(problem.message)
                self.problems.setdefault(problem.field, translated(problem.message))
            if len(in_order) < self.table.fewest:  # whatever else was found first
                # Too few sit there: say so at the first seat that is free
                fewest = self.table.fewest
                words = ngettext("Write at least {number} name.", "Write at least {number} names.", fewest)
                slot = next(slot for slot in self.slots if slot.is_empty)
                slot.problem = self.problems[f"seats.{slot.place}"] = words.format(number=fewest)
            return None

    def _settle_names(self) -> bool:
        """Typed names that stand in the book are those players; those that are much alike are asked about."""
        for slot in self.slots:
            if slot.is_empty or slot.player or self.club is None:
                continue
            same = of_this_name(self.club, slot.name)
            if len(same) == 1:
                slot.player = str(same[0].pk)
            elif not slot.is_new:
                slot.asks = same or similar(self.club, slot.name)
        return not any(slot.asks for slot in self.slots)

    def _is_as_shown(self) -> bool:
        return self._are_names_apart() and self._are_places_as_shown()

    def _are_names_apart(self) -> bool:
        """No typed name may be that of another seat; two players of the book may be namesakes."""
        seen: dict[str, list[Slot]] = {}
        for slot in self.slots:
            same = seen.setdefault(name_key(slot.name), [])
            if name_key(slot.name) and any(not (slot.player and other.player) for other in same):
                slot.problem = self.problems[f"seats.{slot.place}"] = translated(NAME_TWICE)
            same.append(slot)
        return not any(slot.problem for slot in self.slots)

    def _are_places_as_shown(self) -> bool:
        """Nobody may get another place, and so another side, than the form said."""
        if self.table.is_as_shown():
            return True
        self.table.close_gaps()
        moved = (slot for slot, name in self.table.called if slot.shown not in ("", name))
        slot = next(moved, self.slots[0])
        slot.problem = self.problems[f"seats.{slot.place}"] = translated(PLACES_MOVED)
        return False

    def _opening(self) -> Opening:
        return Opening(
            game=self.game.name,
            seats=[Sitter(uuid_in(slot.player) if slot.player else None, slot.name) for slot in self.table.in_order()],
            rules=self.house.read(),
            rules_name=self.house.name,
            name=self._table_name,
            elsewhere=self.is_guest or "elsewhere" in self.data,
            competitions=[found for text in self.data.getlist("seasons") if (found := uuid_in(text))],
        )

    @property
    def _table_name(self) -> str:
        """What was typed. What the form itself had written there, or a club's table without a name, is the program's; a
        guest's is called by its people, or by its game where they are named later."""
        if self.is_guest:
            is_title = self.name == translated(self.game.title)
            return title_of(self.game.name) if is_title else self.name
        return as_default(self.name, TABLE) or self.name or default_words(SOME_TABLE)


def guest_form(game: AnyGame, on_phone: Sequence[UUID], data: QueryDict) -> OpeningForm:
    """The form for a table without an account, agreed as the newest one of this phone was."""
    return OpeningForm(game, None, data, earlier=newest_of_phone(on_phone, game))


def opening_form(game: AnyGame, club: Club, user: User | None, data: QueryDict) -> OpeningForm:
    """The form for a table of this game, with the club's book and seasons; at first you sit in the first seat."""
    players = offered(club)
    seasons = list(Competition.objects.running().for_game(game.name).filter(club=club).usual_first())
    usual = usual_seasons(club, seasons, game.name, timezone.now()) if "form" not in data else []
    form = OpeningForm(game, club, data, players, seasons, usual, newest_table(club, game), kept(club, game.name))
    _let_go_of_typed_over(form.slots, club, players)
    me = next((player for player in players if user and player.user_id == user.pk), None)
    if me is None and user and not form.is_sent:
        me = line_of(club, user)
    if me and me.retired_at is None and not form.is_sent:
        form.slots[0].name, form.slots[0].player = me.name, str(me.pk)
    return form


def _let_go_of_typed_over(slots: Sequence[Slot], club: Club, known: Sequence[Player]) -> None:
    """A name that was typed over stands for nobody known; without scripts the form still says whom it stood for."""
    names = {str(player.pk): player.name for player in known}
    others = [found for slot in slots if slot.player not in names and (found := uuid_in(slot.player))]
    if others:
        names |= {str(player.pk): player.name for player in Player.objects.filter(club=club, pk__in=others)}
    for slot in slots:
        if slot.player in names and slot.name != names[slot.player]:
            slot.player = ""


ASKED: Final = gettext_noop("Is this {name}? Choose the person known to the club, or add somebody new.")


def known_or_named(club: Club, data: Mapping[str, Any], field: str = "name") -> Sitter:
    """Who was meant by a field in which somebody is chosen: whoever a button names (`player`; of another field
    FIELD_is), whoever was chosen while the name was typed (FIELD_player, as long as the name is theirs), the only one
    of that very name, or a guest of this name.

    Raises:
        Refused: `player_similar` when the name is much like that of a known player and it was not said that it is new.
    """
    if picked := uuid_in(str(data.get("player" if field == "name" else f"{field}_is", ""))):
        return Sitter(picked)
    name = str(data.get(field, "")).strip()
    if len(name) > LONGEST:
        return Sitter(name=name)  # the service says so
    same = of_this_name(club, name)
    chosen = uuid_in(str(data.get(f"{field}_player", "")))
    if known := [player for player in same if player.pk == chosen] or (same if len(same) == 1 else []):
        return Sitter(known[0].pk)
    if name and not data.get("new") and (alike := same or similar(club, name, 1)):
        raise Refused([Problem("player_similar", field, Text(ASKED, {"name": alike[0].name}))])
    return Sitter(name=name)


def asked_about(club: Club, data: Mapping[str, Any], field: str = "name") -> list[Player]:
    """Whom a refused name may mean, for one tap each; none where it was refused for something else."""
    name = str(data.get(field, "")).strip()
    return of_this_name(club, name) or similar(club, name) if name else []
