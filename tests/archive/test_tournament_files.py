"""One tournament as a file: what another club makes of it, and what it refuses."""

import json
from collections.abc import Callable
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import CommandError, call_command
from django.db import transaction

from scorekeeper.archive.carried import MANIFEST
from scorekeeper.archive.services import (
    KEPT,
    TournamentFileAnswers,
    TournamentFileSent,
    forget_files,
    keep_file,
    open_kept,
    say_of_file,
)
from scorekeeper.archive.tournament.opening import open_file
from scorekeeper.archive.tournament.writing import tournament_file
from scorekeeper.clubs.models import Club, Player
from scorekeeper.common.errors import Refused
from scorekeeper.common.parsers import SentFile
from scorekeeper.journal.models import Entry
from scorekeeper.play.actors import Actor
from scorekeeper.play.closing.services import close_sitting
from scorekeeper.play.models import Hand, Sitting
from scorekeeper.play.records import Reasoned
from scorekeeper.ratings.services import replay_stale
from scorekeeper.tournaments.models import Stage, Tournament
from scorekeeper.tournaments.pairs.services import PairWanted, keep_pair
from tests import factories
from tests.archive.packing import rows, sealed, unrows, zipped
from tests.archive.tournaments import asked, opened_in, told, unsound
from tests.factories import NOW
from tests.factories.tournaments import draw, make_cup, play, publish, sheet
from tests.tournaments.test_every_format import CUPS
from tests.tournaments.test_every_format import _played as played

pytestmark = pytest.mark.django_db


def cup(kind: str = "tables", club: Club | None = None, **more: Any) -> Stage:
    game, people, plan = CUPS[kind]
    people = 4 if kind in ("single", "double") else people
    return make_cup(club, people, plan, game=game, **more)


def played_cup() -> Stage:
    """Three tables of Skat with a correction and a dispute, one of them closed, and the draft of another stage."""
    stage = cup(name="Cup of the valley")
    one = publish(stage)
    first, second, third = one.tables.order_by("number")
    play(first, hands=2)
    (hand,) = factories.record_list(sheet(second), [factories.played(1)])
    factories.correct(hand, factories.played(2), reason="he said so")
    factories.penalise(sheet(second))
    factories.record(sheet(third), factories.null(1))
    return stage


def opened_twice(stage: Stage, club: Club) -> Tournament:
    opening = open_file(tournament_file(stage.tournament, now=NOW), asked(club), keep=True)
    assert opening.there
    return opening.there


def problems(data: bytes, club: Club | None = None) -> list[str]:
    """Why a file is refused, whether it can be read or not."""
    try:
        found = open_file(data, asked(club or factories.make_club("Elsewhere")), keep=True).problems
    except Refused as refused:
        found = list(refused.problems)
    return [problem.code for problem in found]


@pytest.mark.parametrize("kind", CUPS)
def test_every_format_is_the_same_where_its_file_is_opened(kind):
    stage = cup(kind)
    publish(stage)
    played(stage, kind)
    there = factories.make_club("Elsewhere")

    here = opened_in(there, stage.tournament)

    assert told(here) == told(stage.tournament)
    assert unsound(there) == []


def test_sheets_come_along_with_every_version_of_every_hand():
    stage = played_cup()
    there = factories.make_club("Elsewhere")

    here = opened_in(there, stage.tournament)
    replay_stale()

    assert told(here) == told(stage.tournament)
    assert Hand.objects.filter(club=there).count() == Hand.objects.filter(club=stage.club).count() > 4
    assert unsound(there) == []
    assert Entry.objects.filter(club=there, thing=here.pk).get().kind == "tournament_brought"
    assert here.brought == {"club": stage.club.name, "made_at": NOW.isoformat(), "at": NOW.isoformat()}


def test_what_goes_on_there_goes_on_from_where_it_stood():
    stage = played_cup()
    there = factories.make_club("Elsewhere")
    here = opened_in(there, stage.tournament)
    table = here.stages.get().rounds.get().tables.get(number=3)

    by = Actor(user=factories.owner_of(there))
    factories.record(sheet(table), factories.played(0), by=by)
    close_sitting(Reasoned(reason="late"), sitting_id=sheet(table).pk, by=by, now=NOW)

    assert unsound(there) == []


def test_nobody_of_the_other_club_is_named_and_no_id_is_taken_over():
    stage = played_cup()
    data = tournament_file(stage.tournament, now=NOW)
    there = factories.make_club("Elsewhere")

    here = opened_in(there, stage.tournament)

    with ZipFile(BytesIO(data)) as archive:
        assert "accounts.jsonl" not in archive.namelist()
    assert {here.made_by} == {factories.owner_of(there)}
    assert not Hand.objects.filter(club=there).exclude(by_user=None, by_device=None).exists()
    ids = {str(pk) for model in (Sitting, Hand, Player) for pk in model.objects.filter(club=there).values_list("pk")}
    assert not [pk for pk in ids if pk.encode() in data]


def test_a_draft_that_nobody_has_seen_stays():
    stage = cup()
    draw(stage)

    here = opened_in(factories.make_club("Elsewhere"), stage.tournament)

    assert not here.stages.get().rounds.exists()


def test_opened_twice_it_is_found_again():
    stage, there = cup(), factories.make_club("Elsewhere")
    here = opened_in(there, stage.tournament)

    assert opened_twice(stage, there) == here
    assert Tournament.objects.filter(club=there).count() == 1
    assert Player.objects.filter(club=there, name__startswith="Guest").count() == 9


def test_a_club_can_open_its_own_file_and_another_club_the_same():
    stage = cup()
    first, second = opened_in(stage.club, stage.tournament), opened_in(factories.make_club(), stage.tournament)

    assert len({stage.tournament.pk, first.pk, second.pk}) == 3
    assert Player.objects.filter(club=stage.club, name__startswith="Guest").count() == 9


def test_who_is_in_the_book_is_taken_from_there_and_who_is_in_doubt_is_asked():
    stage, there = cup(), factories.make_club("Elsewhere")
    known = factories.make_player(there, "Guest 01")
    factories.make_player(there, "Guest 02 ")
    Player.objects.filter(club=stage.club, name="Guest 03").update(name="Günther Maier")
    alike = factories.make_player(there, "Guenter Mayer")
    data, now = tournament_file(stage.tournament, now=NOW), NOW
    owner = factories.owner_of(there)
    file = keep_file(TournamentFileSent(file=SentFile("cup.zip", data)), club=there, by=owner, now=now)

    first = open_kept(file=file, by=owner, now=now)

    assert (first.tournament, [one.name for one in first.matching.asked]) == (None, ["Günther Maier"])
    assert not Tournament.objects.filter(club=there).exists()
    say_of_file(TournamentFileAnswers(people={"Günther Maier": str(alike.pk)}), file=file, by=owner)
    here = open_kept(file=file, by=owner, now=now).tournament
    assert here
    players = {entrant.number: entrant.players.get().player for entrant in here.entrants.all()}
    assert (players[1], players[3]) == (known, alike)


def test_two_of_the_file_cannot_be_one_of_the_book():
    stage, there = cup(), factories.make_club("Elsewhere")
    Player.objects.filter(club=stage.club, name="Guest 01").update(name="Günther Maier")
    Player.objects.filter(club=stage.club, name="Guest 02").update(name="Günter Maier")
    alike = str(factories.make_player(there, "Guenter Mayer").pk)
    data = tournament_file(stage.tournament, now=NOW)

    opening = open_file(data, asked(there, **{"Günther Maier": alike, "Günter Maier": alike}), keep=True)

    assert [problem.code for problem in opening.problems] == ["two_are_one"]


def test_namesakes_are_two_people():
    stage, there = cup(), factories.make_club("Elsewhere")
    Player.objects.filter(club=stage.club, name__in=["Guest 01", "Guest 02"]).update(name="Hans Meier")

    opened_in(there, stage.tournament)

    names = Player.objects.filter(club=there, name__startswith="Hans").values_list("name", flat=True)
    assert sorted(names) == ["Hans Meier", "Hans Meier (2)"]


def test_merged_lines_and_pairs_kept_apart_come_along():
    stage, there = played_cup(), factories.make_club("Elsewhere")
    one, other = Player.objects.filter(club=stage.club, name__in=["Guest 01", "Guest 02"])
    keep_pair(
        PairWanted(kind="apart", one=one.pk, other=other.pk),
        tournament_id=stage.tournament_id,
        by=factories.owner_of(stage.club),
        now=NOW,
    )

    here = opened_in(there, stage.tournament)

    rule = here.pair_rules.get()
    assert {rule.one.name, rule.other.name} == {"Guest 01", "Guest 02"}


def changed(stage: Stage, file: str, change: Callable[[list[dict[str, Any]]], Any]) -> bytes:
    """The file of a tournament with other rows, sealed as whoever forges one would do it."""
    files = unzipped(stage)
    found = rows(files[file])
    change(found)
    return sealed({**files, file: unrows(found)}).getvalue()


def unzipped(stage: Stage) -> dict[str, bytes]:
    with ZipFile(BytesIO(tournament_file(stage.tournament, now=NOW))) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def first(**values: Any) -> Callable[[list[dict[str, Any]]], Any]:
    return lambda found: found[0].update(values)


FORGED: dict[str, tuple[str, Callable[[list[dict[str, Any]]], Any]]] = {
    "another hand": ("play.hand.jsonl", lambda found: found[0]["outcome"].update(lines=[])),
    "another reason": (
        "play.hand.jsonl",
        lambda found: next(row for row in found if row["reason"]).update(reason="she said so"),
    ),
    "another time": ("play.hand.jsonl", first(at="2026-09-01T18:30:00+00:00")),
    "another total": ("play.ledgerentry.jsonl", first(amount=7)),
    "game does not exist": ("tournaments.tournament.jsonl", first(game="chess")),
    "another game": ("play.sitting.jsonl", first(game="tonk")),
    "rules that are none": ("tournaments.tournament.jsonl", first(rules={"system": "own"})),
    "a plan that is none": ("tournaments.stage.jsonl", first(plan={"kind": "swiss", "win": "many"})),
    "a report that is none": ("tournaments.round.jsonl", first(report={"broken": 7})),
    "a table of nobody": ("tournaments.roundtable.jsonl", first(sitting=None)),
    "a place of no table": ("tournaments.roundplace.jsonl", first(table=None)),
    "a row twice": ("tournaments.entrant.jsonl", lambda found: found.append(found[0])),
    "a number twice": ("tournaments.entrant.jsonl", first(number=2)),
    "a name that is none": ("clubs.player.jsonl", first(name=" \u200b")),
    "two tournaments": ("tournaments.tournament.jsonl", lambda found: found.append({**found[0], "id": str(Hand().pk)})),
    "no tournament": ("tournaments.tournament.jsonl", list.clear),
    "a place taken": ("tournaments.deskact.jsonl", first(kind="result", detail={"winner": 1})),
}


@pytest.mark.parametrize("what", FORGED)
def test_a_file_that_was_forged_is_refused_and_nothing_is_written(what):
    stage, there = played_cup(), factories.make_club("Elsewhere")
    penalised = what == "a place taken"
    if penalised:
        stage.tournament.acts.model.objects.create(
            club=stage.club, tournament=stage.tournament, kind="penalty", stage=stage, at=NOW,
            entrant=stage.tournament.entrants.first(), points=-10, reason="late",
        )  # fmt: skip
    data = changed(stage, *FORGED[what])

    found = problems(data, there)

    assert found, "it was opened"
    assert not Tournament.objects.filter(club=there).exists()
    assert not Player.objects.filter(club=there, name__startswith="Guest").exists()


def _with_manifest(stage: Stage, **said: Any) -> bytes:
    return sealed(unzipped(stage), **said).getvalue()


def test_places_that_are_not_those_of_the_file_are_refused():
    stage = played_cup()
    standings = json.loads(unzipped(stage)[MANIFEST])["standings"]
    standings["places"].reverse()

    assert problems(_with_manifest(stage, standings=standings)) == ["unsound", "unsound"]


def _bomb(stage: Stage) -> bytes:
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for name, content in unzipped(stage).items():
            archive.writestr(name, content)
        archive.writestr("play.hand.jsonl", b" " * 41_000_000)
    return file.getvalue()


HOSTILE: dict[str, tuple[Callable[[Stage], bytes], str]] = {
    "nothing": (lambda _stage: b"", "no_archive"),
    "no zip": (lambda _stage: b"PK and so on", "no_archive"),
    "another zip": (lambda _stage: zipped({"readme": b"hello"}).getvalue(), "no_archive"),
    "a club": (lambda stage: _with_manifest(stage, format="scorekeeper-club"), "no_archive"),
    "newer": (lambda stage: _with_manifest(stage, version=2, app="9.0"), "version_newer"),
    "unknown": (lambda stage: _with_manifest(stage, version="1"), "version_unknown"),
    "half": (lambda stage: tournament_file(stage.tournament, now=NOW)[:-400], "no_archive"),
    "a file more": (lambda stage: zipped({**unzipped(stage), "../x": b""}).getvalue(), "file_extra"),
    "a file less": (
        lambda stage: zipped({name: one for name, one in unzipped(stage).items() if name != "schema.json"}).getvalue(),
        "file_missing",
    ),
    "changed": (
        lambda stage: zipped({**unzipped(stage), "tournaments.entrant.jsonl": b"{}\n"}).getvalue(),
        "file_changed",
    ),
    "a bomb": (_bomb, "archive_too_large"),
}


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("what", HOSTILE)
def test_what_is_no_file_of_a_tournament_is_refused_with_a_sentence(what):
    make, code = HOSTILE[what]

    assert problems(make(cup())) == [code]


def test_nobody_but_a_director_opens_a_file():
    stage, there = cup(), factories.make_club("Elsewhere")
    data = tournament_file(stage.tournament, now=NOW)
    scorer = factories.make_member(there, "scorer")

    with pytest.raises(PermissionDenied):
        keep_file(TournamentFileSent(file=SentFile("cup.zip", data)), club=there, by=scorer, now=NOW)


def test_a_file_that_nobody_opens_is_forgotten_after_a_day():
    stage, there = cup(), factories.make_club("Elsewhere")
    data = tournament_file(stage.tournament, now=NOW)
    keep_file(TournamentFileSent(file=SentFile("cup.zip", data)), club=there, by=factories.owner_of(there), now=NOW)

    assert (forget_files(now=NOW + KEPT / 2), forget_files(now=NOW + KEPT)) == (0, 1)


@pytest.mark.both_engines("capitals and small letters", "archive.management.commands.import_tournament")
def test_the_command_opens_a_file_as_the_page_does(tmp_path, capsys):
    stage, there = cup(name="Cup of the valley"), factories.make_club("Elsewhere")
    path = tmp_path / "cup.zip"
    path.write_bytes(tournament_file(stage.tournament, now=NOW))
    own = [str(path), "--club", str(there.pk), "--by", factories.owner_of(there).email]

    call_command("import_tournament", *own)
    assert not Tournament.objects.filter(club=there).exists()
    call_command("import_tournament", *own, "--write")
    call_command("import_tournament", *own, "--write")

    assert Tournament.objects.get(club=there).name == "Cup of the valley"
    out = capsys.readouterr().out
    assert all(words in out for words in ("Nothing was written", "Opened: ", "It was opened here before"))
    with pytest.raises(CommandError, match="nobody has this address"):
        call_command("import_tournament", str(path), "--club", str(there.pk), "--by", "x@y.example")


@pytest.mark.both_engines(
    "a row that is there twice is refused by the database", "archive.tournament.opening", "archive.tournament.writing"
)
def test_rows_that_the_database_refuses_leave_nothing_behind():
    stage, there = cup(), factories.make_club("Elsewhere")
    data = changed(stage, "tournaments.entrant.jsonl", first(number=2))

    with transaction.atomic():
        assert problems(data, there) == ["rows_clash"]
    assert not Player.objects.filter(club=there, name__startswith="Guest").exists()
