"""How often a process looks for objects that nothing leads to any more.

Python looks after every 700 new objects, which is for small programs: a quarter of the time that this one takes to load
went by with it. So `manage.py` and `wsgi.py` begin with it off; it is on again once the apps are loaded.
"""

import gc
from typing import Final

YOUNG: Final = 50_000  # objects more than there were, after which it looks
OLDER: Final = (20, 20)


def settle() -> None:
    """What is loaded by now stays, and is looked at no more. A page of a thousand rows makes some hundred thousand
    objects and needs every one until it is written; to look through them again and again took half of its time."""
    gc.freeze()
    gc.set_threshold(YOUNG, *OLDER)
    gc.enable()
