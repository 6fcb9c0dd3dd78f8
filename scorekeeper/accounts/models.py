"""People who sign in, and the tokens their programs use."""

import hashlib
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scorekeeper.common.models import Row
from scorekeeper.common.names import WordsField

AWAITED = "@brought.invalid"  # how the address ends of who came with the archive of a club; no mail goes there
GIVEN_UP = "@anonymous.invalid"  # how it ends of who gave up their account


class UserManager(BaseUserManager["User"]):
    def create_user(self, email: str, password: str | None = None, **more: Any) -> "User":
        """A user with this address; without a password they sign in by code."""
        user = self.model(email=self.normalize_email(email), **more)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **more: Any) -> "User":
        return self.create_user(email, password, is_superuser=True, **more)


class User(Row, AbstractBaseUser, PermissionsMixin):
    """Somebody with an account. What they may do depends on the club: see `clubs.Membership`."""

    email = models.EmailField(pgettext_lazy("field", "e-mail address"), unique=True)
    name = WordsField(pgettext_lazy("field", "name"), max_length=80)
    is_named = models.BooleanField(default=True, db_default=True)  # False: the name was taken from the address
    # Where a club shows them by a short or code name, `name` is that one, for everybody, and this their own.
    full_name = models.CharField(max_length=80, blank=True, default="", db_default="")
    language = models.CharField(max_length=10, blank=True, default="", db_default="")  # empty: none was chosen
    is_active = models.BooleanField(default=True)
    joined_at = models.DateTimeField(default=timezone.now)
    news_until = models.DateTimeField(null=True)  # nothing is told to them that is of use after it

    objects: ClassVar[UserManager] = UserManager()
    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["name"]

    class Meta:
        constraints = [
            models.UniqueConstraint(
                Lower("email"),
                name="one_account_an_address",
                violation_error_message=_("There is already an account with this address."),
            )
        ]

    def __str__(self) -> str:
        return self.name or self.email

    @property
    def own_name(self) -> str:
        """What they call themselves, whatever others are shown."""
        return self.full_name or str(self)

    @property
    def is_awaited(self) -> bool:
        """Whether it came with the archive of a club, and its person has not: nobody can sign in to it."""
        return not self.is_active and self.email.endswith(AWAITED)


class Scope(models.TextChoices):
    READ = "read", pgettext_lazy("choice", "read what you can see")
    RECORD = "record", pgettext_lazy("choice", "record hands at tables")
    MANAGE = (
        "manage",
        pgettext_lazy("choice", "open, correct and close tables, run tournaments, manage people and money"),
    )


class ApiToken(Row):
    """A secret a program shows instead of a sign-in. Only its hash is kept."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(pgettext_lazy("field", "name"), max_length=80)
    hash = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField()
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.name

    @property
    def scope_words(self) -> str:
        """What it may do, in words."""
        return ", ".join(str(scope.label) for scope in Scope if scope.value in self.scopes)


class AddressChange(Row):
    """The address of an account was changed. For seven days a link in the mail to the old one takes it back; only the
    hash of the link is kept."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="address_changes")
    link_hash = models.CharField(max_length=64, unique=True)
    old = models.EmailField(max_length=254)
    new = models.EmailField(max_length=254)
    at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)  # it was taken back, or one before it was


class FailedTry(Row):
    """A password or a code that was wrong, or one that was sent: what it was for and where it came from, hashed.

    A row, not a counter in a cache: what keeps guesses few has to hold with several workers, and through a restart.
    """

    subject = models.CharField(max_length=80)
    source = models.CharField(max_length=80)
    at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["subject", "at"], name="tries_at_a_subject"),
            models.Index(fields=["source", "at"], name="tries_from_a_source"),
        ]


def hashed(secret: str) -> str:
    """The form a random secret is kept in. It has 160 bits or more, so a plain hash can't be searched."""
    return hashlib.sha256(secret.encode()).hexdigest()
