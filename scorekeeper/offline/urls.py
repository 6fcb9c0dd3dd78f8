from django.urls import path

from scorekeeper.offline import api, views

urlpatterns = [
    path("sw.js", views.service_worker, name="service_worker"),
    path("manifest.webmanifest", views.manifest, name="manifest"),
    path("offline/", views.offline_page, name="offline"),
    path("offline/token/", views.token, name="offline_token"),
    path("offline/openings/", views.opening_list, name="offline_openings"),
    path("offline/tables/", api.GuestTables.as_view(), name="offline_guest_table"),
    path("offline/tables/<uuid:sitting_id>/", views.table_snapshot, name="offline_table"),
    path("offline/tables/<uuid:sitting_id>/differences/", views.difference_note, name="offline_difference"),
]
