"""The code a table shows, and the phones that have joined it."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.safestring import SafeString

from scorekeeper.common.drawing import qr_code
from scorekeeper.play.models import Device, Sitting
from scorekeeper.play.services.passes import current_pass, link_secret, short_code


@dataclass(frozen=True, slots=True)
class Shown:
    """A table pass as it is shown: a QR code of the link, and the short code."""

    link: str
    code: str
    qr: SafeString
    expires_at: datetime


def shown_pass(sitting: Sitting, now: datetime, absolute: Callable[[str], str]) -> Shown | None:
    """The pass in force, if there is one."""
    table_pass = current_pass(sitting, now)
    if table_pass is None:
        return None
    link = absolute(reverse("join_link", args=[link_secret(table_pass)]))
    return Shown(link, short_code(table_pass), qr_code(link), table_pass.expires_at)


def phones_of(sitting: Sitting) -> QuerySet[Device]:
    """Every phone that ever joined, the newest first, with its seat and its pass."""
    return sitting.devices.select_related("seat__player", "table_pass").order_by("-made_at")
