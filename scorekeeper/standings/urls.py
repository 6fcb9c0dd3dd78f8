from django.urls import path

from scorekeeper.standings import views

urlpatterns = [
    path("clubs/<uuid:club_id>/seasons/", views.season_list, name="season_list"),
    path("clubs/<uuid:club_id>/seasons/new/", views.season_new, name="season_new"),
    path("seasons/<uuid:season_id>/", views.season_detail, name="season_detail"),
    path("seasons/<uuid:season_id>/end/", views.season_end, name="season_end"),
]
