"""What the file of a tournament holds, table by table, and what it leaves out on purpose; and how it is written."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from io import BytesIO
from typing import Any, Final

from django.db import connection, transaction
from django.db.models import Model, Q

from games.core.text import gettext_noop
from scorekeeper.accounts.models import User
from scorekeeper.archive.carried import Carried, Layout, keys_of, model_of
from scorekeeper.archive.writing import Counted, snapshot, write
from scorekeeper.clubs.models import Player
from scorekeeper.play.models import Act, Hand, HandMark, Seat
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.models import DeskAct, EntrantPlayer, PairRule, RoundPlace, Stage, Tournament
from scorekeeper.tournaments.standing.reads import final_lines

OF_SITTINGS: Final = "sitting__round_table__round__stage__tournament"
DRAFT: Final = "draft"

# Each table with the lookup that leads from a row to its tournament.
WAYS: Final = {
    "tournaments.Tournament": "pk",
    "tournaments.Entrant": "tournament",
    "tournaments.EntrantPlayer": "entrant__tournament",
    "tournaments.PairRule": "tournament",
    "tournaments.Stage": "tournament",
    "tournaments.StageEntrant": "stage__tournament",
    "tournaments.Round": "stage__tournament",
    "play.Sitting": "round_table__round__stage__tournament",
    "tournaments.RoundTable": "round__stage__tournament",
    "tournaments.RoundPlace": "round__stage__tournament",
    "tournaments.DeskAct": "tournament",
    "play.Seat": OF_SITTINGS,
    "play.Act": OF_SITTINGS,
    "play.Hand": OF_SITTINGS,
    "play.LedgerEntry": f"seat__{OF_SITTINGS}",
    "play.HandMark": OF_SITTINGS,
    "play.Signature": OF_SITTINGS,
}
# Drafts that nobody has seen yet stay.
ONLY: Final = {
    "tournaments.Round": ~Q(state=DRAFT),
    "tournaments.RoundTable": ~Q(round__state=DRAFT),
    "tournaments.RoundPlace": ~Q(round__state=DRAFT),
    "tournaments.DeskAct": Q(round=None) | ~Q(round__state=DRAFT),
}
# Columns that stay, each with its reason. Accounts stay everywhere: who opens the file answers for what is in it.
COLUMNS_LEFT_OUT: Final[dict[str, dict[str, str]]] = {
    "clubs.Player": {
        "created_at": "since when the club has them",
        "retired_at": "whether the club still has them",
    },
    "tournaments.Tournament": {
        "house_version": "the house rules of the club; the tournament has a copy",
        "competition": "its prizes: money stays where it was paid",
        "key": "what makes planning it twice harmless here",
        "brought": "from whose file it was opened here",
    },
    "tournaments.Stage": {"key": "what makes adding it twice harmless here"},
    "tournaments.Round": {"undo": "what can be taken back of a draft while somebody works on it"},
    "play.Sitting": {"house_version": "the house rules of the club; the sheet has a copy"},
}
# The hash of a row covers who wrote it: the ids alone come along, so that the chain can be checked, and then go.
COVERED: Final = dict.fromkeys(("play.Hand", "play.Act", "play.HandMark"), ("by_user", "by_device"))


class Lines(Carried):
    """Who takes part or sits at a table, with the lines of the book that they were merged into."""

    __slots__ = ()

    def rows_of(self, pk: Any) -> Q:
        columns = [
            EntrantPlayer.objects.filter(entrant__tournament=pk).values("player"),
            RoundPlace.objects.filter(round__stage__tournament=pk, player__isnull=False).values("player"),
            DeskAct.objects.filter(tournament=pk, player__isnull=False).values("player"),
            PairRule.objects.filter(tournament=pk).values("one"),
            PairRule.objects.filter(tournament=pk).values("other"),
            Seat.everything.filter(**{OF_SITTINGS: pk}).values("player"),
            Act.objects.filter(**{OF_SITTINGS: pk}, player__isnull=False).values("player"),
        ]
        own = Q(pk__in=columns[0])
        for column in columns[1:]:
            own |= Q(pk__in=column)
        into = Player.objects.filter(own, merged_into__isnull=False).values("merged_into")
        return own | Q(pk__in=into)


class Salts(Carried):
    """The salts of what was typed into the chains of the sheets."""

    __slots__ = ()

    def rows_of(self, pk: Any) -> Q:
        own = Q()
        for model in (Hand, HandMark, Act):
            own |= Q(row__in=model._base_manager.filter(**{OF_SITTINGS: pk}).values("pk"), table=model._meta.db_table)  # noqa: SLF001
        return own & Q(column="reason")


def held() -> list[Carried]:
    """The tables of the file of a tournament, in the order in which they are written here again."""
    tables = [_table(Carried, label, way) for label, way in WAYS.items()]
    return [tables[0], _table(Lines, "clubs.Player", ""), *tables[1:], _table(Salts, "chains.Salt", "")]


def _table(kind: type[Carried], label: str, way: str) -> Carried:
    model = model_of(label)
    covered = COVERED.get(label, ())
    out = {*COLUMNS_LEFT_OUT.get(label, {}), *_accounts(model), "by_device"} - set(covered)
    return kind(label, model, way, out, ONLY.get(label), covered)


def _accounts(model: type[Model]) -> set[str]:
    return {key.name for key in keys_of(model) if key.related_model is User}


TOURNAMENT: Final = Layout(
    format="scorekeeper-tournament",
    version=1,
    of="tournament",
    title="A tournament of Scorekeeper: each line of a file is one object",
    tables=held,
    most_unpacked=40_000_000,
    has_accounts=False,
    no_zip=gettext_noop("This is not a complete tournament file. Export it again."),
    no_manifest=gettext_noop(
        "This zip file is not a tournament file. Use the file from the tournament’s page, without repacking it."
    ),
    too_large=gettext_noop("Unpacked, this file is far too large for a tournament. Nothing was read."),
    not_one=gettext_noop("{file} does not match the tournament in the manifest. Export the file again."),
)


# Who stands where in a tournament, by the numbers of the entry list: what two installations must agree on.


def standings_of(tournament: Tournament) -> dict[str, Any]:
    """The places of the whole tournament, and of each stage that was begun its groups: as if it ended now, and
    official. Plain values, each place with the numbers of those who share it."""
    numbers = dict(tournament.entrants.values_list("pk", "number"))
    stages = []
    for stage in tournament.stages.order_by("number"):
        stage.tournament = tournament
        if stage.entrants.exists():
            found = [_places(stage, numbers, official=official) for official in (False, True)]
            stages.append({"stage": stage.number, "now": found[0], "official": found[1]})
    lines = final_lines(tournament, official=tournament.is_ended)
    return {"places": sorted([line.first, line.last, line.entrant.number] for line in lines), "stages": stages}


def _places(stage: Stage, numbers: dict[Any, int], *, official: bool) -> list[list[list[int]]]:
    groups = format_of(stage).places(stage, official=official)
    return [[sorted(numbers[pk] for pk in shared) for shared in group] for group in groups]


def tournament_file(tournament: Tournament, *, now: datetime) -> bytes:
    """The tournament as it is at one moment, whatever is recorded meanwhile."""
    file = BytesIO()
    with _one_moment() as using:
        more = {"club": {"name": tournament.club.name}, "standings": standings_of(tournament)}
        count = Counted(lambda _done, _total: None)
        write(TOURNAMENT, tournament, more, file, using=using, now=now, count=count)
    return file.getvalue()


@contextmanager
def _one_moment() -> Iterator[str]:
    """A transaction of SQLite sees one moment by itself; PostgreSQL reads it by a connection of its own."""
    if connection.vendor == "postgresql" and not connection.in_atomic_block:
        with snapshot() as using:
            yield using
    else:
        with transaction.atomic():
            yield "default"
