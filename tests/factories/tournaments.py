"""Short ways through a tournament: planned, entered, drawn, played, by the services a person would go through."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import games
from games import game
from games.core.record import dump
from scorekeeper.clubs.models import Club, Player
from scorekeeper.play.models import Sitting
from scorekeeper.play.opening.services import Sitter
from scorekeeper.tournaments.draft import publishing
from scorekeeper.tournaments.draft import services as by_hand
from scorekeeper.tournaments.draft.services import DraftHold, PlacesSwap, SeenDraft, draw_round
from scorekeeper.tournaments.entries.records import NewEntry
from scorekeeper.tournaments.entries.services import enter
from scorekeeper.tournaments.formats.plan import StagePlan
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.models import (
    DeskAct,
    Entrant,
    EntrantPlayer,
    Round,
    RoundPlace,
    RoundTable,
    Stage,
    StageEntrant,
    Tournament,
)
from scorekeeper.tournaments.planning.records import StageDetails, TournamentPlan
from scorekeeper.tournaments.planning.services import add_stage, plan_tournament
from scorekeeper.tournaments.records import PersonAsked, WithReason
from scorekeeper.tournaments.results import services as results
from scorekeeper.tournaments.results.records import LotsAmong, PointsGiven, TableResult
from scorekeeper.tournaments.results.services import Saying, make_official
from tests import factories
from tests.factories import NOW


def a_plan(**more: Any) -> TournamentPlan:
    """A tournament of single players in Skat, or of `game`."""
    name = more.get("game", "skat")
    preset = game(name).presets[0]
    usual = dump(game(name).rules())
    asked = {field: usual[field] for field in game(name).asked}
    plain: dict[str, Any] = {
        "name": "Cup",
        "starts_at": NOW + timedelta(days=7),
        "game": name,
        "rules": {**asked, **preset.rules},
        "rules_name": str(preset.title),
    }
    return TournamentPlan.read({**plain, **more})


def make_planned(club: Club, plan: StagePlan | None = None, format_: str = "tables", **more: Any) -> Tournament:
    """A tournament that is planned; what is played is `plan`, or as usual in the format."""
    by = factories.owner_of(club)
    return plan_tournament(a_plan(plan=plan, format=format_, **more), club=club, by=by, now=NOW)


def add_final(tournament: Tournament, name: str = "Final", plan: StagePlan | None = None) -> Stage:
    """A stage after the others, of the same format."""
    by = factories.owner_of(tournament.club)
    plan = plan or tournament.stages.all()[0].typed_plan
    version = Tournament.objects.get(pk=tournament.pk).version
    details = StageDetails(name=name, plan=plan, version=version)
    return add_stage(details, tournament_id=tournament.pk, by=by, now=NOW)


def make_pairs(club: Club, format_: str = "double", **more: Any) -> Tournament:
    """A tournament of pairs in Truco."""
    return make_planned(club, format_=format_, game="truco", of=Tournament.Of.PAIRS, **more)


def make_teams(club: Club, size: int = 4, **more: Any) -> Tournament:
    """A tournament of teams in Skat, one of each at a table."""
    return make_planned(club, TablesPlan(style="team"), of=Tournament.Of.TEAMS, team_size=size, **more)


def person(sitter: Sitter) -> PersonAsked:
    """Somebody of the book, or a guest, as acts ask for them."""
    return PersonAsked(player=sitter.player_id) if sitter.player_id else PersonAsked(name=sitter.name)


def entry(*who: Sitter, **more: Any) -> NewEntry:
    """An entry of these people."""
    return NewEntry(who=tuple(map(person, who)), **more)


def enter_players(tournament: Tournament, who: Sequence[Sitter], **more: Any) -> Entrant:
    """One more entrant, at the desk."""
    by = factories.owner_of(tournament.club)
    wanted = entry(*who, **more)
    return enter(wanted, tournament_id=tournament.pk, by=by, now=NOW).entrant


def enter_names(tournament: Tournament, *names: str) -> list[Entrant]:
    """These people enter, each alone."""
    return [enter_players(tournament, [Sitter(name=name)]) for name in names]


def make_cup(
    club: Club | None = None, people: int = 8, plan: StagePlan | None = None, *, game: str = "skat", **more: Any
) -> Stage:
    """The stage of a tournament whose people are all here."""
    club = club or factories.make_club()
    played = games.game(game)
    asked = {name: played.rules.model_fields[name].default for name in played.asked}
    cup = Tournament.objects.create(
        club=club,
        name=more.pop("name", "Cup"),
        game=game,
        rules={**dump(played.rules()), **asked, **more.pop("rules", {})},
        rules_name="",
        starts_at=NOW,
        made_by=factories.owner_of(club),
        made_at=NOW,
        **more,
    )
    stage = Stage.objects.create(club=club, tournament=cup, number=1, plan=dump(plan or TablesPlan()), seed=1)
    fill_stage(stage, people, "Guest {:02}")
    return stage


def come(stage: Stage, *names: str, origin: str = "", entrant: str = "") -> Entrant:
    """An entrant who is here: of a pair or a team all of these people."""
    number = stage.tournament.entrants.count() + 1
    made = Entrant.objects.create(
        club=stage.club,
        tournament=stage.tournament,
        number=number,
        name=entrant,
        origin=origin,
        state=Entrant.State.HERE,
        entered_at=NOW,
    )
    for order, name in enumerate(names):
        player = factories.make_player(stage.club, name)
        EntrantPlayer.objects.create(club=stage.club, entrant=made, player=player, order=order)
    return made


def leave(entrant: Entrant, state: str = Entrant.State.WITHDRAWN) -> None:
    entrant.state = state
    entrant.save(update_fields=["state"])


def misses(stage: Stage, entrant: Entrant, number: int, kind: str = DeskAct.Kind.ABSENT) -> None:
    """Says that they do not play this round, or that they do after all."""
    DeskAct.objects.create(
        club=stage.club,
        tournament=stage.tournament,
        stage=stage,
        kind=kind,
        entrant=entrant,
        detail={"round": number},
        at=NOW,
        by=factories.owner_of(stage.club),
    )


def draw(stage: Stage, seed: int = 1, **more: Any) -> Round:
    return draw_round(stage_id=stage.pk, by=factories.owner_of(stage.club), now=NOW, seed=seed, **more)


def seen(round_: Round) -> SeenDraft:
    return SeenDraft(round=round_.pk, revision=round_.revision)


def publish(stage: Stage, round_: Round | None = None) -> Round:
    round_ = round_ or draw(stage)
    return publish_round(stage_id=stage.pk, by=factories.owner_of(stage.club), seen=seen(round_), now=NOW)


def publish_round(*, seen: SeenDraft, **more: Any) -> Round:
    """Open the tables of the draft that was seen."""
    return publishing.publish_round(seen, **more)


def swap_places(*, seen: SeenDraft, places: tuple[UUID, UUID], despite: bool = False, **more: Any) -> Round:
    """Two of the draft that was seen change places by hand."""
    swap = PlacesSwap(**named(seen), one=places[0], other=places[1], despite=despite)
    return by_hand.swap_places(swap, **more)


def hold_place(*, seen: SeenDraft, place: UUID, held: bool, **more: Any) -> Round:
    """Somebody stays where they are when the draft is drawn again, or may sit elsewhere again."""
    return by_hand.hold_place(DraftHold(**named(seen), place=place, held=held), **more)


def undo_draft(*, seen: SeenDraft, **more: Any) -> Round:
    """The draw before the one that was seen."""
    return by_hand.undo_draft(seen, **more)


def drop_draft(*, seen: SeenDraft, **more: Any) -> Stage:
    """Let go of the draft that was seen."""
    return by_hand.drop_draft(seen, **more)


def named(seen: SeenDraft) -> dict[str, Any]:
    """A draft as records name it."""
    return {"round": seen.round, "revision": seen.revision}


def saying(club: Club, reason: str = "the sheet was lost", **more: Any) -> Saying:
    return Saying(**{"by": factories.owner_of(club), "reason": reason, "key": uuid4(), "now": NOW, **more})


def sender(say: Saying) -> dict[str, Any]:
    """Who says it, when and under which key."""
    return {"by": say.by, "key": say.key, "now": say.now}


def write_result(
    *, table_id: UUID, points: Mapping[UUID, int], say: Saying, measures: Mapping[UUID, Mapping[str, int]] | None = None
) -> list[DeskAct]:
    """What these have of a table, written at the desk."""
    got = [{"entrant": pk, "points": each, "measures": (measures or {}).get(pk, {})} for pk, each in points.items()]
    asked = TableResult.read({"points": got, "reason": say.reason})
    return list(results.write_result(asked, table_id=table_id, **sender(say)).acts)


def give_points(*, stage_id: UUID, entrant_id: UUID, points: int, say: Saying) -> DeskAct:
    """A penalty or a bonus."""
    asked = PointsGiven.read({"entrant": entrant_id, "points": points, "reason": say.reason})
    return results.give_points(asked, stage_id=stage_id, **sender(say))


def draw_lots(*, stage_id: UUID, entrants: Sequence[UUID], say: Saying, seed: int | None = None) -> DeskAct:
    """Lots among those who share a place."""
    asked = LotsAmong.read({"entrants": list(entrants)})
    return results.draw_lots(asked, stage_id=stage_id, seed=seed, **sender(say))


def take_back(*, act_id: UUID, say: Saying) -> DeskAct:
    """Something of the desk is taken back."""
    return results.take_back(WithReason(reason=say.reason), act_id=act_id, **sender(say))


def sheet(table: RoundTable) -> Sitting:
    table.refresh_from_db()
    assert table.sitting
    return table.sitting


def play(table: RoundTable, hands: int = 1, declarer: int = 1) -> Sitting:
    """Some hands, won by this seat whenever it does not deal at a table of four; the list ended, and everybody has
    signed."""
    sitting = sheet(table)
    sits_out = table.places.count() == 4
    for number in range(hands):
        dealt = factories.passed() if sits_out and number % 4 == declarer else factories.played(declarer)
        factories.record(sitting, dealt)
    return factories.finish(sitting)


def play_round(stage: Stage, round_: Round) -> Round:
    """All tables of a round played and signed, and its results official."""
    for table in round_.tables.all():
        play(table, declarer=table.number % 2 + 1)
    return make_official(round_id=round_.pk, by=factories.owner_of(stage.club), now=NOW)


def write_points(table: RoundTable, points: Mapping[Entrant, int]) -> None:
    """Everybody's points written at the desk."""
    own = {entrant.pk: amount for entrant, amount in points.items()}
    write_result(table_id=table.pk, points=own, say=saying(table.club))


def make_teams_cup(*sizes: int, rounds: int = 4, style: str = "team") -> Stage:
    """Teams with so many people each."""
    plan = TablesPlan(rounds=rounds, style=style)
    stage = make_cup(people=0, plan=plan, of=Tournament.Of.TEAMS, team_size=4)
    for number, size in enumerate(sizes, 1):
        come(stage, *(f"Team {number} player {slot}" for slot in range(1, size + 1)), entrant=f"Team {number}")
    return stage


def fill_stage(stage: Stage, many: int, called: str = "Guest {:04}") -> None:
    """So many single players who are here."""
    club, numbers = stage.club, range(1, many + 1)
    players = Player.objects.bulk_create(
        Player(club=club, name=called.format(number), created_at=NOW) for number in numbers
    )
    entrants = Entrant.objects.bulk_create(
        Entrant(club=club, tournament=stage.tournament, number=number, state=Entrant.State.HERE, entered_at=NOW)
        for number in numbers
    )
    EntrantPlayer.objects.bulk_create(
        EntrantPlayer(club=club, entrant=entrant, player=player, order=0)
        for entrant, player in zip(entrants, players, strict=True)
    )


def make_paper_round(tables: int, size: int = 4, club: Club | None = None, **more: Any) -> Round:
    """An open round of so many tables that have no sheets, in the order of the list."""
    stage = make_cup(club, tables * size, TablesPlan(size=size), **more)
    Stage.objects.filter(pk=stage.pk).update(state=Stage.State.RUNNING)
    Tournament.objects.filter(pk=stage.tournament_id).update(state=Tournament.State.RUNNING)
    owner, club = factories.owner_of(stage.club), stage.club
    state, plain = Round.State.PUBLISHED, {"engine": "tables 1", "facts": "", "seed": 1, "number": 1}
    dated = {"made_by": owner, "made_at": NOW, "published_by": owner, "published_at": NOW}
    made = Round.objects.create(club=club, stage=stage, state=state, **plain, **dated)
    entrants = list(stage.tournament.entrants.order_by("number"))
    StageEntrant.objects.bulk_create(
        StageEntrant(club=club, stage=stage, entrant=who, line=who.number) for who in entrants
    )
    rows = RoundTable.objects.bulk_create(
        RoundTable(club=club, round=made, number=number) for number in range(1, tables + 1)
    )
    RoundPlace.objects.bulk_create(
        RoundPlace(club=club, round=made, table=rows[nth // size], seat=nth % size, entrant=who)
        for nth, who in enumerate(entrants)
    )
    return made


def official(round_: Round) -> Round:
    """The results of a round made official."""
    return make_official(round_id=round_.pk, by=factories.owner_of(round_.club), now=NOW)


def make_tournament(club: Club | None = None, players: list[Player] | int = 3) -> Tournament:
    """A tournament of Skat with these players and a draft of its first round."""
    club = club or factories.make_club()
    people = [factories.make_player(club) for _person in range(players)] if isinstance(players, int) else players
    owner, skat = factories.owner_of(club), games.game("skat")
    made = Tournament.objects.create(
        club=club,
        name="Cup",
        game="skat",
        rules=dump(skat.rules()),
        rules_name="",
        starts_at=NOW,
        made_by=owner,
        made_at=NOW,
    )
    plan = dump(TablesPlan())
    stage = Stage.objects.create(club=club, tournament=made, number=1, plan=plan, seed=1)
    draft = Round.objects.create(
        club=club, stage=stage, number=1, seed=1, engine="tables 1", facts="", made_by=owner, made_at=NOW
    )
    table = RoundTable.objects.create(club=club, round=draft, number=1)
    for number, player in enumerate(people, 1):
        entrant = Entrant.objects.create(club=club, tournament=made, number=number, entered_at=NOW)
        EntrantPlayer.objects.create(club=club, entrant=entrant, player=player, order=0)
        StageEntrant.objects.create(club=club, stage=stage, entrant=entrant, line=number)
        RoundPlace.objects.create(club=club, round=draft, table=table, seat=number - 1, entrant=entrant)
        kind = DeskAct.Kind.ENTERED
        DeskAct.objects.create(club=club, tournament=made, kind=kind, entrant=entrant, at=NOW, by=owner)
    return made
