"""A page to browse the API with, served from here: no other host is asked for anything, and the content policy of all
pages holds here too."""

from drf_spectacular.views import SpectacularSwaggerSplitView


class ApiDocs(SpectacularSwaggerSplitView):
    """Swagger UI, with its few inline styles in a file of ours."""

    url_name = "schema"
    template_name = "api/docs.html"
    http_method_names = [
        "get",
        "head",
    ]  # DRF would describe the page itself to OPTIONS, as a page it has no template for
