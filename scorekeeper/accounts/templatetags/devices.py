"""What a device is called in the list of those that are signed in, and whether a code that is mailed will arrive."""

from typing import Final

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorekeeper.outbox.services import trouble

register = template.Library()


@register.simple_tag
def mail_is_stuck() -> bool:
    """Whether no mail can be sent just now."""
    return bool(trouble())


# The first mark that stands in what a browser says of itself decides: most of them claim to be each other.
BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS", "Mac"),
    ("Linux", "Linux"),
)


@register.filter
def device_name(user_agent: str) -> str:
    """The browser and the system, as far as they are known."""
    browser = next((name for mark, name in BROWSERS if mark in user_agent), "")
    system = next((name for mark, name in SYSTEMS if mark in user_agent), "")
    if browser and system:
        return _("{browser} on {system}").format(browser=browser, system=system)
    return browser or system or pgettext("in a line", "an unknown device")
