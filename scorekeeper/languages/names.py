"""The languages there are catalogues for, each by its own name, and those that readers are offered."""

from typing import Final

NAMES: Final = {
    "en": "English",
    "de": "Deutsch",
    "pt-br": "Português (Brasil)",
    "es": "Español",
    "ru": "Русский",
    "pa": "ਪੰਜਾਬੀ",
    "gu": "ગુજરાતી",
}
OFFERED: Final = ("en", "de", "pt-br", "es", "ru", "pa", "gu")
"""A language is put here once its catalogue is whole."""
