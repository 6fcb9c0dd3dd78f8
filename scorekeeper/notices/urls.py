from django.urls import path

from scorekeeper.notices import views

urlpatterns = [
    path("notices/", views.notice_list, name="account_notices"),
    path("notices/read/", views.notice_read, name="notice_read"),
    path("notices/off/<str:secret>/", views.notices_off, name="notices_off"),
]
