"""The languages that are not offered yet, each from its catalogue as it would be compiled; no file is written."""

import gettext
from io import BytesIO
from typing import Any
from wsgiref.types import WSGIApplication

from django.conf import settings
from django.utils.translation import trans_real

from scorekeeper.languages.catalogues import read
from scorekeeper.languages.collecting import messages_for
from scorekeeper.languages.names import NAMES, OFFERED

TRIED = tuple(code for code in NAMES if code not in OFFERED)


class Trial(trans_real.DjangoTranslation):
    """What Django has in a language, and our catalogue of it."""

    def __init__(self, language: str) -> None:
        super().__init__(language)
        compiled = read(language).compiled(messages_for(language))
        self.merge(gettext.GNUTranslations(BytesIO(compiled)))


def install() -> None:
    """From now on this process knows the languages."""
    translations: dict[str, Any] = trans_real._translations  # type: ignore[attr-defined]
    translations |= {code: Trial(code) for code in TRIED if code not in translations}


def application() -> WSGIApplication:
    """The app that offers them too: `gunicorn "tests.languages.trial:application()"` with SCOREKEEPER_LANGUAGES."""
    from scorekeeper.wsgi import application as app

    assert {*TRIED} <= {code for code, _name in settings.LANGUAGES}
    install()
    return app
