from django.urls import path

from scorekeeper.privacy import views

urlpatterns = [
    path("accounts/data/", views.account_data, name="account_data"),
    path("accounts/data/give-up/", views.account_give_up, name="account_give_up"),
    path("clubs/<uuid:club_id>/retention/", views.club_retention, name="club_retention"),
    path("clubs/<uuid:club_id>/retention/clean/", views.club_clean, name="club_clean"),
]
