"""The API, version by version; its document and a page to browse it."""

from django.urls import include, path, re_path
from drf_spectacular.views import SpectacularAPIView

from scorekeeper.common import problems
from scorekeeper.common.views import ApiDocs
from scorekeeper.play import api_urls as play
from scorekeeper.standings import api as standings

v1 = [
    # Asked most: looked for behind no others, and each `include` would be a step more.
    *standings.urlpatterns,
    *play.urlpatterns,
    path("", include("scorekeeper.clubs.api")),
    path("", include("scorekeeper.people.api")),
    path("", include("scorekeeper.payouts.api")),
    path("", include("scorekeeper.leagues.api_urls")),
    path("", include("scorekeeper.tournaments.api_urls")),
    path("", include("scorekeeper.sharing.api")),
    path("", include("scorekeeper.transfer.api")),
    path("", include("scorekeeper.jobs.api")),
    path("", include("scorekeeper.ratings.api")),
    path("", include("scorekeeper.archive.api")),
    path("", include("scorekeeper.privacy.api")),
    path("", include("scorekeeper.notices.api")),
]

urlpatterns = [
    path("api/v1/", include(v1)),
    path("api/schema", SpectacularAPIView.as_view(), name="schema"),
    path("api/docs", ApiDocs.as_view(), name="api_docs"),
    re_path(r"^api/", problems.page_not_found),
]
