"""What an archive of a club holds, table by table, and what it leaves out on purpose."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.apps import apps
from django.db.models import Field, ForeignKey, Model, Q

from games.core.text import gettext_noop
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club
from scorekeeper.common.models import name_in_files

CARRIED: Final = (
    "clubs.Club",
    "clubs.Membership",
    "clubs.Player",
    "clubs.Merge",
    "clubs.Apart",
    "clubs.KeepApart",
    "clubs.Invitation",
    "clubs.HouseRules",
    "clubs.HouseRulesVersion",
    "privacy.Retention",
    "spreadsheets.ColumnChoice",
    "standings.Competition",
    "standings.SeasonAct",
    "standings.Spreadsheet",
    "standings.Import",
    "standings.ImportedResult",
    "standings.Result",
    "standings.SeasonTally",
    "play.Sitting",
    "play.Sitting_competitions",
    "play.Seat",
    "play.Seated",
    "play.Device",
    "play.Act",
    "play.Hand",
    "play.LedgerEntry",
    "play.HandMark",
    "play.Signature",
    "play.Anchor",
    "payouts.Account",
    "payouts.Leg",  # before their booking, which the database adds up
    "payouts.Booking",
    "payouts.Payment",
    "payouts.BankAct",
    "payouts.Discreet",
    "payouts.BoxTarget",
    "payouts.PrizePool",
    "payouts.PoolAct",
    "payouts.PrizeMark",
    "offline.Difference",
    "leagues.Evening",
    "leagues.Evening_seasons",
    "leagues.EveningGame",
    "leagues.Attendance",
    "leagues.TableDraw",
    "leagues.DrawnTable",
    "leagues.Place",
    "leagues.Collected",
    "leagues.ReportReader",
    "leagues.TeamLeague",
    "leagues.Team",
    "leagues.TeamMember",
    "leagues.MatchDay",
    "leagues.TeamGroup",
    "leagues.GroupTeam",
    "leagues.LineUp",
    "leagues.Series",
    "leagues.TeamPlace",
    "tournaments.Tournament",
    "tournaments.Entrant",
    "tournaments.EntrantPlayer",
    "tournaments.PairRule",
    "tournaments.Stage",
    "tournaments.StageEntrant",
    "tournaments.Round",
    "tournaments.RoundTable",
    "tournaments.RoundPlace",
    "tournaments.DeskAct",
    "ratings.Board",
    "ratings.OptOut",
    "ratings.Digest",
    "ratings.Played",
    "ratings.Month",
    "ratings.ClubMonth",
    "ratings.Rated",
    "ratings.Rating",
    "ratings.Stale",
    "journal.Entry",
    "chains.Chain",
    "chains.Waiting",
    "chains.Link",
    "chains.Salt",
)

# Tables that lead to a club and stay where they are, each with its reason.
LEFT_OUT: Final = {
    "archive.TournamentFile": "files of tournaments that are being looked at; what was opened of them is carried",
    "clubs.SecondFactorAsked": "how people sign in here; where the club goes on its owner asks anew",
    "jobs.Job": "the work of this installation; what came of it stands in the other tables",
    "jobs.Piece": "the files of that work",
    "standings.AwardedEvent": "worked out anew in the background from what has ended",
    "standings.Award": "worked out anew in the background from what has ended",
    "leagues.TableCall": "who waits for the director at this moment",
    "notices.Notice": "what waits for somebody here; where the club goes on it is told anew",
    "privacy.CleanUp": "what the owners were told here; where the club goes on they are told anew",
    "payouts.Limit": "what somebody has set for themselves: nobody who has the archive is to read it",
    "play.Presence": "who has a table open at this moment",
    "play.TablePass": "ways to a table that lead here, made from the secret of this installation",
    "sharing.Ceremony": "what a ceremony shows at this moment",
    "sharing.Link": "secret links and calendars that lead here, made from the secret of this installation",
    "standings.PreparedResult": "old results that do not count yet; once they do they are carried",
    "tournaments.Clock": "what a clock shows at this moment",
    "tournaments.DirectorCall": "who waits for the director at this moment",
    "tournaments.PrintedPaper": "what lies printed in the room at this moment",
    "transfer.PreparedPerson": "people who are being taken over; once they are in the book they are carried",
    "transfer.Upload": "files that are being looked at; what was taken over of them is carried",
}
# Columns of carried tables that stay, each with its reason.
COLUMNS_LEFT_OUT: Final = {
    "clubs.Invitation": {"hash": "what its link is known by"},
    "leagues.TableDraw": {"undo": "what can be taken back of a draft while somebody works on it"},
    "tournaments.Round": {"undo": "what can be taken back of a draft while somebody works on it"},
    "play.Device": {
        "table_pass": "the pass it joined with is left out",
        "asks_for": "the seat that somebody waits for at this moment",
        "address": "where it joined from, made from the secret of this installation",
    },
}
# What an import writes in their place, made from the id of the row; nothing where it is not here.
IN_THEIR_PLACE: Final = {
    "clubs.Invitation": {"hash": "brought {id.hex}"},  # no secret has it: hashes are figures and letters up to f
}
# Rows of carried tables that are carried alone.
ONLY: Final = {
    # An open invitation is a link that leads here: who was to come is invited anew where the club goes on.
    "clubs.Invitation": Q(used_at__isnull=False),
}
# What is the same in every row, or made by the database itself.
IMPLIED: Final = "club"


@dataclass(frozen=True, slots=True)
class Carried:
    """A table of an archive: its model, and the lookup that leads from its rows to what the archive is of. `out` are
    the columns that stay, `only` are the rows that are carried; ids in the columns `outside` point at nothing in the
    archive."""

    label: str
    model: type[Model]
    way: str
    out: Collection[str] = ()
    only: Q | None = None
    outside: Collection[str] = ()

    @property
    def file(self) -> str:
        return f"{name_in_files(self.model)}.jsonl"

    @property
    def fields(self) -> "list[Field[Any, Any]]":
        """What a row says, in the order of the model. Tables between two others have no ids of their own."""
        own = [field for field in self.model._meta.concrete_fields if field.name not in self.out]  # noqa: SLF001
        is_between = bool(self.model._meta.auto_created)  # noqa: SLF001
        return [field for field in own if not (_is_of_club(field) or (is_between and field.primary_key))]

    def rows_of(self, pk: Any) -> Q:
        """The rows of the club, or of whatever else the archive is of."""
        return Q((self.way, pk)) & (self.only or Q())


def carried() -> list[Carried]:
    """The tables of an archive in their order."""
    ways = ways_to_club()
    return [
        Carried(label, model_of(label), ways[label], COLUMNS_LEFT_OUT.get(label, {}), ONLY.get(label))
        for label in CARRIED
    ]


def model_of(label: str) -> type[Model]:
    """The model of this name; those between two others too, which Django makes by itself."""
    app, name = label.split(".")
    return apps.get_app_config(app).get_model(name)


def ways_to_club() -> dict[str, str]:
    """Every table whose rows belong to a club, with the lookup that leads from a row to its club, the shortest one."""
    models = [model for model in apps.get_models(include_auto_created=True) if model is not User]
    ways: dict[Any, str] = {Club: "pk"}
    known = 0
    while len(ways) > known:
        known = len(ways)
        for model in models:
            found = [
                _further(field, ways[field.related_model]) for field in keys_of(model) if field.related_model in ways
            ]
            if model not in ways and found:
                ways[model] = min(found, key=lambda way: (way.count("__"), way))
    return {model._meta.label: way for model, way in ways.items()}  # noqa: SLF001


def keys_of(model: type[Model]) -> "list[ForeignKey[Any, Any]]":
    """The columns that point at rows of other tables."""
    return [field for field in model._meta.concrete_fields if isinstance(field, ForeignKey)]  # noqa: SLF001


def _further(field: "ForeignKey[Any, Any]", way: str) -> str:
    return field.name if way == "pk" else f"{field.name}__{way}"


def _is_of_club(field: "Field[Any, Any]") -> bool:
    return isinstance(field, ForeignKey) and field.related_model is Club and field.name == IMPLIED


MANIFEST: Final = "manifest.json"
SCHEMA: Final = "schema.json"
ACCOUNTS: Final = "accounts.jsonl"


@dataclass(frozen=True, slots=True)
class Layout:
    """A kind of archive. `version` is another one as soon as any row is written otherwise. `of` is the key under which
    the manifest names what it is of, `most_unpacked` the bytes of all its files at the most. Where it `has_accounts`
    they stand in a file of their own. The sentences refuse a file that is none, and one that is too large."""

    format: str
    version: int
    of: str
    title: str
    tables: Callable[[], Sequence[Carried]]
    most_unpacked: int
    has_accounts: bool
    no_zip: str
    no_manifest: str
    too_large: str
    not_one: str

    @property
    def files(self) -> set[str]:
        """Every file that is in it, beside the manifest."""
        return {SCHEMA, *([ACCOUNTS] if self.has_accounts else []), *(table.file for table in self.tables())}


CLUB: Final = Layout(
    format="scorekeeper-club",
    version=1,
    of="club",
    title="An archive of a club of Scorekeeper: each line of a file is one object",
    tables=carried,
    most_unpacked=4_000_000_000,
    has_accounts=True,
    no_zip=gettext_noop("This is not a complete archive of a club. Export it again."),
    no_manifest=gettext_noop(
        "This zip file is not an archive of a club: the manifest is missing. Use the original "
        "file, without repacking it."
    ),
    too_large=gettext_noop("Unpacked, this file is far too large for a club. Nothing was read."),
    not_one=gettext_noop("{file} does not match the club in the manifest. Export the archive again."),
)
