"""Files that are taken over: what is asked about them, and how programs are shown them."""

from datetime import date, datetime
from typing import Annotated, Final, Literal
from uuid import UUID

from django.utils.translation import gettext_noop
from pydantic import Field

from scorekeeper.common.acts import Answer, Asked, Day, Refusal
from scorekeeper.common.names import LONGEST
from scorekeeper.common.parsers import FilePart
from scorekeeper.play.records import TOO_LONG, TableOpening

FIRST_YEAR: Final = 1900
MOST_ANSWERS: Final = 1_000  # of one kind in one act
LONGEST_HEAD: Final = 200  # characters
NO_KIND: Final = gettext_noop("Choose what the file contains.")

Kind = Literal["people", "totals", "lists", "money", "balances"]
Named = Annotated[str, Field(max_length=LONGEST), Refusal("name_too_long", TOO_LONG)]
Answers = Annotated[
    dict[Annotated[str, Field(max_length=LONGEST_HEAD)], Annotated[str, Field(max_length=LONGEST)]],
    Field(max_length=MOST_ANSWERS),
]


class ListOpening(TableOpening):
    """Whose old list of Skat is typed in, from which day, by which rules. Who sat there may sit elsewhere today."""

    played_on: Day
    elsewhere: bool = True


class ListBonus(Asked):
    """What stands in the column of a seat beside a line."""

    seat: int
    amount: int


class ListLine(Asked):
    """A line of an old list as it is typed: five short cells; `value` is what the paper says it is worth, `bonuses`
    what it has in the columns of the seats, where it has such columns."""

    number: Annotated[int, Field(ge=1, le=10_000)]
    who: Annotated[str, Field(max_length=LONGEST)] = ""
    game: Annotated[str, Field(max_length=40)] = ""
    matadors: Annotated[str, Field(max_length=4)] = ""
    extras: Annotated[str, Field(max_length=20)] = ""
    result: Annotated[str, Field(max_length=5)] = ""
    value: int | None = None
    bonuses: tuple[ListBonus, ...] = ()

    @property
    def cells(self) -> dict[str, str]:
        """What was typed in each cell."""
        return {name: getattr(self, name) for name in ("who", "game", "matadors", "extras", "result")}


class ListTotal(Asked):
    """What the paper says at its foot of a seat."""

    seat: int
    points: int


class ListTotals(Asked):
    """What the paper says at its foot."""

    totals: tuple[ListTotal, ...]


class FileSent(Asked):
    """A file to look at. What it is the next state of says kind and season."""

    kind: Annotated[
        Kind | None,
        Field(description="What it holds: `people`, `totals` of evenings, Skat `lists`, who paid what (`money`), "
              "or where everybody stands (`balances`)."),
        Refusal("kind_unknown", NO_KIND),
    ] = None  # fmt: skip
    season: UUID | None = Field(default=None, description="What totals and lists count for.")
    spreadsheet: UUID | None = Field(default=None, description="The spreadsheet of the club that this is a state of.")
    file: FilePart


class FileAnswers(Asked):
    """What a file leaves open. What is not named stays as it was said before. An empty text takes an answer
    away, and so does null of a day or a year."""

    order: Literal["", "day", "month", "year"] | None = Field(
        default=None, description="What stands first in a day like 3/4/2025."
    )
    serial: Literal["", "1900", "1904"] | None = Field(
        default=None, description="Where a workbook begins to count its days."
    )
    year: Annotated[int | None, Field(ge=FIRST_YEAR, description="Of days without one.")] = None
    day: Day | None = Field(default=None, description="Of lists without one.")
    people: Answers | None = Field(
        default=None, description="{name of the file: id of the person of the book, or `new`}."
    )
    apart: Answers | None = Field(
        default=None, description="{number of the line: what tells this person from others of the name}."
    )
    seats: Answers | None = Field(default=None, description="{head of a column of bonuses: who sits there}.")
    days: Annotated[
        dict[Annotated[str, Field(max_length=LONGEST_HEAD)], Day | None] | None,
        Field(max_length=MOST_ANSWERS, description="{key of a column without a day: its day}."),
    ] = None
    payers: Answers | None = Field(default=None, description="{number of a line of a money file: who paid}.")
    leave_out: bool | None = Field(default=None, description="Leave out the lines that are refused.")
    keep_as: Annotated[Named | None, Field(description="Keep it as a spreadsheet of the club, by this name.")] = None
    unit: Annotated[str | None, Field(max_length=20, description="`key` of the unit that amounts are in.")] = None
    against: Literal["", "cash", "club"] | None = Field(
        default=None, description="Where the rest of balances is booked that do not come to zero."
    )
    sheet: Annotated[str | None, Field(max_length=LONGEST_HEAD, description="Of the workbook.")] = None
    heads: Annotated[int | None, Field(ge=0, le=99_999, description="The line that names the columns; 0: none.")] = None
    letters: Annotated[str | None, Field(max_length=20, description="The encoding of a text.")] = None
    columns: Answers | None = Field(default=None, description="{key of a column: what it holds; empty: is not read}.")


class FileTaking(Asked):
    """Have a file taken over as it was shown."""

    shown: Annotated[
        str, Field(max_length=64, description="`shown` of the file as it was looked at; empty: as it is now.")
    ] = ""


class ImportBody(Answer):
    """Results that were taken over from a file."""

    id: UUID = Field(validation_alias="pk")
    name: str = Field(description="Of the file.")
    sheet: str
    season: UUID = Field(validation_alias="competition_id")
    spreadsheet: UUID | None = Field(validation_alias="spreadsheet_id")
    at: datetime
    taken_back_at: datetime | None


class ImportedLineBody(Answer):
    """What counts of one result now."""

    player: UUID
    name: str
    day: date
    title: str = Field(description="What the list of the evening is called; empty: the only one.")
    points: int | None = Field(description="In the smallest unit of the season; null: nothing counts any more.")
    line: int | None = Field(description="Of the file.")
    corrected: bool


class ImportDetailBody(ImportBody):
    """Results that were taken over, line by line."""

    results: list[ImportedLineBody]


class PeopleListBody(Answer):
    """People who were taken over from a file."""

    id: UUID = Field(validation_alias="pk", description="Of the file.")
    name: str
    at: datetime = Field(validation_alias="done_at")


class MoneyFileBody(Answer):
    """A file of money that was booked."""

    id: UUID = Field(description="Of the file.")
    name: str
    at: datetime
    bookings: int
    taken_back: bool


class SpreadsheetBody(Answer):
    """A spreadsheet that the club keeps and sends again as it grows."""

    id: UUID = Field(validation_alias="pk")
    name: str
    kind: str
    season: UUID = Field(validation_alias="competition_id")
    at: datetime = Field(description="When its last state came.")


class ImportsBody(Answer):
    """What a club has taken over, the newest first."""

    results: list[ImportBody]
    people: list[PeopleListBody]
    money: list[MoneyFileBody]
    spreadsheets: list[SpreadsheetBody]


class LineNoteBody(Answer):
    """What is said of a line of a file."""

    line: int = Field(description="0: the file as a whole.")
    cell: str = Field(description="As a spreadsheet calls it; empty: the line as a whole.")
    detail: str = Field(description="A sentence for people.")


class PersonChoiceBody(Answer):
    """Somebody of the book whom a name may mean."""

    player: UUID
    name: str


class NameInFileBody(Answer):
    """A name of the file, and who that is."""

    name: str
    player: UUID | None = Field(description="Who of the book it is; null: somebody new, or not said yet.")
    asked: bool = Field(description="Say in `people` who it is.")
    may_be: list[PersonChoiceBody]


class OpenLineBody(Answer):
    """Something that a line leaves open."""

    line: int
    text: str
    choices: list[str] = Field(description="Empty: any text.")


class OpenColumnBody(Answer):
    """A column without a day."""

    key: str
    head: str


class UnitChoiceBody(Answer):
    """A unit that amounts can be in."""

    key: str
    unit: str
    decimals: int


class FileReadingBody(Answer):
    """How the file was read; `file_answers` reads it otherwise."""

    sheet: str
    sheets: list[str]
    heads: int = Field(description="The line that names the columns; 0: none.")
    letters: str
    columns: dict[str, str] = Field(description="{key of a column: what it holds}; empty: is not read.")
    offered: list[str] = Field(description="What a column can be said to hold.")


class FileSumBody(Answer):
    """What the file says of somebody."""

    name: str
    player: UUID | None
    unit: str
    decimals: int
    amount: int = Field(description="In the smallest unit.")
    many: int = Field(description="Evenings; of money lines.")


class FileChangeBody(Answer):
    """A result that is said otherwise now, is gone, or stays out as a sheet counts."""

    name: str
    day: date
    change: str
    before: int | None
    after: int | None


class FileLookBody(Answer):
    """What taking a file over would do; nothing is written."""

    ready: bool
    obstacle: str = Field(description="What has to be done first; empty: nothing.")
    shown: str = Field(description="Send it when it is taken over: it is done so or not at all.")
    numbers: dict[str, int] = Field(description="How many results or bookings of each kind, and what is refused.")
    questions: list[str] = Field(description="What has to be said of days: `order`, `serial`, `year`, `day`.")
    refused: list[LineNoteBody] = Field(description="The first 100.")
    noted: list[LineNoteBody] = Field(description="The first 100 that are pointed out.")
    names: list[NameInFileBody]
    namesakes: list[OpenLineBody] = Field(description="Say in `apart` what tells them apart.")
    seats: list[str] = Field(description="Heads of columns: say in `seats` who sits there.")
    columns: list[OpenColumnBody] = Field(description="Say their days in `days`.")
    payers: list[OpenLineBody] = Field(description="Say in `payers` who paid.")
    units: list[UnitChoiceBody] = Field(description="What `unit` can be.")
    rest: list[FileSumBody] = Field(description="What balances do not come to zero by: say `against`.")
    reading: FileReadingBody | None
    sums: list[FileSumBody]
    changes: list[FileChangeBody] = Field(description="The first 100.")
    invited: int = Field(description="How many get an invitation by mail.")
    invited_later: int = Field(description="How many do not yet, as so many are open.")


class FileBody(Answer):
    """A file that was sent."""

    id: UUID
    kind: str
    name: str
    season: UUID | None
    spreadsheet: UUID | None
    at: datetime
    done_at: datetime | None = Field(description="When it was taken over.")
    job: UUID | None = Field(description="What takes it over now.")
    imported: UUID | None = Field(description="The results that it has brought.")
    look: FileLookBody | None = Field(description="Null once it is taken over, or while it is.")
