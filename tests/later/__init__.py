"""A migration of a version to come, made up: the rules for migrations and the drill are tried on it.

It changes what grows with every hand, in each way that `scorekeeper.common.growing` knows. Beside it stands one that
breaks every rule. Each stands behind the migrations of `play`: `MIGRATION_MODULES` is set to one of these.
"""

GOOD = {"play": "tests.later.good"}
WRONG = {"play": "tests.later.wrong"}
LATER = ("play", "0002_later")
