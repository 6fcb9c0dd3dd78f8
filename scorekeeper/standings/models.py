"""Competitions, what each sitting brought each player in them, and the sums of that."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC
from typing import ClassVar, Final
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.utils import timezone
from django.utils.translation import pgettext_lazy

import games
from games.core.game import AnyGame
from games.core.settling import InUnits
from scorekeeper.accounts.models import User
from scorekeeper.chains.contents import Content
from scorekeeper.chains.models import Chained, Salted
from scorekeeper.clubs.models import Club, Player
from scorekeeper.common.ids import digest
from scorekeeper.common.models import Row
from scorekeeper.standings.counting import OF_EACH, SPECIAL, Counts
from scorekeeper.standings.ranking import OLD_LIST, ties_of


class CompetitionQuerySet(models.QuerySet["Competition"]):
    def visible_to(self, user: User | AnonymousUser) -> "CompetitionQuerySet":
        """Those of the person's clubs; none for a stranger."""
        if isinstance(user, AnonymousUser):
            return self.none()
        return self.filter(club__memberships__user=user)

    def running(self) -> "CompetitionQuerySet":
        return self.filter(ended_at=None)

    def for_game(self, game: str) -> "CompetitionQuerySet":
        """Those that count this game."""
        return self.filter(models.Q(game=game) | models.Q(others__has_key=game))

    def usual_first(self) -> "CompetitionQuerySet":
        """The newest first, but those of team leagues last: what counts for them is what teams play."""
        return self.order_by(models.F("team_league").asc(nulls_first=True), "-created_at", "-pk")


class _Seasons(models.Manager["Competition"]):
    """Seasons alone: nothing that lists, opens or counts them knows a tournament."""

    def get_queryset(self) -> CompetitionQuerySet:
        return CompetitionQuerySet(self.model, using=self._db).filter(kind=Competition.Kind.SEASON)


class Competition(Row):
    """A season: which sittings count is said by the sittings, how they are summed by its system.

    `system` names one of the game's linear rules over measures; it decides whatever system a sitting was played by.
    `others` are further games that count, each by a system of its own, and `factors` says how many of the season's
    points one point of a game's system makes there, where it is not one. A game for amounts is summed in one unit: that
    of the first sitting that counts (None before it); amounts and points are never summed, so a mix counts no game by
    amounts. `settings` says which results count (`counts`): they are looked at on reading only, so that recording
    costs the same whatever a season drops, and that somebody's results count as one person's, whichever of their
    lines in the book they were made with. `disputed` is how many hands of its sittings are disputed now; `seq` and
    `head` are the end of the chain of what directors did to it (`SeasonAct`).

    What a tournament has in the money book goes by a competition of its `kind`, which counts no sheet: who stands where
    the tournament knows itself. `objects` are seasons alone.
    """

    class Kind(models.TextChoices):
        SEASON = "season"
        TOURNAMENT = "tournament"

    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.SEASON, db_default=Kind.SEASON)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="competitions")
    name = models.CharField(pgettext_lazy("field", "name"), max_length=80)
    game = models.CharField(pgettext_lazy("field", "game"), max_length=20)
    system = models.CharField(pgettext_lazy("field", "system"), max_length=30)
    created_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True)
    revision = models.PositiveIntegerField(default=1)
    unit = models.CharField(max_length=12, null=True)  # noqa: DJ001 empty is a unit of its own: points
    decimals = models.PositiveSmallIntegerField(default=0, db_default=0)
    disputed = models.PositiveIntegerField(default=0, db_default=0)
    others = models.JSONField(default=dict, db_default={})
    factors = models.JSONField(default=dict, db_default={})
    settings = models.JSONField(default=dict, db_default={})
    seq = models.PositiveIntegerField(default=0, db_default=0)
    head = models.CharField(max_length=64, blank=True, default="", db_default="")

    everything: ClassVar[CompetitionQuerySet] = CompetitionQuerySet.as_manager()  # type: ignore[assignment]
    objects: ClassVar[CompetitionQuerySet] = _Seasons.from_queryset(CompetitionQuerySet)()  # type: ignore[assignment]

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "name"], condition=models.Q(kind="season"), name="one_competition_a_name"
            ),
            models.CheckConstraint(condition=models.Q(kind__in=["season", "tournament"]), name="competition_kind"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def year(self) -> int:
        """The one it is played in, by the clock of whoever reads: days of another year are told with theirs."""
        return timezone.localtime(self.ended_at or timezone.now()).year

    @property
    def systems(self) -> dict[str, str]:
        """Each game that counts, and by which system."""
        return {self.game: self.system, **self.others}

    @property
    def plays(self) -> list[AnyGame]:
        """The games that count."""
        return [games.game(name) for name in self.systems]

    @property
    def rules(self) -> AnyGame:
        """The game whose measures are summed; of a mix the first."""
        return games.game(self.game)

    @property
    def is_mixed(self) -> bool:
        return bool(self.others)

    @property
    def counts(self) -> Counts:
        """Which results count, and how ties are broken."""
        return Counts.read(self.settings)

    @property
    def tie_breaks(self) -> list[tuple[str, int]]:
        """What breaks ties, in order: +1 where more is better, -1 where fewer is."""
        plays = self.plays
        shared, special = shared_measures(plays), special_ties(plays)
        usual = plays[0].season_ties if len(plays) == 1 else ()
        chosen = self.counts.tie_breaks or usual or tuple(shared)
        return [(name, shared.get(name, 1)) for name in chosen if name in shared or name in special]

    @property
    def asks_each_result(self) -> bool:
        """Whether sums are not enough to say who stands where."""
        return self.counts.asks_each_result or not OF_EACH.isdisjoint(dict(self.tie_breaks))

    def factor_of(self, game: str) -> int:
        """How many of the season's points one point of this game's system makes."""
        factor: int = self.factors.get(game, 1)
        return factor

    def weights_of(self, game: str) -> dict[str, int]:
        """What one of each measure of this game is worth by its system, before the game is weighed against others."""
        return dict(games.game(game).systems[self.systems[game]])

    @property
    def weights(self) -> dict[str, int]:
        """What one of each measure is worth; of a mix those of its first game."""
        return self.weights_of(self.game)

    @property
    def sums_amounts(self) -> bool:
        """Whether amounts make its points or break its ties."""
        return not self.is_mixed and not self.rules.in_units.isdisjoint({*self.weights, *dict(self.rules.ranking)})

    @property
    def is_bound(self) -> bool:
        """Whether it sums one unit and no other: something was played for it."""
        return self.unit is not None and self.results.exists()

    @property
    def summed_in(self) -> InUnits:
        """The unit it is bound to; points before its first sitting."""
        return InUnits.model_construct(unit=self.unit or "", decimals=self.decimals)

    def unit_of(self, measures: Iterable[str]) -> InUnits:
        """What a sum of these measures is counted in."""
        return self.summed_in if self.rules.in_units.issuperset(measures) else InUnits()

    @property
    def in_unit(self) -> InUnits:
        """What its points are counted in."""
        return self.unit_of(self.weights)

    def points(self, measures: Mapping[str, int], game: str = "") -> int:
        """The season's points that measures of a game (else of its first) make: by its system, times its factor."""
        game = game or self.game
        made = sum(weight * measures.get(name, 0) for name, weight in self.weights_of(game).items())
        return made * self.factor_of(game)


def shared_measures(plays: Iterable[AnyGame]) -> dict[str, int]:
    """The measures by which each of these games breaks ties, with the same sign; amounts only of one game alone."""
    games_of, shared = list(plays), dict[str, int]()
    for name, sign in games_of[0].ranking if games_of else ():
        others = games_of[1:]
        if all(dict(other.ranking).get(name) == sign and name not in other.in_units for other in others) and (
            not others or name not in games_of[0].in_units
        ):
            shared[name] = sign
    return shared


def special_ties(plays: Sequence[AnyGame]) -> tuple[str, ...]:
    """What may break ties in a season of these games and is no measure; of each more is better."""
    return (*SPECIAL, *ties_of(plays))


class Result(Row):
    """What one source (a sitting) brought one player in one competition, up to now."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    competition = models.ForeignKey(Competition, on_delete=models.PROTECT, related_name="results")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="results")
    source = models.UUIDField()
    played_on = models.DateField()
    measures = models.JSONField()
    points = models.BigIntegerField()
    is_sealed = models.BooleanField(default=False)
    game = models.CharField(max_length=20, default="", db_default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "competition", "source", "player"], name="one_result_a_source")
        ]
        indexes = [
            models.Index(fields=["club", "competition", "played_on"], name="results_by_day"),
            models.Index(fields=["club", "competition", "player"], name="results_of_player"),
        ]

    @property
    def is_imported(self) -> bool:
        """Its source is an evening of an old list and no sitting: such sources alone have ids made from a name."""
        return self.source.version == IMPORTED


class SeasonTally(Row):
    """One player's sums in one competition: of everything recorded, and of what is sealed.

    Sums only: the rank is made on reading.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    competition = models.ForeignKey(Competition, on_delete=models.PROTECT, related_name="standings")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="standings")
    points = models.BigIntegerField(default=0)
    measures = models.JSONField(default=dict)
    sources = models.PositiveIntegerField(default=0)
    official_points = models.BigIntegerField(default=0)
    official_measures = models.JSONField(default=dict)
    official_sources = models.PositiveIntegerField(default=0)
    revision = models.PositiveIntegerField(default=0)

    class Meta:
        db_table = "standings_standing"  # as archives call it
        constraints = [models.UniqueConstraint(fields=["club", "competition", "player"], name="one_standing_a_player")]


IMPORTED: Final = (
    OLD_LIST  # the version of the ids of imported evenings (RFC 9562, 5.5); those of sittings are of version 7
)


class Spreadsheet(Row):
    """A spreadsheet that a club keeps and sends again as it grows: what it is called, what kind of file it is, which
    season it counts for, and what was said of it last (`said`), which is offered for its next state; names are kept
    there as hashes. What an earlier state brought and the next one does not say any more is gone."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="spreadsheets")
    competition = models.ForeignKey(Competition, on_delete=models.PROTECT, related_name="+")
    name = models.CharField(max_length=80)
    kind = models.CharField(max_length=10)
    said = models.JSONField(default=dict)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "competition", "name"], name="one_spreadsheet_a_name")]

    def __str__(self) -> str:
        return self.name


class Import(Row):
    """A file of old results that was taken over into a season, and perhaps taken back (`taken_back_at`).

    `name` is that of the file, `sheet` that of the sheet in it; `digest` is the hash of what was taken over of it.
    `spreadsheet` is the one of the club that the file was a state of, if any.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="imports")
    competition = models.ForeignKey(Competition, on_delete=models.PROTECT, related_name="imports")
    name = models.CharField(max_length=80)
    sheet = models.CharField(max_length=80, blank=True, default="", db_default="")
    spreadsheet = models.ForeignKey(Spreadsheet, on_delete=models.SET_NULL, null=True, related_name="states")
    digest = models.CharField(max_length=64)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    taken_back_at = models.DateTimeField(null=True)
    taken_back_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "competition", "digest"],
                condition=models.Q(taken_back_at__isnull=True),
                name="one_import_a_content",
            )
        ]

    def __str__(self) -> str:
        return self.name


class ImportedResult(Chained):
    """What an old list says that one player brought home from one list of an evening. Append-only: taken back is the
    import.

    `source` is that list: the results of a season carry it where those of a sitting carry the sitting's id.
    `list_place` says how many lists of the evening come before it, `line` where in the file it stands. Of the rows of
    one source and player the one of the highest `version` counts whose import was not taken back: a later one corrects
    the earlier.
    """

    content = Content(owner=lambda result: result.imported_id, texts=("title",))

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    imported = models.ForeignKey(Import, on_delete=models.PROTECT, related_name="results")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    source = models.UUIDField()
    title = models.CharField(max_length=80)
    played_on = models.DateField()
    measures = models.JSONField()
    version = models.PositiveSmallIntegerField(default=0, db_default=0)
    list_place = models.PositiveSmallIntegerField(default=0, db_default=0)
    line = models.PositiveIntegerField(default=0, db_default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "source", "player", "version"], name="one_imported_result")
        ]
        indexes = [models.Index(fields=["imported", "source"], name="imported_evening")]


class PreparedResult(Row):
    """A row of an import in the making. It counts nowhere until one statement makes results of all of them; those of
    work that ended otherwise are deleted.

    `run` is the work that prepares it, `imported` and `player` are the ids that the import and a person who is new have
    once it counts; `digest`, `salt` and `salted` are what its chain will hold (`chains.models`).
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    run = models.UUIDField()
    imported = models.UUIDField()
    player = models.UUIDField()
    source = models.UUIDField()
    title = models.CharField(max_length=80)
    played_on = models.DateField()
    measures = models.JSONField()
    version = models.PositiveSmallIntegerField(default=0, db_default=0)
    list_place = models.PositiveSmallIntegerField(default=0, db_default=0)
    line = models.PositiveIntegerField(default=0, db_default=0)
    points = models.BigIntegerField()
    digest = models.CharField(max_length=64, blank=True, default="", db_default="")
    salt = models.CharField(max_length=32, blank=True, default="", db_default="")
    salted = models.CharField(max_length=64, blank=True, default="", db_default="")

    class Meta:
        indexes = [models.Index(fields=["run", "imported"], name="prepared_results_of_a_run")]


class SeasonAct(Salted, Chained):
    """What a director did to a season, with a reason: a bonus or a penalty (points below nothing) for somebody, or a
    lot between equals, each of which another one takes back; other settings; its end, that it was opened again, and
    the sheets of between that were counted in then (`detail`).
    Append-only: `hash` covers the act and the one before it.

    The `detail` of a lot has its `seed`, the `points` that all had, and their ids in the `order` the seed makes.

    `day` is the club's day of a bonus: standings as of an evening have it from that day on.
    """

    content = Content(owner=lambda act: act.competition_id, texts=("reason",))

    class Kind(models.TextChoices):
        BONUS = "bonus", pgettext_lazy("choice", "bonus or penalty")
        LOT = "lot", pgettext_lazy("choice", "lot")
        TAKEN_BACK = "taken_back", pgettext_lazy("choice", "taken back")
        CHANGED = "changed", pgettext_lazy("choice", "settings changed")
        ENDED = "ended", pgettext_lazy("choice", "ended")
        REOPENED = "reopened", pgettext_lazy("choice", "opened again")
        COUNTED = "counted", pgettext_lazy("choice", "sheets counted in")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    competition = models.ForeignKey(Competition, on_delete=models.PROTECT, related_name="acts")
    seq = models.PositiveIntegerField()
    key = models.UUIDField()
    kind = models.CharField(max_length=12, choices=Kind.choices)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+")
    points = models.BigIntegerField(default=0)
    takes_back = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="taken_back_by")
    detail = models.JSONField(default=dict)
    reason = models.CharField(max_length=200, blank=True)
    day = models.DateField()
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    previous = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["seq"]
        constraints = [
            models.UniqueConstraint(fields=["club", "competition", "seq"], name="one_season_act_a_seq"),
            models.UniqueConstraint(fields=["club", "key"], name="one_season_act_a_key"),
        ]

    def content_hash(self) -> str:
        """The hash that this act should carry: ids, kinds and reasons, no names."""
        return digest(
            {
                "season": _text(self.competition_id),
                "seq": self.seq,
                "kind": str(self.kind),
                "player": _text(self.player_id),
                "points": self.points,
                "takes_back": _text(self.takes_back_id),
                "detail": self.detail,
                "reason": self.reason_covered,
                "day": self.day.isoformat(),
                "at": self.at.astimezone(UTC).isoformat(),
                "by": _text(self.by_id),
                "previous": self.previous,
            }
        )


def _text(pk: UUID | None) -> str:
    return str(pk) if pk else ""


class AwardedEvent(Row):
    """A season, a team league or a tournament that has ended, with what people keep of it. `basis` says what that was
    worked out from: where it is another one now, it is worked out anew."""

    class Kind(models.TextChoices):
        SEASON = "season", pgettext_lazy("choice", "season")
        LEAGUE = "league", pgettext_lazy("choice", "team league")
        TOURNAMENT = "tournament", pgettext_lazy("choice", "tournament")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    source = models.UUIDField()
    name = models.CharField(max_length=80)
    ended_at = models.DateTimeField()
    basis = models.CharField(max_length=200)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "kind", "source"], name="one_awarded_event_a_source")]


class Award(Row):
    """What somebody keeps of an event: one of its places, `first` to `last` where others share it, of so many (`of`),
    for a pair or a team by the name it had; or a special prize or one of a group, with its `cause`."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    event = models.ForeignKey(AwardedEvent, on_delete=models.CASCADE, related_name="awards")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    first = models.PositiveSmallIntegerField(default=0)
    last = models.PositiveSmallIntegerField(default=0)
    of = models.PositiveSmallIntegerField(default=0)
    side = models.CharField(max_length=80, blank=True)
    cause = models.CharField(max_length=60, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(cause="", first__gte=1, last__gte=models.F("first"), of__gte=models.F("last"))
                | (~models.Q(cause="") & models.Q(first=0, last=0, of=0)),
                name="award_is_of_a_place_or_a_cause",
            )
        ]
