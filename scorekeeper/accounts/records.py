"""An account and the tokens of its programs: what is asked about them."""

from typing import Annotated

from django.utils.translation import gettext_noop
from pydantic import Field

from scorekeeper.accounts.models import Scope
from scorekeeper.common.acts import Asked, OneOf, Refusal
from scorekeeper.languages.choice import LanguageCode


class OwnName(Asked):
    """What a person is called, as the others at the table know them."""

    name: str


class OwnLanguage(Asked):
    """The language in which a person reads pages and gets mails. Empty: that of each club, else the browser's."""

    language: LanguageCode


class NewToken(Asked):
    """A token of a program: what it is for, and what it may do."""

    name: str
    scopes: Annotated[
        tuple[Annotated[str, OneOf(Scope.values)], ...],
        Field(min_length=1),
        Refusal("scopes_unknown", gettext_noop("Choose what the token may do.")),
    ]
