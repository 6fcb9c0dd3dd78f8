"""Pictures made on the spot."""

import segno
from django.utils.safestring import SafeString, mark_safe


def qr_code(text: str) -> SafeString:
    """A QR code as an SVG without styles or scripts, to stand in a page; the page says how large."""
    drawn = segno.make(text, error="m").svg_inline(scale=4, border=2, omitsize=True)
    return mark_safe(drawn)  # noqa: S308 made of squares by segno
