"""The API, version by version; its document and a page to browse it."""

from django.urls import include, path, re_path
from drf_spectacular.views import SpectacularAPIView

from scorekeeper.common import problems
from scorekeeper.common.docs import ApiDocs

v1 = [
    path("", include("scorekeeper.play.api_urls")),  # asked most, as are standings: not looked for behind all others
    path("", include("scorekeeper.standings.api_urls")),
    path("", include("scorekeeper.clubs.api_urls")),
    path("", include("scorekeeper.people.api_urls")),
    path("", include("scorekeeper.payouts.api_urls")),
    path("", include("scorekeeper.leagues.api_urls")),
    path("", include("scorekeeper.tournaments.api_urls")),
    path("", include("scorekeeper.sharing.api_urls")),
    path("", include("scorekeeper.transfer.api_urls")),
    path("", include("scorekeeper.jobs.api_urls")),
    path("", include("scorekeeper.ratings.api_urls")),
    path("", include("scorekeeper.archive.api_urls")),
    path("", include("scorekeeper.privacy.api_urls")),
    path("", include("scorekeeper.notices.api_urls")),
]

urlpatterns = [
    path("v1/", include(v1)),
    path("schema", SpectacularAPIView.as_view(), name="schema"),
    path("docs", ApiDocs.as_view(), name="api_docs"),
    re_path(r"", problems.page_not_found),
]
