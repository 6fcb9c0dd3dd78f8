"""Who changes the book keeps out whoever seats people by it, and never whoever records."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import transaction

from scorekeeper.clubs.services import lock_book
from scorekeeper.people.selectors import book
from scorekeeper.people.services import Merging, merge_players
from scorekeeper.play.closing.services import withdraw_table
from scorekeeper.play.opening.services import Opening, Sitter, open_sitting
from scorekeeper.play.records import PerhapsReasoned
from tests import factories
from tests.factories import NOW, make_club, make_player, make_sitting, owner_of
from tests.locking import begun, beside

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]


def test_a_book_that_is_changed_seats_nobody_and_lets_everybody_record():
    club = make_club()
    owner, (one, other, *rest) = owner_of(club), [make_player(club) for _player in range(5)]
    sitting = make_sitting(club, players=rest, seasons=[factories.make_season(club)])
    opening = Opening(game="skat", seats=[Sitter(player.pk) for player in (one, other, rest[0])], rules={})

    with transaction.atomic():
        lock_book(club)
        merging = beside(lambda: merge_players(Merging(kept=other.pk), club=club, by=owner, gone=one.pk, now=NOW))
        seating = beside(lambda: open_sitting(club=club, by=owner, opening=opening, now=NOW))
        recording = beside(lambda: factories.record(sitting))

    assert (merging, seating, recording) == ("waits", "waits", "done")


def test_a_guest_who_is_seated_elsewhere_while_their_table_is_withdrawn_stays_in_the_book():
    club = make_club()
    owner = owner_of(club)
    wrong = open_sitting(club=club, by=owner, opening=Opening(game="skat", seats=[*map(guest, "ABC")]), now=NOW)
    (first, *_others) = factories.seats_of(wrong)
    seats = [Sitter(first.player_id), guest("D"), guest("E")]

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            open_sitting(club=club, by=owner, opening=Opening(game="skat", seats=seats), now=NOW)
            keeper = factories.keeper_of(wrong)
            withdrawing = begun(
                pool, lambda: withdraw_table(PerhapsReasoned(), sitting_id=wrong.pk, by=keeper, now=NOW)
            )
            waits = not withdrawing.done()
        withdrawing.result()

    assert waits
    assert {player.name for player in book(club).found} & set("ABCDE") == set("ADE")


def guest(name: str) -> Sitter:
    return Sitter(name=name)
