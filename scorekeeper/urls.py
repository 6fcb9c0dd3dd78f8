"""Every address of the app."""

from django.urls import include, path

from scorekeeper import api_urls
from scorekeeper.common import views as common
from scorekeeper.payouts import urls as money
from scorekeeper.transfer.views import showing

urlpatterns = [
    path("healthz", common.healthz, name="healthz"),
    path("readyz", common.readyz, name="readyz"),
    path("robots.txt", common.robots_txt, name="robots_txt"),
    path(".well-known/security.txt", common.security_txt, name="security_txt"),
    *api_urls.urlpatterns,  # asked most, so not looked for behind all pages
    path("accounts/", include("scorekeeper.accounts.urls")),
    path("accounts/", include("allauth.urls")),
    path("accounts/", include("scorekeeper.notices.urls")),
    path("accounts/", include(money.OF_ACCOUNT)),
    path("clubs/", include("scorekeeper.clubs.urls")),
    path("clubs/", include("scorekeeper.people.urls")),
    path("clubs/", include("scorekeeper.profiles.urls")),
    path("clubs/", include(money.OF_CLUBS)),
    path("clubs/", include("scorekeeper.transfer.urls")),
    path("clubs/", include("scorekeeper.desk.urls")),
    path("clubs/", include("scorekeeper.yearbook.urls")),
    path("", include("scorekeeper.archive.urls")),
    path("shown-tables/<uuid:table_id>/", showing.shown_table, name="shown_table"),
    path("", include("scorekeeper.jobs.urls")),
    path("", include("scorekeeper.privacy.urls")),
    path("", include("scorekeeper.sharing.urls")),
    path("", include("scorekeeper.offline.urls")),
    path("", include("scorekeeper.standings.urls")),
    path("", include("scorekeeper.leagues.urls")),
    path("", include("scorekeeper.tournaments.urls")),
    path("", include("scorekeeper.play.urls")),
    path("", include(money.OF_TABLES_AND_SEASONS)),
]

handler400 = common.bad_request
handler500 = common.server_error
