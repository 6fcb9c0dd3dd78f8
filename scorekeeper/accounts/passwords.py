"""How hard a password must be to guess, and in which form it is kept."""

from typing import Any, Final

from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from zxcvbn import zxcvbn

LONGEST: Final = 72  # characters that are looked at: the time grows with the square of them
ENOUGH: Final = 3  # of zxcvbn's 0 to 4: a hundred million guesses or more
OURS: Final = ("scorekeeper", "skat", "truco", "tonk", "poker", "kozyri", "cards", "club")


class HardToGuess:
    """Refuses what zxcvbn guesses in fewer than a hundred million tries: common and leaked passwords, keys in a row,
    dates, and the person's own name and address."""

    def validate(self, password: str, user: Any = None) -> None:
        own_words = [str(part) for name in ("email", "name") for part in _parts(getattr(user, name, ""))]
        if zxcvbn(password[:LONGEST], user_inputs=[*OURS, *own_words])["score"] < ENOUGH:
            raise ValidationError(
                _("This password is easy to guess. Choose three or four unrelated words."),
                code="password_easy",
            )

    def get_help_text(self) -> str:
        return _("Three or four unrelated words work well.")


def _parts(text: str) -> list[str]:
    """A name or an address, and the words that it is made of."""
    return [text, *(word for word in text.replace("@", " ").replace(".", " ").split() if len(word) > 1)]


class TunedArgon2(Argon2PasswordHasher):
    """Argon2id as OWASP's password storage sheet has it for small servers: 19 MiB, two passes, one lane.

    Django's default takes 100 MiB for each sign-in, which a club's small server can't give to ten people at once.
    """

    time_cost = 2
    memory_cost = 19 * 1024  # KiB
    parallelism = 1
