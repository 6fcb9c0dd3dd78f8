"""In which form the API answers."""

from collections.abc import Iterable
from typing import Any

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request


class Negotiation(DefaultContentNegotiation):
    """As the framework does it; who takes anything, or what a view answers with first, gets that without a search."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        first = next(iter(renderers))
        media_type = str(first.media_type)
        is_plain = format_suffix is None and self.settings.URL_FORMAT_OVERRIDE not in request.query_params
        if is_plain and request.headers.get("Accept", "*/*") in {"*/*", media_type}:
            return first, media_type
        found: tuple[Any, Any] = super().select_renderer(request, renderers, format_suffix)
        return found
