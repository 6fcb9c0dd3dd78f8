from django.urls import path

from scorekeeper.accounts import views

urlpatterns = [
    path("", views.account, name="account"),
    path("look/", views.account_look, name="account_look"),
    path("tokens/", views.token_list, name="token_list"),
    path("tokens/<uuid:token_id>/revoke/", views.token_revoke, name="token_revoke"),
]
