"""Two lines of a book that are one person: what is refused, what follows it everywhere, and the way back."""

from contextlib import suppress
from datetime import timedelta
from uuid import UUID

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.clubs.models import Club, Merge, Player
from scorekeeper.clubs.records import Inviting, Joining
from scorekeeper.clubs.services import accept_invitation, invite
from scorekeeper.common.errors import Refused
from scorekeeper.people.selectors import line_of, played_by, preview
from scorekeeper.people.services import Merging, PersonName, merge_players, rename_player, undo_merge
from scorekeeper.play.closing.services import reopen_sitting
from scorekeeper.play.models import Sitting
from scorekeeper.play.moves import moves, reopening
from scorekeeper.play.opening.reads import offered
from scorekeeper.play.opening.services import Opening, Sitter, open_sitting
from scorekeeper.play.records import Reasoned
from scorekeeper.play.seats.records import Latecomer, Leaving
from scorekeeper.play.seats.services import seat_leaves, seat_player
from scorekeeper.play.upkeep.verifying import Count, verify
from scorekeeper.standings.importing import take_back
from scorekeeper.standings.models import Competition, SeasonTally
from scorekeeper.standings.selectors.seasons import seen
from scorekeeper.standings.selectors.table import book_of, evenings, lines
from scorekeeper.standings.selectors.why import why
from tests import factories
from tests.acting import codes_of
from tests.factories import NOW, at, finish, make_club, make_member, make_player, make_season, make_sitting, owner_of
from tests.play.folding import season_sums
from tests.rows import everything, undone
from tests.strategies import examples

pytestmark = pytest.mark.django_db

EXAMPLES = examples(5, part=4)  # each of them is a dozen transactions


def merge(gone: Player, kept: Player, *, by=None) -> Merge:
    club = gone.club
    return merge_players(Merging(kept=kept.pk), club=club, by=by or owner_of(club), gone=gone.pk, now=NOW)


def undo(found: Merge, *, by=None) -> Merge:
    return undo_merge(club=found.club, by=by or owner_of(found.club), merge=found.pk, now=NOW)


def rows(season: Competition, *, official: bool = False) -> dict[UUID, tuple[int, dict[str, int], int]]:
    """{person: (points, measures, sittings)} as the page of the season shows them."""
    shown = lines(season, official=official).all_of_them
    return {row.player_id: (row.points, row.account.measures, row.account.sheets) for row in shown}


def differences() -> list[str]:
    return list(map(str, verify(Count())))


@pytest.fixture
def season(club):
    return make_season(club)


@pytest.fixture
def twins(club, season):
    """Two lines of one person, who played a sealed and an open sheet by the one, and one by the other."""
    bernd, brand, others = make_player(club, "Bernd Brandt"), make_player(club, "B. Brandt"), people(club, 4)
    first = make_sitting(club, players=[bernd, *others[:2]], seasons=[season])
    factories.record_list(first, [factories.played(0), factories.played(1)])
    finish(first)
    second = make_sitting(club, players=[brand, *others[1:3]], seasons=[season], now=NOW + timedelta(days=7))
    factories.record_list(second, [factories.played(0, contract="hearts"), factories.played(0)])
    return bernd, brand


def people(club: Club, many: int) -> list[Player]:
    return [make_player(club) for _person in range(many)]


def test_sums_names_and_tables_follow(club, season, twins):
    bernd, brand = twins
    points = {standing.player_id: standing.points for standing in SeasonTally.objects.all()}

    merge(brand, bernd)

    brand.refresh_from_db()
    assert (brand.name, brand.identity) == ("Bernd Brandt", bernd.pk)
    assert rows(season)[bernd.pk][0] == points[bernd.pk] + points[brand.pk]
    assert rows(season)[bernd.pk][2] == 2
    assert brand.pk not in rows(season)
    assert rows(season, official=True)[bernd.pk][2] == 1
    apart = book_of(season, each=True).table()  # each result told apart, and added up, is the same
    assert {person: (found.points, found.measures, found.sheets) for person, found in apart.accounts.items()} == rows(
        season
    )
    found = lines(season, official=False)
    chain = why(season, found, bernd.pk, official=False)
    assert chain is not None
    assert sum(part.result.points for part in chain.parts) == rows(season)[bernd.pk][0]
    assert len(evenings(found, official=False).cells[bernd.pk]) == 2
    assert played_by([bernd])[bernd.pk][0] == 2
    assert {player.name for player in offered(club)} >= {"Bernd Brandt"}
    assert brand.pk not in {player.pk for player in offered(club)}
    assert bernd.pk in {player.pk for player in offered(club)[:3]}  # played last by the other line
    assert differences() == []


def test_undoing_brings_back_every_row(club, twins):
    bernd, brand = twins
    before = everything()

    undo(merge(brand, bernd))

    after = everything()
    assert [row["book"] for row in after["Club"]] == [row["book"] + 2 for row in before["Club"]]
    for row in [*before["Club"], *after["Club"]]:
        del row["book"]
    assert after == before
    assert differences() == []


def test_what_is_played_while_merged_stays_with_the_line_that_sat_there(club, season, twins):
    bernd, brand = twins
    found = merge(brand, bernd)
    open_table = Sitting.objects.get(closed_at=None)
    factories.record(open_table, factories.played(0), now=at(90))
    both = rows(season)[bernd.pk]
    new = make_sitting(club, players=[brand, *people(club, 2)], seasons=[season])
    factories.record(new)

    assert both[2] == 2
    assert factories.seats_of(new)[0].player_id == bernd.pk
    assert differences() == []

    undo(found)

    assert rows(season)[bernd.pk][2] == 2  # the first evening, and the new one
    assert rows(season)[brand.pk][2] == 1
    assert differences() == []


def test_undoing_twice_is_undoing_once(club, twins):
    bernd, brand = twins
    found = undo(merge(brand, bernd))
    before = everything()

    undo(found)

    assert everything() == before


def test_what_programs_have_read_has_changed(club, season, twins):
    bernd, brand = twins
    owner = owner_of(club)
    tags = [seen(owner, season.pk).revision]

    found = merge(brand, bernd)
    tags.append(seen(owner, season.pk).revision)
    undo(found)
    tags.append(seen(owner, season.pk).revision)

    assert len(set(tags)) == 3


def test_who_sat_at_one_table_is_two_people(club):
    one, other, third = people(club, 3)
    make_sitting(club, players=[one, other, third])

    with pytest.raises(Refused) as error:
        merge(one, other)

    assert codes_of(error) == ["merge_same_table"]
    assert not Merge.objects.exists()


def test_who_played_for_another_ones_partner_was_there_too(club):
    one, other, *rest = people(club, 4)
    sitting = make_sitting(club, players=[one, *rest])
    factories.play_for(sitting, 1, Sitter(other.pk))

    with pytest.raises(Refused) as error:
        merge(other, one)

    assert codes_of(error) == ["merge_same_table"]


def test_a_table_shared_by_a_part_of_somebody_counts(club):
    one, other, *rest = people(club, 4)
    part = make_player(club)
    make_sitting(club, players=[part, one, rest[0]])
    merge(part, other)

    with pytest.raises(Refused) as error:
        merge(other, one)

    assert codes_of(error) == ["merge_same_table"]


@pytest.mark.parametrize(
    ("gone", "kept", "codes"),
    [
        ("guest", "guest", ["merge_self"]),
        ("member", "other member", ["merge_two_accounts"]),
        ("member", "guest", ["merge_keeps_account"]),
        ("part", "guest", ["merge_done"]),
        ("guest", "part", ["merge_done"]),
    ],
)
def test_what_is_no_one_person(club, gone, kept, codes):
    named = {
        "guest": make_player(club),
        "part": make_player(club),
        "member": factories.player_of(make_member(club), club),
        "other member": factories.player_of(owner_of(club), club),
    }
    merge(named["part"], make_player(club))

    with pytest.raises(Refused) as error:
        merge(named[gone], named[kept])

    assert codes_of(error) == codes


def test_another_clubs_lines_do_not_exist(club):
    mine, theirs = make_player(club), make_player(make_club())
    found = merge(make_player(theirs.club), theirs)

    with pytest.raises(Refused) as refused:
        merge(mine, theirs)
    assert codes_of(refused) == ["player_unknown"]
    with pytest.raises(Player.DoesNotExist):
        merge_players(Merging(kept=mine.pk), club=club, by=owner_of(club), gone=theirs.pk, now=NOW)
    with pytest.raises(Merge.DoesNotExist):
        undo_merge(club=club, by=owner_of(club), merge=found.pk, now=NOW)


def test_two_who_both_have_a_result_of_one_evening_from_files_are_not_one(club, season):
    gone, kept = make_player(club), make_player(club)
    factories.import_evening(season, {gone: {"points": 100}, kept: {"points": 210}})

    [problem] = preview(gone, kept).obstacles

    assert problem.code == "merge_same_evening"
    assert preview(gone, kept).lists == 1


def test_a_merge_says_that_results_from_files_move(club, season):
    gone, kept = make_player(club), make_player(club)
    factories.import_evening(season, {gone: {"points": 100}})

    found = preview(gone, kept)

    assert (found.obstacles, found.tables, found.lists) == ((), 0, 1)


@pytest.mark.parametrize("role", ["owner", "director", "scorer", "member", "stranger"])
def test_who_may_merge_and_undo(club, role):
    by = {"owner": owner_of(club), "stranger": factories.make_user()}.get(role) or make_member(club, role)
    one, other, third = people(club, 3)
    found = merge(one, other)
    if role in {"owner", "director"}:
        merge(third, other, by=by)
        undo(found, by=by)
        return

    with pytest.raises(PermissionDenied):
        merge(third, other, by=by)
    with pytest.raises(PermissionDenied):
        undo(found, by=by)


@pytest.mark.parametrize("first", ["the later one", "the earlier one"])
def test_a_merge_of_what_was_merged_is_undone_in_any_order(club, first):
    names = ["Anna", "Berta", "Carla"]
    one, two, three = (make_player(club, name) for name in names)
    earlier, later = merge(one, two), merge(two, three)
    called = {line.name: line.identity for line in Player.objects.filter(club=club, pk__in=[one.pk, two.pk, three.pk])}
    assert called == {"Carla": three.pk}

    undo(later if first == "the later one" else earlier)

    lines_now = [(line.name, line.identity) for line in Player.objects.order_by("pk") if line.name in names]
    if first == "the later one":
        assert lines_now == [("Berta", two.pk), ("Berta", two.pk), ("Carla", three.pk)]
    else:
        assert lines_now == [("Anna", one.pk), ("Carla", three.pk), ("Carla", three.pk)]
    assert differences() == []
    undo(earlier if first == "the later one" else later)
    assert [line.name for line in Player.objects.order_by("pk") if line.name in names] == names
    assert differences() == []


def test_a_merge_into_a_member_gives_them_the_sheets_and_undoing_takes_them_back(club):
    user, guest = make_member(club), make_player(club, "Günter")
    sitting = make_sitting(club, players=[guest, *people(club, 2)])
    mine = factories.player_of(user, club)

    found = merge(guest, mine)
    holders = [seat.player.user_id for seat in sitting.seats.select_related("player")]
    undo(found)

    assert holders == [user.pk, None, None]
    assert [seat.player.user_id for seat in sitting.seats.select_related("player")] == [None] * 3


def test_a_new_name_and_an_account_reach_the_parts(club):
    part, person, owner = make_player(club, "Old"), make_player(club, "Renate"), owner_of(club)
    found = merge(part, person)
    rename_player(PersonName(name="Renate Krüger"), club=club, by=owner, player=person)
    user = factories.make_user("Renate Krüger")
    secret = invite(Inviting(role="member", player=person.pk), club=club, by=owner, now=NOW).secret
    accept_invitation(Joining(secret=secret), by=user, now=NOW)

    part.refresh_from_db()
    assert (part.name, part.user) == ("Renate Krüger", user)
    assert differences() == []

    undo(found)
    part.refresh_from_db()
    assert (part.name, part.user) == ("Old", None)
    assert differences() == []


def test_an_invitation_for_a_line_that_was_merged_since_is_for_the_person(club):
    part, person = make_player(club, "Old"), make_player(club, "Renate")
    secret = invite(Inviting(role="member", player=part.pk), club=club, by=owner_of(club), now=NOW).secret
    merge(part, person)
    user = factories.make_user()

    accept_invitation(Joining(secret=secret), by=user, now=NOW)

    assert [player.user for player in (Player.objects.get(pk=part.pk), Player.objects.get(pk=person.pk))] == [user] * 2


def test_who_comes_back_to_a_table_takes_the_line_their_part_left(club):
    part, person, *rest = people(club, 5)
    sitting = make_sitting(club, players=[part, *rest])
    keeper = factories.keeper_of(sitting)
    seat_leaves(Leaving(seat=0, reason="went home"), sitting_id=sitting.pk, by=keeper, now=NOW)
    merge(part, person)

    seat = seat_player(Latecomer(player=person.pk), sitting_id=sitting.pk, by=keeper, now=NOW)

    assert (seat.number, seat.player_id, seat.is_active) == (0, part.pk, True)
    with pytest.raises(Refused) as error:
        factories.play_for(sitting, 1, Sitter(person.pk))
    assert codes_of(error) == ["player_seated"]


def test_nobody_sits_twice_by_two_lines(club):
    part, person, third = people(club, 3)
    merge(part, person)
    opening = Opening(game="skat", seats=[Sitter(one.pk) for one in (part, person, third)], rules={})

    with pytest.raises(Refused) as error:
        open_sitting(club=club, by=owner_of(club), opening=opening, now=NOW)

    assert codes_of(error) == ["player_twice"]


def test_a_correction_says_what_it_moves_for_the_person(club, season, twins):
    bernd, brand = twins
    hand = Sitting.objects.get(closed_at=None).hands.order_by("seq")[0]
    merge(brand, bernd)
    before = rows(season)[bernd.pk][0]

    [moved] = [move for move in moves(hand.sitting, hand, None).seasons if move.seat.player.name == "Bernd Brandt"]
    factories.correct(hand, None)

    assert (moved.points_before, moved.points_after) == (before, rows(season)[bernd.pk][0])
    assert differences() == []


def test_opening_a_sheet_again_says_what_leaves_the_official_sums_of_the_person(club, season, twins):
    bernd, brand = twins
    finish(Sitting.objects.get(closed_at=None))
    merge(brand, bernd)
    sealed = Sitting.objects.get(seats__player=brand)
    before = rows(season, official=True)[bernd.pk]

    [moved] = [move for move in reopening(sealed).seasons[0].moves if move.seat.player.name == "Bernd Brandt"]
    reopen_sitting(Reasoned(reason="one more"), sitting_id=sealed.pk, by=factories.keeper_of(sealed), now=NOW)

    after = rows(season, official=True)[bernd.pk]
    assert (moved.points_before, moved.points_after) == (before[0], after[0])
    assert (before[2], after[2]) == (2, 1)
    assert differences() == []


def test_the_preview_says_what_then_happens(club, season, twins):
    bernd, brand = twins
    found = preview(brand, bernd)
    merge(brand, bernd)

    [moved] = found.seasons
    assert (found.tables, found.obstacles, [many for _title, many in found.games]) == (1, (), [1])
    assert moved.after.points == rows(season)[bernd.pk][0]
    assert moved.after.rank == lines(season, official=False).book.table().ranks[bernd.pk]
    assert moved.gone.points + moved.kept.points == moved.after.points


@pytest.mark.parametrize("seasons", [1, 3])
def test_a_merge_costs_the_same_whatever_was_played(club, seasons):
    one, other, *rest = people(club, 4)
    for _time in range(seasons):
        sitting = make_sitting(club, players=[one, *rest[:2]], seasons=[make_season(club)])
        factories.record(sitting)

    owner = owner_of(club)

    with CaptureQueriesContext(connection) as merging:
        merge(one, other, by=owner)

    assert len([query for query in merging if "SAVEPOINT" not in query["sql"]]) == 18


def test_a_broken_book_is_found(club, twins):
    bernd, brand = twins
    merge(brand, bernd)
    broken = [
        {"name": "Somebody"},
        {"merged_into": None},
        {"merged_into": make_player(club).pk},
    ]

    for change in broken:
        with undone():
            Player.objects.filter(pk=brand.pk).update(**change)
            assert len(differences()) == 1, change


class World:
    """Six lines of a book who have played with two others in two seasons; the first and the last sat at one table."""

    def __init__(self) -> None:
        self.club = make_club()
        self.owner = owner_of(self.club)
        self.seasons = [make_season(self.club), make_season(self.club)]
        self.lines = people(self.club, 8)
        for number, seats in enumerate([(0, 6, 7), (1, 6, 7), (7, 2, 6), (6, 3, 7), (6, 7, 4), (0, 5, 6)]):
            sitting = make_sitting(
                self.club,
                players=[self.lines[seat] for seat in seats],
                seasons=self.seasons[: 1 + number % 2],
                now=NOW + timedelta(days=number),
            )
            factories.record_list(sitting, [factories.played(number % 3), factories.null((number + 1) % 3, won=False)])
            if number % 2:
                finish(sitting, now=NOW + timedelta(days=number))

    def merge(self, one: int, other: int) -> None:
        with suppress(Refused):
            merge(Player.objects.get(pk=self.lines[one].pk), Player.objects.get(pk=self.lines[other].pk))

    def undo(self, which: int) -> None:
        in_force = list(Merge.objects.filter(undone_at=None).order_by("pk"))
        if in_force:
            undo(in_force[which % len(in_force)])

    def stands_for(self) -> dict[UUID, UUID]:
        """{line: person} as the lines say."""
        return {line.pk: line.identity for line in Player.objects.filter(club=self.club)}

    def people(self) -> dict[UUID, UUID]:
        """{line: person} by the merges in force, walked without the app."""
        into = dict(Merge.objects.filter(undone_at=None).values_list("gone", "kept"))
        found = {}
        for line in Player.objects.filter(club=self.club).values_list("pk", flat=True):
            person = line
            while person in into:
                person = into[person]
            found[line] = person
        return found


a_line = st.integers(0, 5)
merging = st.tuples(st.just("merge"), a_line, a_line)
steps = st.one_of(merging, merging, st.tuples(st.just("undo"), a_line))


def test_random_merges_and_undoings_leave_every_total_as_it_was(db):
    world = World()
    before = everything()
    counted = [(season, official) for season in world.seasons for official in (False, True)]
    due = [season_sums(season, official=official) for season, official in counted]

    @settings(max_examples=EXAMPLES)
    @given(st.lists(steps, min_size=1, max_size=8), st.randoms(use_true_random=False))
    def tried(script, order):
        with undone():
            for name, *args in script:
                getattr(world, name)(*args)
                assert world.stands_for() == world.people()
            persons = world.people()
            for (season, official), sums in zip(counted, due, strict=True):
                assert rows(season, official=official) == added(sums, persons)
            assert differences() == []
            while in_force := list(Merge.objects.filter(undone_at=None).order_by("pk")):
                undo(order.choice(in_force))
                assert world.stands_for() == world.people()
            after = everything()
            assert {name: rows_ for name, rows_ in after.items() if name != "Club"} == {
                name: rows_ for name, rows_ in before.items() if name != "Club"
            }

    tried()


def added(sums, persons):
    """What the lines have, by person."""
    found: dict[UUID, tuple[int, dict[str, int], int]] = {}
    for line, (points, measures, count) in sums.items():
        own = found.get(persons[line], (0, {}, 0))
        total = {name: own[1].get(name, 0) + measures.get(name, 0) for name in {*own[1], *measures}}
        kept = {name: amount for name, amount in total.items() if amount}
        found[persons[line]] = (own[0] + points, kept, own[2] + count)
    return found


def test_who_has_results_from_files_alone_has_played(client, club, season):
    one, other = make_player(club, "Anna"), make_player(club, "Bert")
    made = factories.import_evening(season, {one: {"points": 100}})
    factories.import_evening(season, {one: {"points": 7}, other: {"points": 3}})
    client.force_login(owner_of(club))

    page = client.get(f"/clubs/{club.pk}/people/")
    assert {line.player.name: line.lists for line in page.context["lines"] if line.lists} == {"Anna": 2, "Bert": 1}
    shown = " ".join(client.get(f"/clubs/{club.pk}/people/{one.pk}/").content.decode().split())
    assert "on 2 old lists" in shown
    assert "no tables yet" not in shown
    take_back(imported=made, by=owner_of(club), now=NOW)
    assert line_of(one, "").lists == 1
    kept = make_player(club, "Bertold")
    merge(other, kept)
    assert line_of(kept, "").lists == 1
