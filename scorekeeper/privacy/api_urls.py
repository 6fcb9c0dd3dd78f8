from django.urls import path

from scorekeeper.privacy import api

urlpatterns = [
    path("clubs/<uuid:club>/retention", api.ClubRetention.as_view()),
    path("clubs/<uuid:club>/retention/choose", api.retention_choose),
    path("clubs/<uuid:club>/retention/put-off", api.retention_put_off),
    path("clubs/<uuid:club>/retention/clean-up", api.names_clean),
    path("me/data", api.own_data),
]
