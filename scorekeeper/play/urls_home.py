from django.urls import path

from scorekeeper.play import home

urlpatterns = [
    path("", home.home, name="home"),
    path("sheets/", home.own_sheet_list, name="own_sheet_list"),
    path("clubs/<uuid:club_id>/", home.club_detail, name="club_detail"),
]
