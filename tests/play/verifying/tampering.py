"""What tests share that change rows behind the app's back, and how they ask what `verify` says."""

from io import StringIO
from typing import Any

from django.core.management import CommandError, call_command

from scorekeeper.chains.models import chained
from scorekeeper.play.models import Hand, Sitting
from scorekeeper.play.upkeep.verifying import Count, verify

UNSEALED = "it is closed, but no anchor seals it as it stands"


LINKED = {model.columns().table for model in chained()}


def differences() -> list[str]:
    """What verify says, without naming the sitting, club or season it says it of. What it says of a row because its
    link is another one is tried in tests/chains."""
    return [difference.what for difference in verify(Count()) if difference.where.split()[0] not in LINKED]


def tampered() -> list[str]:
    """What verify says but for the triggers."""
    return [what for what in differences() if not what.startswith("the trigger")]


def hand_at(sitting: Sitting, seq: int) -> Any:
    return Hand.objects.filter(sitting=sitting, seq=seq)


def command(*arguments: str) -> tuple[int, list[str]]:
    """(exit code, lines)."""
    out = StringIO()
    try:
        call_command(*arguments, stdout=out)
    except CommandError as error:
        return error.returncode, [*out.getvalue().splitlines(), str(error)]
    return 0, out.getvalue().splitlines()
