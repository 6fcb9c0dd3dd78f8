"""A page to browse the API with, served from here: no other host is asked for anything."""

from csp.constants import SELF, UNSAFE_INLINE
from csp.decorators import csp_update
from django.utils.decorators import method_decorator
from drf_spectacular.views import SpectacularSwaggerSplitView


# Swagger UI sets its own style attributes; nothing else on this page is loosened.
@method_decorator(csp_update({"style-src": [SELF, UNSAFE_INLINE]}), name="dispatch")
class ApiDocs(SpectacularSwaggerSplitView):
    """Swagger UI."""

    url_name = "schema"
