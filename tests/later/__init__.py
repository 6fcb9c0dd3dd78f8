"""A migration of a version to come, made up: the rules for migrations and the drill are tried on it.

It changes what grows with every hand, in each way that `scorekeeper.common.append_only` knows. Beside it stands one
that breaks every rule. Each stands behind the migrations of `play`, whichever these are: `MIGRATION_MODULES` is set to
one of these.
"""

from pathlib import Path

MIGRATIONS = Path(__file__).resolve().parents[2] / "scorekeeper" / "play" / "migrations"

GOOD = {"play": "tests.later.good"}
WRONG = {"play": "tests.later.wrong"}
LATER = ("play", "9999_later")
BEFORE = ("play", max(path.stem for path in MIGRATIONS.glob("[0-9]*.py")))
