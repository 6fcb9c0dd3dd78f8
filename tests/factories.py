"""Short ways to the rows a test needs, through the services wherever a person would go through them."""

import itertools
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import games
from scorekeeper.accounts.models import User
from scorekeeper.clubs.house_rules import Wording, write_down
from scorekeeper.clubs.models import Club, HouseRules, Membership, Player, Role
from scorekeeper.clubs.services import accept_invitation, add_player, found_club, invite, set_confirming
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Act, Device, Hand, Seat, Sitting
from scorekeeper.play.services.adjusting import Change, adjust
from scorekeeper.play.services.adjusting import take_back as take_back_act
from scorekeeper.play.services.closing import sign, unsigned
from scorekeeper.play.services.ending import end_list
from scorekeeper.play.services.passes import join_table, make_pass
from scorekeeper.play.services.recording import Correction, Recorded, Sent, correct_hand, record_hand, undo_hand
from scorekeeper.play.services.sittings import Opening, Sitter, open_sitting, start_guest_table
from scorekeeper.play.services.substituting import Substitution, substitute
from scorekeeper.play.services.swapping import Swap, swap_seats
from scorekeeper.standings.counting import Counts
from scorekeeper.standings.importing import OldEvening, OldResults, import_results
from scorekeeper.standings.models import Competition, Import, SeasonAct
from scorekeeper.standings.services import Bonus, Wanted, change_season, give_bonus, open_season

NOW = datetime(2026, 9, 4, 18, 30, tzinfo=UTC)
PASSWORD = "three of us at one table"

# Of letters that make no word, and of one length: no name has a figure in it that a test looks for, and a row has room
# for it or not whatever ran before.
_marks = map("".join, itertools.product("BCDFGHJKLMNPQRSTVWXZ", repeat=4))


def at(minutes: int) -> datetime:
    """So many minutes into the evening."""
    return NOW + timedelta(minutes=minutes)


def make_user(name: str = "", *, email: str = "", password: str | None = PASSWORD) -> User:
    """An account whose address is confirmed."""
    from allauth.account.models import EmailAddress

    mark = next(_marks)
    user = User.objects.create_user(
        email or f"person{mark.lower()}@example.org", password, name=name or f"Person {mark}"
    )
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def make_club(name: str = "", *, owner: User | None = None, time_zone: str = "Europe/Berlin", unit: str = "€") -> Club:
    """A club that may play for something, as a founder says after founding it; with no `unit` it plays for points. Its
    founder is `owner_of(club)`. No hand of it is confirmed by time: the evenings of tests lie on a
    fixed day, while pages look at the clock."""
    owner = owner or make_user()
    name = name or f"Club {next(_marks)}"
    club = found_club(by=owner, name=name, time_zone=time_zone, ink="pine", now=NOW)
    set_confirming(club=club, by=owner, minutes=Club.Confirming.NEVER)
    club.unit = unit
    club.save(update_fields=["unit"])
    return club


def owner_of(club: Club) -> User:
    return Membership.objects.select_related("user").filter(club=club, role=Role.OWNER)[0].user


def make_member(club: Club, role: str = Role.MEMBER, *, user: User | None = None) -> User:
    """Somebody who came into the club by an invitation to this role."""
    user = user or make_user()
    secret = invite(club=club, by=owner_of(club), role=role, now=NOW)
    accept_invitation(secret=secret, by=user, now=NOW)
    return user


def player_of(user: User, club: Club) -> Player:
    """The member's line in the club's book."""
    return Player.objects.get(club=club, user=user, merged_into=None)


def make_player(club: Club, name: str = "") -> Player:
    """A guest in the club's book."""
    return add_player(club=club, name=name or f"Guest {next(_marks)}", now=NOW)


def make_season(club: Club, name: str = "", *, game: str = "skat", system: str = "seeger_fabian") -> Competition:
    return open_season(
        club=club, by=owner_of(club), name=name or f"Season {next(_marks)}", game=game, system=system, now=NOW
    )


def give(season: Competition, player: Player, points: int, *, reason: str = "helped at the bar") -> SeasonAct:
    """A bonus, or a penalty, for somebody who has played for the season."""
    bonus = Bonus(player.pk, points, reason)
    return give_bonus(competition=season, by=owner_of(season.club), bonus=bonus, key=uuid4(), now=NOW)


def settle(season: Competition, counts: Counts) -> Competition:
    """The season counts like this from now on."""
    wanted = Wanted(season.name, season.others, counts)
    return change_season(competition=season, by=owner_of(season.club), wanted=wanted, now=NOW)


def make_house_rules(
    club: Club, name: str = "Thursday rules", *, game: str = "skat", rules: Mapping[str, Any] | None = None
) -> HouseRules:
    """House rules of a club in their first version, written down by its owner."""
    return write_down(club=club, by=owner_of(club), game=game, name=name, wording=Wording(rules or {}), now=NOW)


def import_evening(season: Competition, measures: Mapping[Player, Mapping[str, int]]) -> Import:
    """One evening of an old list that counts in the season."""
    evening = OldEvening("Old list", date(2025, 3, 3), {player.pk: own for player, own in measures.items()})
    old = OldResults("old.csv", uuid4().hex, [evening])
    return import_results(competition=season, by=owner_of(season.club), old=old, now=NOW)[0]


def make_sitting(
    club: Club | None = None,
    *,
    by: User | None = None,
    players: Sequence[Player] | int = 3,
    rules: Mapping[str, Any] | None = None,
    seasons: Sequence[Competition] = (),
    game: str = "skat",
    now: datetime = NOW,
) -> Sitting:
    """An open sitting; `players` in the order of the table, or how many guests to make."""
    club = club or make_club()
    asked = {name: games.game(game).rules.model_fields[name].default for name in games.game(game).asked}
    seated = [make_player(club) for _seat in range(players)] if isinstance(players, int) else players
    return open_sitting(
        club=club,
        by=by or owner_of(club),
        opening=Opening(
            game=game,
            seats=[Sitter(player.pk) for player in seated],
            rules={**asked, **(rules or {})},
            competitions=[season.pk for season in seasons],
        ),
        now=now,
    )


def seats_of(sitting: Sitting) -> list[Seat]:
    return list(Seat.objects.filter(sitting=sitting).order_by("number"))


def keeper_of(sitting: Sitting) -> Actor:
    """Who opened the table."""
    return Actor(user=sitting.opened_by_user)


def played(declarer: int = 0, **more: Any) -> dict[str, Any]:
    """A plain hand of Skat: clubs with 1, won with 75 points in 7 tricks (24), unless said otherwise."""
    plain = {
        "kind": "played",
        "declarer": declarer,
        "contract": "clubs",
        "matadors": 1,
        "with": True,
        "bid": 18,
        "declarer_points": 75,
        "declarer_tricks": 7,
    }
    return {**plain, **more}


def null(declarer: int = 0, *, won: bool = True, **more: Any) -> dict[str, Any]:
    """A hand of null (23)."""
    plain = {
        "kind": "played",
        "declarer": declarer,
        "contract": "null",
        "bid": 18,
        "declarer_tricks": 0 if won else 1,
    }
    return {**plain, **more}


def passed() -> dict[str, Any]:
    return {"kind": "passed"}


def record(
    sitting: Sitting,
    hand: Mapping[str, Any] | None = None,
    *,
    by: Actor | None = None,
    key: UUID | None = None,
    number: int | None = None,
    now: datetime = NOW,
) -> Recorded:
    """Record one hand as its keeper would; without facts a plain one by the first seat."""
    return record_hand(
        sitting_id=sitting.pk,
        by=by or keeper_of(sitting),
        sent=Sent(key or uuid4(), hand or played(), number),
        now=now,
    )


def record_list(sitting: Sitting, hands: Sequence[Mapping[str, Any]]) -> list[Hand]:
    """Record these hands one minute after the other."""
    return [record(sitting, hand, now=at(minute)).hand for minute, hand in enumerate(hands)]


def sign_all(sitting: Sitting, *, now: datetime = NOW) -> Sitting:
    """Every seat that has not signed yet signs, on its keeper's phone; the last one closes the sitting."""
    signed = Sitting.objects.get(pk=sitting.pk)
    for seat in unsigned(signed):
        signed = sign(sitting_id=sitting.pk, by=keeper_of(sitting), number=seat.number, head=signed.head, now=now)
    return signed


def correct(
    hand: Hand,
    facts: Mapping[str, Any] | None,
    *,
    by: Actor | None = None,
    key: UUID | None = None,
    reason: str = "typed wrongly",
    now: datetime = NOW,
) -> Recorded:
    """Give this version of a hand other facts; without any the hand is struck."""
    return correct_hand(
        sitting_id=hand.sitting_id,
        by=by or keeper_of(hand.sitting),
        change=Correction(hand.pk, key or uuid4(), facts, reason),
        now=now,
    )


def undo(hand: Hand, *, by: Actor | None = None, now: datetime = NOW) -> Recorded:
    """Take back this hand as the keeper of the table would."""
    return undo_hand(sitting_id=hand.sitting_id, by=by or keeper_of(hand.sitting), hand_id=hand.pk, now=now)


def penalise(sitting: Sitting, seat: int = 0, points: int = 50, *, by: Actor | None = None, now: datetime = NOW) -> Act:
    """Take points from a seat as the keeper of the table would."""
    return adjust(
        sitting_id=sitting.pk,
        by=by or keeper_of(sitting),
        change=Change("penalty", seat, -points),
        key=uuid4(),
        reason="looked at a trick",
        now=now,
    ).act


def take_back(act: Act, *, by: Actor | None = None, now: datetime = NOW) -> Act:
    """Take a penalty back."""
    return take_back_act(
        sitting_id=act.sitting_id,
        by=by or keeper_of(act.sitting),
        act_id=act.pk,
        key=uuid4(),
        reason="it was no fault",
        now=now,
    ).act


def swap(sitting: Sitting, *numbers: int, first: int = 1, by: Actor | None = None, key: UUID | None = None) -> Act:
    """Let the holders of two seats change places."""
    return swap_seats(
        sitting_id=sitting.pk,
        by=by or keeper_of(sitting),
        swap=Swap(numbers, first),
        key=key or uuid4(),
        reason="the wrong way round",
        now=NOW,
    ).act


def play_for(
    sitting: Sitting, seat: int, sitter: Sitter | None, number: int | None = None, *, by: Actor | None = None
) -> Act:
    """Let somebody play for a seat; without a sitter its holder plays again."""
    return substitute(
        sitting_id=sitting.pk,
        by=by or keeper_of(sitting),
        wanted=Substitution(seat, sitter, number),
        key=uuid4(),
        reason="",
        now=NOW,
    ).act


def finish(sitting: Sitting, *, now: datetime = NOW) -> Sitting:
    """End the list where it stands and let every seat sign: the sitting is closed."""
    end_list(sitting_id=sitting.pk, by=keeper_of(sitting), reason="it is late", now=now)
    return sign_all(sitting, now=now)


def make_device(sitting: Sitting, seat: int | None = None, *, now: datetime = NOW) -> Device:
    """A phone that has joined the table with its pass."""
    table_pass = make_pass(sitting_id=sitting.pk, by=keeper_of(sitting), now=now)
    return join_table(table_pass=table_pass, name="a phone", seat_number=seat, now=now)


def make_guest_table(players: int = 3, **rules: Any) -> tuple[Sitting, Actor]:
    """A table without any account, and the phone that keeps it."""
    opening = Opening(game="skat", seats=[Sitter(name=f"Guest {seat}") for seat in range(players)], rules=rules)
    sitting, device = start_guest_table(opening=opening, time_zone="Europe/Berlin", now=NOW)
    return sitting, Actor(device=device)
