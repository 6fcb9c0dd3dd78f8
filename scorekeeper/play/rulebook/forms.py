"""A table that nobody sits at: what a hand would be worth, and what is asked beside the hands. Without an account and
without writing anything."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import QueryDict
from django.utils.translation import pgettext

from games.core.game import AnyGame
from games.core.record import Record, dump, load
from games.core.text import Text
from games.core.values import InvalidRecord, Outcome, Preset
from scorekeeper.clubs.models import Player
from scorekeeper.common.errors import Refused
from scorekeeper.common.texts import translated
from scorekeeper.languages.spoken import presets_of
from scorekeeper.play.forms import Filled, filled, nested, plain, record_of
from scorekeeper.play.models import Seat, Sitting
from scorekeeper.play.moves import weighed
from scorekeeper.play.offers import sizes
from scorekeeper.play.recording.forms import Entry, Preview, entry_again, stepped_fields, tell
from scorekeeper.play.recording.services import next_table
from scorekeeper.play.sheet.reads import Sheet, make_sheet

PLAYERS = ("Anna", "Ben", "Carla", "David", "Emma", "Felix", "Greta", "Hugo", "Ida", "Jonas", "Kira", "Leo")


@dataclass(frozen=True, slots=True)
class Share:
    """What a hand moves for one side in one measure, and why."""

    name: str
    amount: int
    reason: str


class WorthForm:
    """The question "what is this worth?" under one set of rules at a table of one size.

    `data` holds the choice of rules and size, `sent` the hand.
    """

    def __init__(self, game: AnyGame, data: QueryDict, sent: QueryDict) -> None:
        self.game = game
        self.sent = sent
        self.presets = presets_of(game)
        slugs = {preset.slug: preset for preset in self.presets}
        self.preset: Preset = slugs.get(data.get("rules", ""), self.presets[0])
        self.sizes = sizes(game, self.rules)
        wanted = data.get("size", "")
        self.size = int(wanted) if wanted in {str(size) for size in self.sizes} else self.sizes[0]

    @cached_property
    def rules(self) -> Record:
        rules: Record = load(self.game.rules, dict(self.preset.rules))
        return rules

    @cached_property
    def sitting(self) -> Sitting:
        """A sitting that is never saved."""
        return Sitting(
            game=self.game.name,
            name=translated(self.game.title),
            rules=dump(self.rules),
            rules_name=str(self.preset.title),
            state=dump(self.game.start(self.rules, self.size)),
            dealer=self.size - 1,
        )

    @cached_property
    def seats(self) -> list[Seat]:
        return [Seat(number=place, player=Player(name=PLAYERS[place])) for place in range(self.size)]

    @cached_property
    def sheet(self) -> Sheet:
        return make_sheet(self.sitting, self.seats, [])

    @property
    def fields(self) -> Filled:
        return filled(self.sent)

    def entry(self, fields: Filled | None = None) -> Entry:
        """The form of a hand as far as it is filled in."""
        return entry_again(self.sitting, self.seats, self.fields if fields is None else fields)

    def stepped(self) -> Entry:
        """The form after one step of the game's own screen."""
        return self.entry(stepped_fields(self.sitting, self.sent))

    @property
    def record(self) -> Mapping[str, Any]:
        return record_of(self.fields, self.game)

    def told(self) -> Preview:
        """What the rules say of the hand."""
        return tell(self.sitting, self.seats, self.record, next_table(self.sitting, self.seats))

    def shares(self) -> list[Share]:
        """Who gets what and why, by the measures that make the total; nothing while the hand is incomplete."""
        try:
            _hand, outcome = self.game.judge(self.record, self.rules, next_table(self.sitting, self.seats))
        except InvalidRecord:
            return []
        return list(self._shares(outcome))

    def _shares(self, outcome: Outcome[Any, Any]) -> Iterable[Share]:
        """Of a side that scores as one the lines of its first seat."""
        sides = {side.number: side.short for side in self.sheet.sides}
        weights = self.game.chart_weights(self.rules)
        for line in outcome.lines:
            if line.seat in sides and line.measure in weights:
                amount = weighed({line.measure: line.amount}, weights)
                yield Share(sides[line.seat], amount, translated(line.reason, self.sheet.names))

    @property
    def size_words(self) -> list[tuple[int, str]]:
        return [(size, pgettext("note", "{number} players").format(number=size)) for size in self.sizes]


def answer_to(game: AnyGame, question: str, fields: Mapping[str, str]) -> dict[str, Any]:
    """What the game's public form answers to a question beside the hands, under the house rules among the fields.

    Raises:
        Refused: the fields do not say what the question needs, or the rules refuse it.
    """
    given = nested({name: plain(text) for name, text in fields.items()})
    rules = given.pop("rules", {})
    try:
        answer: dict[str, Any] = game.interchange[question](rules if isinstance(rules, dict) else {}, given)
    except InvalidRecord as invalid:
        raise Refused(invalid.problems) from None
    sentence = answer.get("said")
    return {**answer, "said": translated(Text.from_json(sentence))} if sentence else answer
