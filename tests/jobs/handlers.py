"""What the jobs of these tests do."""

from typing import Any

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.clubs.services import add_player
from scorekeeper.common.errors import Refused
from scorekeeper.jobs.models import Done, Job, Kind
from scorekeeper.jobs.services import Work

SIX = 6


class Died(BaseException):
    """The process is killed: nothing behind this is run."""


class Plan:
    """What happens at which step of which attempt."""

    steps: dict[tuple[int, int], Any] = {}


def write_names(work: Work) -> Done:
    """Six people for the book, each once however often it is run; their names as a file."""
    with work.writing("names.txt", "text/plain; charset=utf-8") as file:
        for number in range(SIX):
            work.report(number, SIX)
            if happens := Plan.steps.get((work.job.attempts, number)):
                happens(work)
            name = f"{work.arguments.get('name', 'Name')} {number}"
            if not work.club.players.filter(name=name).exists():
                add_player(club=work.club, name=name, now=work.now())
            file.write(f"{name}\n".encode())
    return Done(Text("{many} names are written.", {"many": SIX}), {"many": SIX})


def give_back(work: Work) -> Done:
    with work.writing("back.bin", "application/octet-stream") as file:
        file.write(work.given())
    return Done(Text("Given back."), {"size": len(work.given())})


def refuse(work: Work) -> Done:
    raise Refused([Problem("no", "", Text("Not with these."))])


def again(job: Job) -> str:
    return f"/clubs/{job.club_id}/"


KINDS = [
    Kind("test_names", "Write names", "tests.jobs.handlers.write_names"),
    Kind("test_back", "Give back", "tests.jobs.handlers.give_back", needed=None),
    Kind("test_refuse", "Refuse", "tests.jobs.handlers.refuse", again="tests.jobs.handlers.again"),
]
