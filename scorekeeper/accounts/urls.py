"""What we add to allauth's addresses. These come before its own, so that a page of its that changes how an account is
signed in to asks for a recent sign-in."""

from allauth.account import views as allauth
from django.urls import path

from scorekeeper.accounts import views
from scorekeeper.accounts.proving import recent_sign_in

proven = recent_sign_in()

urlpatterns = [
    path("", views.account, name="account"),
    path("language/", views.account_language, name="account_language"),
    path("look/", views.account_look, name="account_look"),
    path("logout/", views.sign_out, name="account_logout"),
    path("email/", proven(allauth.email), name="account_email"),
    path("confirm-email/", proven(allauth.email_verification_sent), name="account_email_verification_sent"),
    path("password/change/", proven(allauth.password_change), name="account_change_password"),
    path("password/set/", proven(allauth.password_set), name="account_set_password"),
    path("reauthenticate/code/", views.reauthenticate_by_code, name="account_reauthenticate_by_code"),
    path("take-back/<str:secret>/", views.address_take_back, name="address_take_back"),
    path("sessions/<int:session>/end/", views.session_end, name="session_end"),
    path("tokens/", views.token_list, name="token_list"),
    path("tokens/<uuid:token_id>/revoke/", views.token_revoke, name="token_revoke"),
]
