"""Entrants and what was done at the desk, as the API says it."""

from typing import Any, Final

from rest_framework import serializers

from scorekeeper.common.texts import translated
from scorekeeper.tournaments.models import DeskAct, Entrant
from scorekeeper.tournaments.rounds.units import active, called, with_players
from scorekeeper.tournaments.selectors.entries import Line, acts_of, seeds_of
from scorekeeper.tournaments.services.attending import absences_of
from scorekeeper.tournaments.services.importing import ListLine
from scorekeeper.tournaments.services.keys import ASKED

ENTRANT_STATES: Final = Entrant.State.values


class PersonBody(serializers.Serializer[Any]):
    """A player of the club."""

    player = serializers.UUIDField()
    name = serializers.CharField()


class EntrantBody(serializers.Serializer[Any]):
    """An entrant of a tournament."""

    id = serializers.UUIDField()
    number = serializers.IntegerField(help_text="On the list of entries.")
    called = serializers.CharField(help_text="What lists call it: its name, or those of its players.")
    name = serializers.CharField(allow_blank=True, help_text="Of a pair or a team.")
    origin = serializers.CharField(allow_blank=True, help_text="The club they come from.")
    rating = serializers.IntegerField(allow_null=True)
    seed = serializers.IntegerField(allow_null=True, help_text="The place among the seeds of those who take part.")
    state = serializers.ChoiceField(choices=ENTRANT_STATES)
    entered_at = serializers.DateTimeField()
    players = PersonBody(many=True, help_text="Who plays now, in order.")


class EntriesBody(serializers.Serializer[Any]):
    """Everybody on the list: who is expected and who is here by number, who waits in the order they move up, who has
    left or does not come."""

    entries = EntrantBody(many=True)


class MineBody(serializers.Serializer[Any]):
    """The entrant that you play for, or did; null: none."""

    entrant = EntrantBody(allow_null=True)


class DeskActBody(serializers.Serializer[Any]):
    """Something that was done at the desk."""

    id = serializers.UUIDField()
    kind = serializers.ChoiceField(choices=DeskAct.Kind.values)
    at = serializers.DateTimeField()
    by = serializers.CharField(allow_blank=True, help_text="Empty: by the code at the door.")
    entrant = serializers.UUIDField(allow_null=True)
    player = serializers.UUIDField(allow_null=True)
    stage = serializers.UUIDField(allow_null=True)
    round = serializers.UUIDField(allow_null=True)
    table = serializers.UUIDField(allow_null=True)
    points = serializers.IntegerField(help_text="Of a result, a penalty or a bonus; of time, seconds.")
    reason = serializers.CharField(allow_blank=True)
    detail = serializers.JSONField(help_text="What else: the round, the seeds, a lot with its order.")
    takes_back = serializers.UUIDField(allow_null=True, help_text="The act that it takes back.")
    taken_back_by = serializers.UUIDField(allow_null=True)


class MissedBody(serializers.Serializer[Any]):
    """A round that an entrant misses."""

    stage = serializers.UUIDField(allow_null=True)
    round = serializers.IntegerField()


class EntrantDetailBody(EntrantBody):
    """An entrant with what was done."""

    missed = MissedBody(many=True)
    acts = DeskActBody(many=True, help_text="The newest first.")


class AlikeBody(serializers.Serializer[Any]):
    """A new name that is much like one of the book."""

    name = serializers.CharField()
    book = serializers.CharField()


class ListChangeBody(serializers.Serializer[Any]):
    """What a list says otherwise of an entrant."""

    name = serializers.ChoiceField(choices=["origin", "rating"])
    before = serializers.CharField(allow_blank=True)
    after = serializers.CharField()


class ListLineBody(serializers.Serializer[Any]):
    """An entrant of a list."""

    number = serializers.IntegerField(help_text="The line where it begins.")
    names = serializers.ListField(child=serializers.CharField())
    team = serializers.CharField(allow_blank=True)
    origin = serializers.CharField(allow_blank=True)
    rating = serializers.CharField(allow_blank=True)
    new = serializers.ListField(child=serializers.CharField(), help_text="Names that are not in the book.")
    alike = AlikeBody(many=True)
    has_entered = serializers.BooleanField(help_text="Just these people have entered already and stay.")
    changes = ListChangeBody(many=True, help_text="What becomes otherwise of who has entered.")
    waits = serializers.BooleanField(help_text="Where the list is whole: it goes on the waiting list.")
    problems = serializers.ListField(child=serializers.CharField(), help_text="What is wrong with it.")


class ListBody(serializers.Serializer[Any]):
    """What a list comes to."""

    dry = serializers.BooleanField(help_text="Nothing was written.")
    is_whole = serializers.BooleanField(help_text="Every line can be entered or has entered already.")
    lines = ListLineBody(many=True)
    entries = EntrantBody(many=True, help_text="Who has entered.")
    unread = serializers.ListField(child=serializers.CharField(), help_text="The heads of columns that are not read.")
    passed_over = serializers.ListField(
        child=serializers.IntegerField(), help_text="The lines that are no part of the table, as titles are."
    )


def line_body(line: Line) -> dict[str, Any]:
    """An entrant as a list has it."""
    one = line.entrant
    return {
        "id": one.pk,
        "number": one.number,
        "called": line.name,
        "name": one.name,
        "origin": one.origin,
        "rating": one.rating,
        "seed": line.seed or None,
        "state": one.state,
        "entered_at": one.entered_at,
        "players": [{"player": player.pk, "name": player.name} for player in line.players],
    }


def entrant_body(entrant: Entrant) -> dict[str, Any]:
    """An entrant as it stands now."""
    found = with_players(Entrant.objects.select_related("tournament")).get(pk=entrant.pk)
    seeds = seeds_of(found.tournament, list(found.tournament.entrants.all()))
    return line_body(Line(found, called(found), active(found), seeds.get(found.pk, 0)))


def detail_body(entrant: Entrant) -> dict[str, Any]:
    """An entrant with what was done."""
    missed = [
        {"stage": stage, "round": number}
        for (stage, number), kind in absences_of(entrant).items()
        if kind == DeskAct.Kind.ABSENT
    ]
    acts = acts_of(entrant.tournament).filter(entrant=entrant).select_related("taken_back_by")
    return {**entrant_body(entrant), "missed": missed, "acts": [act_body(act) for act in acts]}


def act_body(act: DeskAct) -> dict[str, Any]:
    """What was done at the desk."""
    back: DeskAct | None = getattr(act, "taken_back_by", None)
    return {
        "id": act.pk,
        "kind": act.kind,
        "at": act.at,
        "by": act.by.name if act.by else "",
        "entrant": act.entrant_id,
        "player": act.player_id,
        "stage": act.stage_id,
        "round": act.round_id,
        "table": act.table_id,
        "points": act.points,
        "reason": act.reason,
        "detail": {name: said for name, said in act.detail.items() if name != ASKED},
        "takes_back": act.of_id,
        "taken_back_by": back.pk if back else None,
    }


def list_line_body(line: ListLine) -> dict[str, Any]:
    """A line of a list, and what is wrong with it."""
    return {
        "number": line.number,
        "names": line.names,
        "team": line.team,
        "origin": line.origin,
        "rating": line.rating,
        "new": line.new,
        "alike": [{"name": name, "book": book} for name, book in line.alike.items()],
        "has_entered": line.has_entered,
        "changes": [{"name": one.name, "before": one.before, "after": one.after} for one in line.changes],
        "waits": line.waits,
        "problems": [translated(problem) for problem in line.problems],
    }
