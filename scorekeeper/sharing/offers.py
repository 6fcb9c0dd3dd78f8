"""A link as the page shows it that makes and ends it."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString

from scorekeeper.common.addresses import public_address
from scorekeeper.common.charts import qr_code
from scorekeeper.sharing.models import Link
from scorekeeper.sharing.services import PAGES, secret_of


@dataclass(frozen=True, slots=True)
class Offer:
    """The whole address, and the QR code that holds it."""

    address: str
    qr: SafeString


def offer_of(request: HttpRequest, link: Link | None) -> Offer | None:
    """None where there is no link in force."""
    if link is None:
        return None
    address = address_of(request, link)
    return Offer(address, qr_code(address))


def address_of(request: HttpRequest, link: Link) -> str:
    """The whole address that a link is."""
    return public_address(request, reverse(PAGES[Link.Kind(link.kind)], args=[secret_of(link)]))
