"""How often a process that stays looks for objects that nothing leads to any more."""

import gc
from typing import Final

YOUNG: Final = 50_000  # objects more than there were, after which it looks; Python's own 700 is for small programs
OLDER: Final = (20, 20)


def settle() -> None:
    """Once all code is loaded: that stays, and is looked at no more. A page of a thousand rows makes some hundred
    thousand objects and needs every one until it is written; to look through them again and again took half of its
    time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, *OLDER)
