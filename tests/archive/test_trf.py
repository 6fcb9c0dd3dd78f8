"""Reports in FIDE's format: another reader reads what is written, and what is read stands as it stood."""

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.archive.reading import OpeningTerms
from scorekeeper.archive.services import TournamentFileAnswers, TournamentFileSent, keep_file, open_kept, say_of_file
from scorekeeper.archive.trf.opening import open_report
from scorekeeper.archive.trf.report import can_report, file_of, read_report, report_of
from scorekeeper.clubs.models import Club
from scorekeeper.common.errors import Refused
from scorekeeper.common.parsers import SentFile
from scorekeeper.play.upkeep.verifying import Count, verify
from scorekeeper.tournaments.formats.bracket.plan import DoublePlan
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.round_robin.plan import RoundRobinPlan
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from scorekeeper.tournaments.models import (
    DeskAct,
    Round,
    RoundPlace,
    RoundTable,
    Stage,
    StageEntrant,
    Tournament,
)
from tests import factories
from tests.acting import client_of
from tests.factories import NOW
from tests.factories.matches import make_duels, make_pairs_cup, sides, wins
from tests.factories.tournaments import leave, official, publish
from tests.rows import undone
from tests.strategies import examples
from tests.tournaments.test_every_format import addresses

pytestmark = pytest.mark.django_db
EXAMPLE = Path(__file__).parents[2] / "scorekeeper" / "static" / "examples" / "tournament.trf"
SVOI = "svoi_kozyri"


def by_number(stage: Stage) -> list[Any]:
    """Who stands where with which points, by the numbers that the report has."""
    numbers = dict(stage.entrants.values_list("entrant", "line"))
    rows = format_of(stage).standing(stage, official=True).rows
    return sorted((row.first, row.last, numbers[row.entrant], row.total) for row in rows)


def read_back(stage: Stage, club: Club | None = None, game: str = SVOI) -> Stage:
    """The stage of the tournament that its report is opened as."""
    club = club or factories.make_club("Elsewhere")
    asked = OpeningTerms(club, factories.owner_of(club), {}, NOW, game)
    opening = open_report(file_of(report_of(stage)), asked, keep=True)
    assert not opening.problems, opening.problems
    assert opening.tournament
    return opening.tournament.stages.get()


def parsed(stage: Stage, folder: Path) -> Any:
    """The report as another program reads it, with all its checks."""
    parser = pytest.importorskip("py4swiss.trf", reason="not made for this processor")
    path = folder / "report.trf"
    path.write_bytes(file_of(report_of(stage)))
    return parser.TrfParser.parse(path, strict=True)


class Event:
    """A Swiss system of single players whose rounds are put together by hand."""

    def __init__(self, plan: SwissPlan, people: int) -> None:
        self.stage = make_duels(plan, people)
        self.club = self.stage.club
        self.owner = factories.owner_of(self.club)
        self.entrants = list(self.stage.tournament.entrants.order_by("number"))
        StageEntrant.objects.bulk_create(
            StageEntrant(club=self.club, stage=self.stage, entrant=entrant, line=entrant.number)
            for entrant in self.entrants
        )
        Tournament.objects.filter(pk=self.stage.tournament_id).update(state="running")
        Stage.objects.filter(pk=self.stage.pk).update(state="running")
        self.stage.refresh_from_db()

    def play(self, number: int, matches: list[tuple[int, int, str]], bye: int | None) -> None:
        """A round with these matches: (at home, away, "1", "=", "0", "+", "-" or "x": nobody came); the others but who
        has the bye are absent."""
        one = Round.objects.create(
            club=self.club, stage=self.stage, number=number, seed=0, engine="", facts="", report={"broken": []},
            state="official", made_by=self.owner, made_at=NOW, published_at=NOW, official_at=NOW,
        )  # fmt: skip
        places, acts = [], []
        seated: set[int] = set()
        for place, (home, away, result) in enumerate(matches, start=1):
            table = RoundTable.objects.create(club=self.club, round=one, number=place)
            both = [self.entrants[home], self.entrants[away]]
            seated |= {home, away}
            places += [
                RoundPlace(club=self.club, round=one, table=table, seat=seat, entrant=side)
                for seat, side in enumerate(both)
            ]
            winner = both[0] if result in "1+" else both[1] if result in "0-" else None
            detail = {"winner": str(winner.pk) if winner else None, "forfeit": result in "+-x"}
            acts.append(self._act("result", round=one, table=table, detail=detail, reason="seen"))
        for who, entrant in enumerate(self.entrants):
            if who not in seated:
                kind = "bye" if who == bye else "absent"
                places.append(RoundPlace(club=self.club, round=one, entrant=entrant, kind=kind))
        RoundPlace.objects.bulk_create(places)
        DeskAct.objects.bulk_create(acts)

    def _act(self, kind: str, **more: Any) -> DeskAct:
        return DeskAct(
            club=self.club, tournament=self.stage.tournament, stage=self.stage, kind=kind, at=NOW, by=self.owner, **more
        )


@st.composite
def courses(draw: Any) -> tuple[SwissPlan, int, list[tuple[list[tuple[int, int, str]], int | None]]]:
    """A plan, how many play, and the rounds: who meets whom with which result, who has the bye; whoever has left plays
    no more, whoever comes late has not played before."""
    win, draw_, loss = draw(st.sampled_from([(2, 1, 0), (4, 2, 0), (6, 2, 0), (6, 4, 2)]))
    plan = SwissPlan(
        rounds=None,
        win=win,
        draw=draw_,
        loss=loss,
        bye=draw(st.sampled_from([None, 0, 1, 2])),
        late=draw(st.sampled_from(["zero", "half"])),
    )
    people, many = draw(st.integers(2, 9)), draw(st.integers(1, 5))
    comes = [draw(st.sampled_from([1, 1, 1, 2, 3])) for _who in range(people)]
    leaves = [draw(st.sampled_from([9, 9, 9, 2, 3])) for _who in range(people)]
    rounds = []
    for number in range(1, many + 1):
        here = [who for who in range(people) if comes[who] <= number < leaves[who] and draw(st.integers(0, 9))]
        order = draw(st.permutations(here))
        bye = order[-1] if len(order) % 2 and draw(st.booleans()) else None
        pairs = zip(order[::2], order[1::2], strict=False)
        rounds.append(([(home, away, draw(st.sampled_from("11==00+-x"))) for home, away in pairs], bye))
    return plan, people, rounds


@settings(max_examples=examples(8, part=10))
@given(course=courses())
def test_a_random_swiss_event_comes_back_with_the_same_standing(course, tmp_path_factory):
    plan, people, rounds = course
    with undone():
        event = Event(plan, people)
        for number, (matches, bye) in enumerate(rounds, start=1):
            event.play(number, matches, bye)

        there = read_back(event.stage)

        assert by_number(there) == by_number(event.stage)
        assert report_of(there).players == report_of(event.stage).players
        report = parsed(event.stage, tmp_path_factory.mktemp("trf"))
        assert len(report.player_sections) == people
        due = [player.points for player in report_of(event.stage).players]
        assert [section.points_times_ten for section in report.player_sections] == due


def played(stage: Stage, rounds: int, *, leaves: int = 0) -> Stage:
    """Rounds drawn and played here: who is at home wins, by turns one is drawn and one not played."""
    for number in range(rounds):
        one = publish(stage)
        for table in one.tables.order_by("number"):
            home, _away = sides(table)
            kind = (table.number + number) % 3
            wins(table, home if kind else None, **({"forfeit": True} if kind == 2 else {}))
        official(one)
        if leaves and number == 0:
            leave(stage.tournament.entrants.get(number=leaves))
    return stage


def test_a_swiss_that_was_drawn_here_is_read_by_another_program(tmp_path):
    stage = played(make_duels(SwissPlan(rounds=3), 7), 3)

    report = parsed(stage, tmp_path)

    assert report.tournament_section.tournament_name == "Cup"
    assert report.x_section.number_of_rounds == 3
    first = report.player_sections[0]
    assert (first.starting_number, first.name, len(first.results)) == (1, "Guest 01", 3)
    assert by_number(read_back(stage)) == by_number(stage)


@pytest.mark.parametrize("leaves", [0, 2])
def test_a_round_robin_comes_back_as_one(tmp_path, leaves):
    stage = played(make_duels(RoundRobinPlan(), 5), 5, leaves=leaves)

    assert len(parsed(stage, tmp_path).player_sections) == 5
    there = read_back(stage)

    points = {number: total for _first, _last, number, total in by_number(stage)}
    assert {number: total for _first, _last, number, total in by_number(there) if number in points} == points
    if not leaves:
        assert there.plan["kind"] == "round_robin"
        assert by_number(there) == by_number(stage)


def test_pairs_come_back_as_pairs(tmp_path):
    stage = make_pairs_cup(SwissPlan(rounds=2), 4)
    for _round in range(2):
        one = publish(stage)
        for table in one.tables.all():
            wins(table, sides(table)[0])
        official(one)

    assert parsed(stage, tmp_path).player_sections[0].name == "Ana 01 & Bia 01"
    there = read_back(stage, game="truco")

    assert there.tournament.of == Tournament.Of.PAIRS
    assert by_number(there) == by_number(stage)


def test_a_report_is_had_from_the_page_and_opened_by_the_page():
    stage, there = played(make_duels(SwissPlan(rounds=2), 6), 2), factories.make_club("Elsewhere")
    member = factories.make_member(stage.club, "member")
    address = f"/stages/{stage.pk}/report.trf"
    assert address in client_of(member).get(f"/tournaments/{stage.tournament_id}/").content.decode()

    data = client_of(member).get(address).content
    owner = factories.owner_of(there)
    file = keep_file(TournamentFileSent(file=SentFile("cup.trf", data)), club=there, by=owner, now=NOW)
    client = client_of(owner)
    page = f"/clubs/{there.pk}/tournaments/open/{file.pk}/"
    first = client.get(page).content.decode()
    assert "Choose the game" in first
    assert 'name="open"' not in first
    assert 'name="open"' in client.post(page, {"game": SVOI}).content.decode()
    answer = client.post(page, {"game": SVOI, "open": "1"})

    made = Tournament.objects.get(club=there)
    assert answer["Location"] == f"/tournaments/{made.pk}/"
    assert [str(found) for found in verify(Count(), there.pk)] == []
    for each in addresses(made.stages.get()):
        assert client.get(each).status_code in (200, 302, 403, 404, 405), each


def test_opened_twice_a_report_is_found_again():
    stage, there = played(make_duels(SwissPlan(rounds=1), 4), 1), factories.make_club("Elsewhere")
    first = read_back(stage, there)
    data, owner = file_of(report_of(stage)), factories.owner_of(there)
    file = keep_file(TournamentFileSent(file=SentFile("cup.trf", data)), club=there, by=owner, now=NOW)
    say_of_file(TournamentFileAnswers(people={}, game=SVOI), file=file, by=owner)

    opening = open_kept(file=file, by=owner, now=NOW)

    assert (opening.there, opening.tournament) == (first.tournament, None)
    assert Tournament.objects.filter(club=there).count() == 1


def test_what_has_no_report_has_no_address():
    stage = make_duels(DoublePlan(), 4)
    publish(stage)

    assert not can_report(stage)
    assert client_of(factories.owner_of(stage.club)).get(f"/stages/{stage.pk}/report.trf").status_code == 404


def test_rounds_that_are_not_official_stay_out():
    stage = played(make_duels(SwissPlan(rounds=3), 6), 1)
    publish(stage)

    assert report_of(stage).played == 1


def example() -> str:
    return EXAMPLE.read_text()


def opened(text: str, game: str = SVOI, name: str = "Elsewhere") -> Any:
    club = factories.make_club(name)
    return open_report(text.encode(), OpeningTerms(club, factories.owner_of(club), {}, NOW, game), keep=True)


def test_the_example_of_the_page_is_opened():
    opening = opened(example())

    assert not opening.problems
    assert opening.tournament.stages.get().rounds.count() == 3


def test_a_bye_of_half_a_point_counts_half_a_point():
    opening = opened(with_byes(example().replace("0000 - U", "0000 - H"), "1.5", "1.0", "0.5"))

    assert not opening.problems, opening.problems
    stage = opening.tournament.stages.get()
    assert stage.typed_plan.gives_half_bye, "who came late has it by the plan"
    acts = DeskAct.objects.filter(tournament=opening.tournament, kind="penalty").order_by("entrant__number")
    assert [(act.entrant.number, act.points) for act in acts] == [(2, 1), (4, 1)]
    assert {number: total for _first, _last, number, total in by_number(stage)} == {1: 5, 2: 3, 3: 4, 4: 2, 5: 1}


def with_byes(text: str, *points: str) -> str:
    """The example with other points for the three who have a bye in it."""
    for old, new in zip((" 2.0    3", " 1.5    4", " 1.0    5"), points, strict=True):
        text = text.replace(old, f" {new}{old[-5:]}")
    return text


def test_draws_need_a_game_that_has_them():
    text = example()
    assert "=" in text.partition("XXR")[0]

    opening = opened(text, game="truco")

    assert ([problem.code for problem in opening.problems], opening.tournament) == (["no_draw"], None)


WRONG: dict[str, tuple[Any, str]] = {
    "nothing": (lambda text: "", "no_report"),
    "another text": (lambda text: "Hello", "no_report"),
    "a result that is none": (lambda text: text.replace(" w 1", " w 7", 1), "report_line"),
    "a result that is missing": (lambda text: text.replace(" w 1", " w  ", 1), "report_line"),
    "a colour that is none": (lambda text: text.replace(" w 1", " x 1", 1), "report_line"),
    "an opponent that nobody is": (lambda text: text.replace("   2 w 1", "  99 w 1", 1), "not_mirrored"),
    "a result that the other denies": (lambda text: text.replace(" w 1", " w 0", 1), "not_mirrored"),
    "points that are others": (lambda text: text.replace(" 2.5 ", " 3.5 ", 1), "points"),
    "points that are none": (lambda text: text.replace(" 2.5 ", " x.5 ", 1), "report_line"),
    "a number twice": (lambda text: text.replace("001    2", "001    1", 1), "numbers"),
    "a short line": (lambda text: text + "001    9 Somebody\n", "report_line"),
    "too many players": (lambda text: text + "".join(_line(number) for number in range(6, 1100)), "players_many"),
    "too large": (lambda text: text + "#" * 900_000, "report_large"),
    "points for who does not come": (lambda text: text.replace("FL=0.0", "FL=1.0"), "scoring"),
    "quarters": (lambda text: with_byes(text.replace("PAB=1.0", "PAB=0.3"), "1.3", "0.8", "0.3"), "scoring"),
}


def _line(number: int) -> str:
    return f"001 {number:>4}      Player {number}".ljust(80) + " 0.0    9\n"


@pytest.mark.parametrize("what", WRONG)
def test_what_is_no_report_is_refused_with_line_column_and_reason(what):
    change, code = WRONG[what]

    try:
        found = opened(change(example())).problems
    except Refused as refused:
        found = refused.problems

    assert code in [problem.code for problem in found]
    assert not Tournament.objects.exists()


@given(noise=st.binary(max_size=300), place=st.integers(0, 900))
def test_noise_within_a_report_is_read_or_refused(noise, place):
    data = EXAMPLE.read_bytes()
    with suppress(Refused):
        read_report(data[:place] + noise + data[place + len(noise) :])


def test_the_last_name_first_is_who_the_book_calls_by_the_first():
    club = factories.make_club()
    vera = factories.make_player(club, "Vera Adler")
    opening = open_report(EXAMPLE.read_bytes(), OpeningTerms(club, factories.owner_of(club), {}, NOW, SVOI), keep=True)

    assert opening.tournament
    named = [entrant.players.get().player for entrant in opening.tournament.entrants.order_by("number")]
    assert [player.name for player in named[:2]] == ["Vera Adler", "Jonas Brandt"]
    assert named[0] == vera
