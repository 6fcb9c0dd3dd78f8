"""Files that are sent to be taken over, and what is said of them."""

from typing import Any
from uuid import UUID

from scorekeeper.accounts.models import User
from scorekeeper.common.parsers import SentFile
from scorekeeper.transfer.models import Upload
from scorekeeper.transfer.records import FileAnswers, FileSent
from scorekeeper.transfer.selectors.looking import look_at
from scorekeeper.transfer.selectors.money import look_at_money
from scorekeeper.transfer.services.keeping import answer_file, keep
from tests.factories.clubs import NOW, owner_of


def file_sent(
    text: str, kind: str = "totals", *, name: str = "list.csv", season: UUID | None = None, of: UUID | None = None
) -> FileSent:
    """A file of this text; `of` is the spreadsheet that it is the next state of."""
    file = SentFile(name, text.encode())
    return FileSent.read({"kind": kind, "season": season, "spreadsheet": of, "file": file})


def answered(upload: Upload, *, by: User | None = None, now: Any = NOW, **said: Any) -> Upload:
    """Say this of a file, as its page does."""
    look = look_at_money(upload, now) if upload.is_of_money else look_at(upload, now)
    return answer_file(FileAnswers.read(said), upload=upload, look=look, by=by or owner_of(upload.club), now=now)


def kept_file(club: Any, text: str, kind: str = "totals", **more: Any) -> Upload:
    """A file that the owner of a club has sent."""
    return keep(file_sent(text, kind, **more), club=club, by=owner_of(club), now=NOW)
