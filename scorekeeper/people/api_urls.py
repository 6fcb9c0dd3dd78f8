"""The addresses of the people of a club for programs."""

from django.urls import include, path

from scorekeeper.people import api

of_a_person = [
    path("rename", api.person_rename),
    path("call", api.person_call),
    path("retire", api.person_retire),
    path("return", api.person_return),
    path("merge", api.person_merge),
    path("keep-two", api.person_keep_two),
]
# Each address is looked for in order: what starts alike is one step for all others.
urlpatterns = [
    path("clubs/<uuid:club>/people", api.People.as_view()),
    path("clubs/<uuid:club>/people/add", api.person_add),
    path("players/<uuid:player>", api.Person.as_view()),
    path("players/<uuid:player>/", include(of_a_person)),
    path("merges/<uuid:merge>/undo", api.merge_undo),
]
