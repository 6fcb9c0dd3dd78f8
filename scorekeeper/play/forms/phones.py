"""The code a table shows."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.safestring import SafeString

from scorekeeper.common.drawing import qr_code
from scorekeeper.play.models import Sitting
from scorekeeper.play.passes.services import current_pass, is_worn_out, link_secret, short_code


@dataclass(frozen=True, slots=True)
class Shown:
    """A table pass as it is shown: a QR code of the link, and the short code, which may be worn out by others who tried
    codes out."""

    link: str
    code: str
    qr: SafeString
    expires_at: datetime
    is_worn_out: bool


def shown_pass(sitting: Sitting, now: datetime, absolute: Callable[[str], str]) -> Shown | None:
    """The pass in force, if there is one."""
    table_pass = current_pass(sitting, now)
    if table_pass is None:
        return None
    link = absolute(reverse("join_link", args=[link_secret(table_pass)]))
    return Shown(link, short_code(table_pass), qr_code(link), table_pass.expires_at, is_worn_out(table_pass))
