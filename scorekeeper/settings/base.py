"""What holds everywhere. The environment is read here and nowhere else."""

from pathlib import Path
from typing import Any

import environ
import structlog
from csp.constants import NONCE, NONE, SELF

from scorekeeper.common.logs import json_lines
from scorekeeper.languages.names import NAMES, OFFERED
from scorekeeper.settings.databases import Connections, database

ROOT = Path(__file__).resolve().parent.parent.parent
VAR = ROOT / "var"  # what a local installation writes: the SQLite file and the secret of the demo
env = environ.Env()

DEBUG = False
ALLOWED_HOSTS: list[str] = env.list("SCOREKEEPER_HOSTS", default=[])
CSRF_TRUSTED_ORIGINS: list[str] = env.list("SCOREKEEPER_ORIGINS", default=[])
ROOT_URLCONF = "scorekeeper.urls"
WSGI_APPLICATION = "scorekeeper.wsgi.application"

INSTALLED_APPS = [
    "scorekeeper.common",
    "scorekeeper.languages",
    "scorekeeper.outbox",
    "scorekeeper.accounts",
    "scorekeeper.chains",
    "scorekeeper.journal",
    "scorekeeper.clubs",
    "scorekeeper.jobs",
    "scorekeeper.spreadsheets",
    "scorekeeper.notices",
    "scorekeeper.standings",
    "scorekeeper.play",
    "scorekeeper.payouts",
    "scorekeeper.ratings",
    "scorekeeper.people",
    "scorekeeper.profiles",
    "scorekeeper.transfer",
    "scorekeeper.draws",
    "scorekeeper.leagues",
    "scorekeeper.tournaments",
    "scorekeeper.offline",
    "scorekeeper.desk",
    "scorekeeper.sharing",
    "scorekeeper.yearbook",
    "scorekeeper.privacy",
    "scorekeeper.archive",
    "scorekeeper.demo",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.forms",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "csp",
    "django_htmx",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "rest_framework",
]

MIDDLEWARE = [
    "scorekeeper.common.middleware.HeadAlone",
    "scorekeeper.common.middleware.SafeHeaders",
    "scorekeeper.common.middleware.Packed",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "scorekeeper.common.middleware.RequestLog",
    "scorekeeper.common.middleware.KeptNowhere",
    "scorekeeper.common.whole_bodies.WholeBodies",
    "scorekeeper.common.middleware.sessions",
    "scorekeeper.common.middleware.language_of_browser",
    "django.middleware.common.CommonMiddleware",
    "scorekeeper.common.middleware.content_security",
    "scorekeeper.common.middleware.FormTokens",
    "django.middleware.csrf.CsrfViewMiddleware",
    "scorekeeper.common.middleware.signed_in",
    "scorekeeper.languages.choice.ReadersLanguage",
    "scorekeeper.common.middleware.messages",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "scorekeeper.common.middleware.htmx",
    "allauth.account.middleware.AccountMiddleware",
    "scorekeeper.accounts.tries.Throttled",
    "scorekeeper.common.middleware.ClubTime",
    "scorekeeper.common.middleware.shown_tables",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
                "scorekeeper.common.navigation.app",
                "scorekeeper.languages.choice.languages",
                "scorekeeper.offline.selectors.reader",
                "scorekeeper.notices.selectors.news",
            ],
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.static",
                "scorekeeper.common.templatetags.scorekeeper",
                "scorekeeper.common.templatetags.tables",
                "scorekeeper.languages.templatetags.suits",
                "scorekeeper.clubs.templatetags.pages",
            ],
        },
    }
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

_is_pooled = env.bool("SCOREKEEPER_DATABASE_POOLER", default=False)
_connections = Connections(
    most=env.int("SCOREKEEPER_DATABASE_POOL", default=8),
    wait=env.int("SCOREKEEPER_DATABASE_WAIT", default=2),
    prepare_after=env.int("SCOREKEEPER_DATABASE_PREPARE", default=0 if _is_pooled else 5),
    statement_seconds=env.int("SCOREKEEPER_DATABASE_STATEMENT_SECONDS", default=0),
    is_pooled=_is_pooled,
)
DATABASES: dict[str, Any] = {
    "default": database(env.str("DATABASE_URL", default=""), VAR / "scorekeeper.sqlite3", _connections)
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# A cache is for counters that may be lost (throttles); what must hold (lock-outs, keys) is rows in the database.
REDIS_URL = env.str("REDIS_URL", default="")
CACHES: dict[str, Any] = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 10_000},  # beyond it counters are thrown away, and with them what was counted
    }
}
if REDIS_URL:
    CACHES["default"] = {
        "BACKEND": "scorekeeper.common.prepared.RedisOrLocal",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
    }

# Background work: a broker when there is one, else the tasks run at once after the commit.
CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", default=REDIS_URL)
CELERY_TASK_ALWAYS_EAGER = not CELERY_BROKER_URL
CELERY_TASK_EAGER_PROPAGATES = False
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_TIMEOUT = 2
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "socket_connect_timeout": 2,
    "max_retries": 1,
    "visibility_timeout": 3600,
}
CELERY_TASK_PUBLISH_RETRY = False
CELERY_BEAT_SCHEDULE = {
    "ratings": {"task": "ratings.replay", "schedule": 60.0},
    "outbox": {"task": "outbox.drain", "schedule": 60.0},  # seconds
    "anchors": {"task": "play.anchor", "schedule": 300.0},
    "signatures": {"task": "play.remind", "schedule": 300.0},
    "evenings": {"task": "leagues.remind", "schedule": 900.0},
    "old_names": {"task": "privacy.keep_up", "schedule": 3600.0},
    "forget": {"task": "play.forget_unclaimed", "schedule": 24 * 3600.0},
    "failures": {"task": "play.forget_failures", "schedule": 24 * 3600.0},
    "tries": {"task": "accounts.forget", "schedule": 3600.0},
    "old_mail": {"task": "outbox.forget", "schedule": 24 * 3600.0},
    "jobs": {"task": "jobs.drain", "schedule": 60.0},
    "old_jobs": {"task": "jobs.forget", "schedule": 24 * 3600.0},
    "shown_tables": {"task": "transfer.forget_shown", "schedule": 600.0},
    "tournament_files": {"task": "archive.forget_files", "schedule": 3600.0},
}
# Jobs take longer than a page may: without a broker a thread of the server runs them.
SCOREKEEPER_JOBS_THREAD = not CELERY_BROKER_URL

# Accounts: an e-mail address and a password, or a code sent by mail.
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = ["scorekeeper.accounts.passwords.TunedArgon2"]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("name", "email")},
    },
    {"NAME": "scorekeeper.accounts.passwords.HardToGuess"},
]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1"]  # signing in may be by a password; `entry.Signup` asks for none
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_CHANGE = True
ACCOUNT_LOGIN_BY_CODE_SUPPORTS_RESEND = True
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True  # codes only: no mail of ours carries a link made from a Host header
ACCOUNT_CHANGE_EMAIL = True  # one address a person
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_ADAPTER = "scorekeeper.accounts.adapter.Adapter"
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_TIMEOUT = 300  # seconds
# Wrong passwords and codes, and codes asked for, are counted by accounts.tries: allauth counts all against the address
# of the account, and whoever knows that address could keep its owner out.
ACCOUNT_RATE_LIMITS: dict[str, str | None] = dict.fromkeys(
    ("login", "login_failed", "request_login_code", "reset_password", "reauthenticate")
)
MFA_ADAPTER = "scorekeeper.accounts.second_factor.SecondFactor"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Scorekeeper"
MFA_TOTP_TOLERANCE = 1  # steps of half a minute by which the clock of a phone may be off
MFA_FORMS = {
    "authenticate": "scorekeeper.accounts.entry.SecondFactorCode",
    "reauthenticate": "scorekeeper.accounts.entry.ReauthenticateByCode",
    "activate_totp": "scorekeeper.accounts.entry.ActivateTotp",
    "add_webauthn": "scorekeeper.accounts.entry.AddPasskey",
    "edit_webauthn": "scorekeeper.accounts.entry.RenamePasskey",
    "login_webauthn": "scorekeeper.accounts.entry.LoginByPasskey",
    "reauthenticate_webauthn": "scorekeeper.accounts.entry.ReauthenticateByPasskey",
}
# Whether anybody may make an account; else `manage.py account create` makes them.
SCOREKEEPER_SIGNUP = env.bool("SCOREKEEPER_SIGNUP", default=True)
ACCOUNT_FORMS = {
    "login": "scorekeeper.accounts.entry.Login",
    "signup": "scorekeeper.accounts.entry.Signup",
    "add_email": "scorekeeper.accounts.entry.AddEmail",
    "change_email": "scorekeeper.accounts.entry.ChangeEmail",
    "change_password": "scorekeeper.accounts.entry.ChangePassword",
    "set_password": "scorekeeper.accounts.entry.SetPassword",
    "reset_password": "scorekeeper.accounts.entry.ResetPassword",
    "reset_password_from_key": "scorekeeper.accounts.entry.ResetPasswordKey",
    "reauthenticate": "scorekeeper.accounts.entry.Reauthenticate",
    "request_login_code": "scorekeeper.accounts.entry.RequestLoginCode",
    "confirm_login_code": "scorekeeper.accounts.entry.ConfirmLoginCode",
    "confirm_email_verification_code": "scorekeeper.accounts.entry.ConfirmEmailCode",
    "confirm_password_reset_code": "scorekeeper.accounts.entry.ConfirmPasswordResetCode",
}
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
EMAIL_BACKEND = (
    "scorekeeper.outbox.services.OutboxBackend"  # writes a row; the row is then sent by SCOREKEEPER_MAIL_BACKEND
)
SCOREKEEPER_MAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
DEFAULT_FROM_EMAIL = env.str("SCOREKEEPER_MAIL_FROM", default="Scorekeeper <scorekeeper@localhost>")

# A table device's cookie lives as long as a season; sessions two weeks.
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True  # our pages hand the token to scripts in the page itself
CSRF_FAILURE_VIEW = "scorekeeper.common.views.csrf_failure"
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF, NONCE],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
    }
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000_000
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5_000  # all results of 1,000 entrants in one form: four figures each, a mark a table
FILE_UPLOAD_HANDLERS = ["scorekeeper.common.parsers.OnlyWhereAsked"]

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "scorekeeper.accounts.authentication.BearerToken",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_PARSER_CLASSES": ["scorekeeper.common.parsers.StrictJSONParser"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "scorekeeper.common.parsers.Negotiation",
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "scorekeeper.common.schema.DocumentedView",
    "DEFAULT_THROTTLE_CLASSES": ["scorekeeper.common.addresses.PerCaller"],
    "DEFAULT_THROTTLE_RATES": {"caller": env.str("SCOREKEEPER_API_RATE", default="600/min")},
    "EXCEPTION_HANDLER": "scorekeeper.common.problems.handler",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Scorekeeper",
    "DESCRIPTION": "Record hands of card games played at a real table, read what they make of the standings, and plan, "
    "run and follow tournaments: entries, draws, results, standings, prizes and papers.",
    "VERSION": "1",
    "CONTACT": {"name": "Whoever runs this installation"},
    "LICENSE": {"name": "Apache License 2.0", "identifier": "Apache-2.0"},
    "SERVERS": [{"url": "/", "description": "This installation"}],
    "OAS_VERSION": "3.1.1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "ENFORCE_NON_BLANK_FIELDS": True,
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {
        "KindEnum": "scorekeeper.play.sheet.shown.HAND_KINDS",
        "ActKindEnum": "scorekeeper.play.sheet.shown.ACT_KINDS",
        "MarkKindEnum": "scorekeeper.play.sheet.shown.MARK_KINDS",
        "HandStatusEnum": "scorekeeper.play.sheet.shown.STATES",
        "StatusEnum": "scorekeeper.play.sheet.shown.STATUSES",
        "TournamentStateEnum": "scorekeeper.tournaments.records.STATES",
        "RoundStateEnum": "scorekeeper.tournaments.records.ROUND_STATES",
        "EntrantStateEnum": "scorekeeper.tournaments.records.ENTRANT_STATES",
        "EveningStateEnum": "scorekeeper.leagues.evenings.records.STATES",
        "RoleEnum": "scorekeeper.clubs.models.Role",
        "TeamRoleEnum": "scorekeeper.leagues.teams.services.ROLES",
        "AttendanceStateEnum": "scorekeeper.leagues.people.services.STATES",
        "ActEnum": "scorekeeper.payouts.box.services.ACTS",
        "EntrantActEnum": "scorekeeper.tournaments.entries.records.MARKS",
        "RoundTableStateEnum": "scorekeeper.tournaments.draft.shown.TABLE_STATES",
        "BracketMatchStateEnum": "scorekeeper.tournaments.standing.shown.MATCH_STATES",
        "PairKindEnum": "scorekeeper.tournaments.records.PAIR_KINDS",
        "BrokenKindEnum": "scorekeeper.tournaments.draft.shown.BROKEN_KINDS",
        "JobStateEnum": "scorekeeper.jobs.api.STATES",
        "NoticeKindEnum": "scorekeeper.notices.services.KINDS",
    },
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "scorekeeper.common.schema.list_codes",
        "scorekeeper.play.schema.add_records",
        "scorekeeper.tournaments.planning.api.add_plans",
        "scorekeeper.common.schema.add_examples",
        "scorekeeper.common.schema.list_tags",
        "scorekeeper.common.schema.close_tuples",
    ],
}

LANGUAGE_CODE = "en"
LANGUAGE_COOKIE_NAME = "language"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
# Each by its own name; SCOREKEEPER_LANGUAGES adds some that are not whole yet, to look at them: "de,es".
LANGUAGES = [(code, NAMES[code]) for code in dict.fromkeys((*OFFERED, *env.list("SCOREKEEPER_LANGUAGES", default=[])))]
FORMAT_MODULE_PATH = ["scorekeeper.formats"]
LOCALE_PATHS = [ROOT / "scorekeeper" / "locale"]
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = ROOT / "staticfiles"
STATICFILES_DIRS = [ROOT / "scorekeeper" / "static"]
STATICFILES_FINDERS = [
    "scorekeeper.common.bundles.BundlesFinder",
    "scorekeeper.languages.sentences.SentencesFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
]
BUNDLES_ROOT = VAR / "bundles"  # what the first of them makes
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "scorekeeper.common.bundles.HashedFiles"},
}

# What `manage.py tick` calls of apps above play, with the time as `now`.
SCOREKEEPER_REMINDERS = [
    "scorekeeper.leagues.evenings.mails.remind_of_evenings",
    "scorekeeper.privacy.services.keep_up",
    "scorekeeper.transfer.services.showing.forget_shown",
    "scorekeeper.archive.services.forget_files",
]
# What people reach this installation by, like https://scores.example.org: mails carry links where it is known.
SCOREKEEPER_ADDRESS = env.str("SCOREKEEPER_ADDRESS", default="")
# In which language somebody is written to who chose none, where no page is read.
SCOREKEEPER_LANGUAGE_OF = "scorekeeper.clubs.selectors.language_of_clubs"
# Where things above play take part in closing and reopening a sitting (play/parties.py).
SCOREKEEPER_PARTIES: list[str] = [
    "scorekeeper.payouts.party.MoneyBook",
    "scorekeeper.ratings.party.Ratings",
    "scorekeeper.leagues.party.Evenings",
    "scorekeeper.tournaments.party.Rounds",
]
# What things above play put on the page of a table (play/parties.py).
SCOREKEEPER_BESIDE: list[str] = [
    "scorekeeper.payouts.party.bank_beside",
    "scorekeeper.payouts.party.booked_beside",
    "scorekeeper.leagues.evenings.services.call_beside",
    "scorekeeper.tournaments.party.table_beside",
]
# Who knows who stands where in what prizes are given for, by the kind of competition; and the things of apps above
# that bookings name as their source, by kind (payouts/sources.py).
SCOREKEEPER_RANKS: dict[str, str] = {
    "season": "scorekeeper.payouts.sources.SeasonRanks",
    "tournament": "scorekeeper.tournaments.party.TournamentRanks",
}
SCOREKEEPER_MONEY_SOURCES: dict[str, str] = {
    "evening": "scorekeeper.leagues.money.reads.evening_of_bookings",
    "import": "scorekeeper.transfer.selectors.money.file_of_bookings",
}
SCOREKEEPER_MONEY_NAMES: dict[str, str] = {
    "evening": "scorekeeper.leagues.money.reads.names_of_evenings",
    "import": "scorekeeper.transfer.selectors.money.names_of_files",
}
# Who knows what is still to be paid to the club for such a thing, and locks it.
SCOREKEEPER_MONEY_ASKED: dict[str, str] = {"evening": "scorekeeper.leagues.money.services.asked_at_evening"}
# Whom to tell of a hole in this installation, as mailto:... or https://...; the sender of its mails where it is empty.
SCOREKEEPER_SECURITY_CONTACT = env.str("SCOREKEEPER_SECURITY_CONTACT", default="")
# What the role of the app signs in to the database with: for `manage.py grants`, which whoever owns the tables runs.
SCOREKEEPER_APP_PASSWORD = env.str("SCOREKEEPER_APP_PASSWORD", default="")
# The parts of the address a proxy added; 0 when the app is reached directly.
SCOREKEEPER_PROXIES = env.int("SCOREKEEPER_PROXIES", default=0)
ALLAUTH_TRUSTED_PROXY_COUNT = SCOREKEEPER_PROXIES
# The tables without an account that one address may start in an hour.
SCOREKEEPER_GUEST_TABLES = env.int("SCOREKEEPER_GUEST_TABLES", default=20)

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "json": {"()": json_lines},
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
    "root": {"handlers": ["stderr"], "level": env.str("SCOREKEEPER_LOG_LEVEL", default="INFO")},
    "loggers": {
        "django": {"handlers": []},  # Django's own would write every line again, whole, while DEBUG is on
        "fontTools": {"level": "WARNING"},  # it tells at length of each font that it opens
        "django.server": {"handlers": ["stderr"], "propagate": False},
    },
}
structlog.configure(
    processors=[
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
    ],
    logger_factory=structlog.stdlib.LoggerFactory(),
    cache_logger_on_first_use=True,
)
