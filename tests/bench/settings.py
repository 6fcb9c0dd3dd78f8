"""Production's settings over plain http on the loopback: what the real server runs with in a measurement."""

from pathlib import Path

from scorekeeper.settings.production import *  # noqa: F403 settings are passed on as a whole

STATIC_ROOT = Path(env.str("SCOREKEEPER_BENCH_STATIC", default=str(ROOT / "staticfiles")))  # noqa: F405
# A browser keeps `__Host-` cookies only over https.
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "session", "csrf"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = False
