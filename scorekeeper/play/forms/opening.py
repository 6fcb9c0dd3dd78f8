"""What is agreed before the first deal: who sits where, who deals, which rules, which season.

Every button works without scripts: it sends the whole form, one thing changes, and the form comes back.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import F, Max
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

import games
from games.core.game import AnyGame
from games.core.text import Text
from games.core.values import Preset, Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.selectors import similar
from scorekeeper.common.errors import Refused
from scorekeeper.common.names import name_key
from scorekeeper.common.texts import translated
from scorekeeper.play.forms.records import flat, is_name, nested, plain
from scorekeeper.play.models import Device, Sitting
from scorekeeper.play.services.sittings import NAME_TWICE, Opening, Sitter, open_sitting, start_guest_table
from scorekeeper.standings.models import Competition

MOST_PLAYERS = 18  # of the book offered at once
OWN = "own"
T = TypeVar("T")


@dataclass(slots=True)
class Slot:
    """A seat in the form: a player of the book, or a name; `asks` are known players it may be."""

    place: int
    name: str = ""
    player: str = ""
    is_new: bool = False
    asks: list[Player] = field(default_factory=list)
    problem: str = ""

    @property
    def is_empty(self) -> bool:
        return not self.name.strip()


@dataclass(slots=True)
class OpeningForm:
    """The form of a new table; `club` is None for a table without an account."""

    game: AnyGame
    club: Club | None
    data: QueryDict
    players: Sequence[Player] = ()
    seasons: Sequence[Competition] = ()
    slots: list[Slot] = field(default_factory=list)
    problems: dict[str, str] = field(default_factory=dict)
    dealer: int = 0
    preset: str = ""
    rules: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        most = self.game.seats.stop - 1
        sent = self.data
        self.slots = [
            Slot(
                place,
                sent.get(f"seats.{place}.name", "").strip(),
                sent.get(f"seats.{place}.player", ""),
                f"seats.{place}.new" in sent,
            )
            for place in range(most)
        ]
        dealer = sent.get("dealer", "0")
        self.dealer = int(dealer) if dealer in {str(slot.place) for slot in self.slots} else 0
        slugs = [preset.slug for preset in self.game.presets]
        wanted = sent.get("preset", "")
        self.preset = wanted if wanted in (*slugs, OWN) else slugs[0]
        self.rules = self._sent_rules() if self.preset == OWN else self.rules_of(self.preset)

    # What the template shows

    @property
    def is_guest(self) -> bool:
        return self.club is None

    @property
    def presets(self) -> Sequence[Preset]:
        return self.game.presets

    @property
    def _chosen(self) -> Preset | None:
        return next((preset for preset in self.presets if preset.slug == self.preset), None)

    @property
    def preset_title(self) -> str:
        return translated(self._chosen.title) if self._chosen else _("Own rules")

    @property
    def preset_about(self) -> str:
        return translated(self._chosen.about) if self._chosen else _("As set below, one by one.")

    @property
    def name(self) -> str:
        return str(self.data.get("name", ""))

    @property
    def chosen_seasons(self) -> list[Competition]:
        """At first the newest one that is running."""
        if not self.is_sent:
            return list(self.seasons[:1])
        return [season for season in self.seasons if str(season.pk) in self.data.getlist("seasons")]

    @property
    def is_sent(self) -> bool:
        return "form" in self.data

    @property
    def is_own(self) -> bool:
        return self.preset == OWN

    @property
    def rules_open(self) -> bool:
        return self.is_own or any(name.startswith("rules") for name in self.problems)

    @property
    def offered(self) -> list[Player]:
        """Players of the book who have no seat yet."""
        seated = {slot.player for slot in self.slots if not slot.is_empty}
        return [player for player in self.players if str(player.pk) not in seated]

    @property
    def presets_as_rules(self) -> list[tuple[Preset, Mapping[str, str]]]:
        return [(preset, self.rules_of(preset.slug)) for preset in self.presets]

    def rules_of(self, slug: str) -> dict[str, str]:
        """All fields of the rules that a preset stands for."""
        preset = next(preset for preset in self.game.presets if preset.slug == slug)
        return flat(self.game.rules.model_validate(dict(preset.rules)).model_dump(mode="json"))

    # The small buttons

    def act(self) -> bool:
        """Do what a small button asks; False if the table is to be opened."""
        buttons: dict[str, Callable[[str], None]] = {
            "pick": self._pick,
            "drop": self._drop,
            "up": self._up,
            "known": self._known,
            "guest": self._guest,
            "adopt": self._adopt,
        }
        for name, button in buttons.items():
            if name in self.data:
                button(str(self.data[name]))
                return True
        return False

    def _slot(self, place: str) -> Slot | None:
        return next((slot for slot in self.slots if str(slot.place) == place), None)

    def _pick(self, player_id: str) -> None:
        player = next((player for player in self.players if str(player.pk) == player_id), None)
        slot = next((slot for slot in self.slots if slot.is_empty), None)
        if player and slot:
            slot.name, slot.player = player.name, player_id

    def _drop(self, place: str) -> None:
        if slot := self._slot(place):
            slot.name, slot.player, slot.is_new = "", "", False

    def _up(self, place: str) -> None:
        slot = self._slot(place)
        if slot and slot.place:
            other = self.slots[slot.place - 1]
            mine = (slot.name, slot.player, slot.is_new)
            slot.name, slot.player, slot.is_new = other.name, other.player, other.is_new
            other.name, other.player, other.is_new = mine

    def _known(self, wanted: str) -> None:
        place, _colon, player_id = wanted.partition(":")
        player = next((player for player in self.players if str(player.pk) == player_id), None)
        if player is None and self.club and (identity := uuid_of(player_id)):
            player = Player.objects.filter(club=self.club, pk=identity).first()
        if (slot := self._slot(place)) and player:
            slot.name, slot.player = player.name, player_id

    def _guest(self, place: str) -> None:
        if slot := self._slot(place):
            slot.is_new = True

    def _adopt(self, _value: str) -> None:
        self.preset = OWN

    # Opening the table

    def open(self, by: User, now: datetime) -> Sitting | None:
        """Open the table in the club, or None with problems and questions at their fields."""
        club = self.club
        if club is None or not self._settle_names() or not self._are_names_apart():
            return None
        return self._asked(lambda: open_sitting(club=club, by=by, opening=self._opening(), now=now))

    def start(self, time_zone: str, now: datetime) -> tuple[Sitting, Device] | None:
        """Start a table without an account, or None with problems at their fields."""
        if not self._are_names_apart():
            return None
        return self._asked(lambda: start_guest_table(opening=self._opening(), time_zone=time_zone, now=now))

    def _asked(self, service: Callable[[], T]) -> T | None:
        try:
            return service()
        except Refused as error:
            self._note(error)
            return None

    def _settle_names(self) -> bool:
        """Typed names that stand in the book are those players; those that are much alike are asked about."""
        known = {player.name.casefold(): player for player in self.players}
        for slot in self.slots:
            if slot.is_empty or slot.player:
                continue
            if same := known.get(slot.name.casefold()):
                slot.player = str(same.pk)
            elif not slot.is_new and self.club:
                slot.asks = similar(self.club, slot.name)
        return not any(slot.asks for slot in self.slots)

    def _are_names_apart(self) -> bool:
        """No typed name may be that of another seat; two players of the book may be namesakes."""
        seen: dict[str, list[Slot]] = {}
        for slot in self.slots:
            same = seen.setdefault(name_key(slot.name), [])
            if name_key(slot.name) and any(not (slot.player and other.player) for other in same):
                slot.problem = self.problems[f"seats.{slot.place}"] = translated(NAME_TWICE)
            same.append(slot)
        return not any(slot.problem for slot in self.slots)

    def _opening(self) -> Opening:
        slots = self._in_order()
        return Opening(
            game=self.game.name,
            seats=[Sitter(uuid_of(slot.player) if slot.player else None, slot.name) for slot in slots],
            rules=self._typed_rules(),
            rules_name=self.preset_title,
            name=self.name or _("Table"),
            competitions=[found for text in self.data.getlist("seasons") if (found := uuid_of(text))],
        )

    def _in_order(self) -> list[Slot]:
        """The seats that are taken, from the first dealer on."""
        slots = [slot for slot in self.slots if not slot.is_empty]
        first = next((i for i, slot in enumerate(slots) if slot.place == self.dealer), 0)
        return slots[first:] + slots[:first]

    def _sent_rules(self) -> dict[str, str]:
        sent = {name: str(value) for name, value in self.data.items() if is_name(name)}
        return {name[6:]: value for name, value in sent.items() if name.startswith("rules.")}

    def _typed_rules(self) -> dict[str, Any]:
        if self._chosen:
            return dict(self._chosen.rules)
        sent = {name: text.strip() for name, text in self.rules.items() if text.strip()}
        return nested({name: plain(text) for name, text in sent.items()})

    def _note(self, error: Refused) -> None:
        in_order = self._in_order()
        for problem in error.problems:
            _seats, _dot, place = problem.field.partition("seats.")
            if place.isdecimal() and int(place) < len(in_order):
                in_order[int(place)].problem = translated(problem.message)
            self.problems.setdefault(problem.field, translated(problem.message))


def opening_form(club: Club | None, user: User | None, data: QueryDict) -> OpeningForm:
    """The form for a table of Skat, with the club's book and seasons; at first you sit in the first seat."""
    game = games.game("skat")
    if club is None:
        return OpeningForm(game, None, data)
    players = recent_players(club, ())
    seasons = list(Competition.objects.running().filter(club=club, game=game.name).order_by("-created_at"))
    form = OpeningForm(game, club, data, players, seasons)
    me = next((player for player in players if user and player.user_id == user.pk), None)
    if me and not form.is_sent:
        form.slots[0].name, form.slots[0].player = me.name, str(me.pk)
    return form


def recent_players(club: Club, but: Collection[UUID]) -> list[Player]:
    """The club's book, who played last first."""
    players = Player.objects.filter(club=club, retired_at=None).exclude(pk__in=list(but))
    played = players.annotate(played_at=Max("seats__sitting__opened_at"))
    return list(played.order_by(F("played_at").desc(nulls_last=True), "name")[:MOST_PLAYERS])


def known_or_named(club: Club, data: QueryDict) -> Sitter:
    """Who comes late: the player that was picked, the one of that very name, or a guest of this name.

    Raises:
        Refused: `player_similar` when the name is much like that of a known player and it was not said that it is new.
    """
    if picked := uuid_of(data.get("player", "")):
        return Sitter(picked)
    name = data.get("name", "").strip()
    same = Player.objects.filter(club=club, retired_at=None, name__iexact=name).first() if name else None
    if same:
        return Sitter(same.pk)
    if name and "new" not in data and (alike := similar(club, name, 1)):
        template = gettext_noop("Is this {name}? Take them from the book, or say that it is somebody new.")
        raise Refused([Problem("player_similar", "name", Text(template, {"name": alike[0].name}))])
    return Sitter(name=name)


def uuid_of(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
