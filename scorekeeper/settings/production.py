"""A server for others: a missing secret or host stops the start."""

import logging
import sys

from django.core.exceptions import ImproperlyConfigured

from scorekeeper.common.logs import log_what_nobody_caught
from scorekeeper.settings.base import *

SECRET_KEY = env.str("SCOREKEEPER_SECRET")
ALLOWED_HOSTS = env.list("SCOREKEEPER_HOSTS")
CSRF_TRUSTED_ORIGINS = env.list("SCOREKEEPER_ORIGINS", default=[f"https://{host}" for host in ALLOWED_HOSTS])
SCOREKEEPER_ADDRESS = SCOREKEEPER_ADDRESS or next(
    (csrf_trusted_origin for csrf_trusted_origin in CSRF_TRUSTED_ORIGINS if "*" not in csrf_trusted_origin), ""
)
if not SCOREKEEPER_ADDRESS:
    raise ImproperlyConfigured("Set SCOREKEEPER_ADDRESS: links that are mailed and shown as codes are made from it.")
SECURE_SSL_REDIRECT = env.bool("SCOREKEEPER_HTTPS_REDIRECT", default=True)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if SCOREKEEPER_PROXIES else None
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz)$"]  # asked by the machine itself, without a certificate
SECURE_HSTS_SECONDS = env.int("SCOREKEEPER_HSTS_SECONDS", default=31_536_000)
# What would bind the neighbours of this installation too is for whoever runs them all to choose.
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("SCOREKEEPER_HSTS_SUBDOMAINS", default=False)
SECURE_HSTS_PRELOAD = env.bool("SCOREKEEPER_HSTS_PRELOAD", default=False)
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]  # that it is not chosen
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
SESSION_COOKIE_NAME = "__Host-session"
CSRF_COOKIE_NAME = "__Host-csrf"
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https"
SCOREKEEPER_MAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
_mail = env.email_url("SCOREKEEPER_MAIL_URL", default="smtp://localhost:25")
EMAIL_HOST, EMAIL_PORT = _mail["EMAIL_HOST"], _mail["EMAIL_PORT"]
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _mail["EMAIL_HOST_USER"], _mail["EMAIL_HOST_PASSWORD"]
EMAIL_USE_TLS, EMAIL_USE_SSL = _mail.get("EMAIL_USE_TLS", False), _mail.get("EMAIL_USE_SSL", False)
EMAIL_TIMEOUT = 10  # seconds
logging.captureWarnings(capture=True)
if not sys.stderr.isatty():  # nobody reads along
    log_what_nobody_caught()
