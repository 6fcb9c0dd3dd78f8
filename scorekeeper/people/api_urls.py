"""The addresses of the people of a club for programs."""

from django.urls import path

from scorekeeper.people import api

urlpatterns = [
    path("clubs/<uuid:club>/people", api.People.as_view()),
    path("clubs/<uuid:club>/people/add", api.person_add),
    path("players/<uuid:player>", api.Person.as_view()),
    path("players/<uuid:player>/rename", api.person_rename),
    path("players/<uuid:player>/retire", api.person_retire),
    path("players/<uuid:player>/return", api.person_return),
    path("players/<uuid:player>/merge", api.person_merge),
    path("players/<uuid:player>/keep-two", api.person_keep_two),
    path("merges/<uuid:merge>/undo", api.merge_undo),
]
