"""The suite's settings: quick, quiet, and on the database of TEST_DATABASE_URL when the run says so."""

import hashlib
import os
import platform

from scorekeeper.settings.base import *
from scorekeeper.settings.databases import database

SECRET_KEY = "only for tests: never signs anything real"  # noqa: S105 it protects nothing
DATABASES = {"default": database(env.str("SCOREKEEPER_TEST_RUN_URL", default=""), VAR / "unused.sqlite3")}
# Every run has a database of its own, so that two runs never meet. On SQLite it is a file: in memory, locks and
# journal would not be exercised. It need not survive a power cut, and not waiting for the disk is much quicker.
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    VAR.mkdir(exist_ok=True)
    DATABASES["default"]["TEST"] = {"NAME": str(VAR / f"test-{os.getpid()}.sqlite3")}
    DATABASES["default"]["OPTIONS"]["init_command"] += "PRAGMA synchronous=OFF;"
else:
    here = hashlib.sha256(f"{platform.node()} {ROOT}".encode()).hexdigest()[
        :8
    ]  # processes of other machines share numbers
    DATABASES["default"]["TEST"] = {"NAME": f"test_{DATABASES['default']['NAME']}_{here}_{os.getpid()}"}
ALLOWED_HOSTS = ["*"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
SCOREKEEPER_MAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
CELERY_BROKER_URL = ""
CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True
SCOREKEEPER_JOBS_THREAD = False  # tests run jobs when they want them run
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
WHITENOISE_AUTOREFRESH = True
REST_FRAMEWORK = {**REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES": {"caller": "100000/min"}}
LOGGING["root"]["level"] = "ERROR"
