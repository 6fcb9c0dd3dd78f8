from django.urls import path

from scorekeeper.yearbook import views

urlpatterns = [
    path("<uuid:club_id>/years/", views.club_years, name="club_years"),
    path("<uuid:club_id>/years/<int:year>.pdf", views.year_booklet, name="year_booklet"),
]
