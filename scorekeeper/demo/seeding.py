"""The demo club, made through the services only. Whatever is there already stays; running it again changes nothing."""

from collections.abc import Sequence
from datetime import datetime
from random import Random
from typing import Any
from uuid import UUID, uuid5

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.db import transaction

import games
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, HouseRules, Player, Role
from scorekeeper.clubs.records import ClubChange, ClubDetails, Inviting, Joining
from scorekeeper.clubs.services import accept_invitation, add_player, change_club, found_club, invite
from scorekeeper.demo import cast, money
from scorekeeper.demo.dealing import deal
from scorekeeper.demo.evenings import HANDS, coming_evening, disputed_hand, links, mixed_evening, past_evening
from scorekeeper.demo.seasons import CUP_GAMES, counting, cup, house_rules, old_names, team_league
from scorekeeper.demo.tournaments import tournaments
from scorekeeper.play.actors import Actor
from scorekeeper.play.closing.services import end_list, sign, unsigned
from scorekeeper.play.models import Sitting
from scorekeeper.play.opening.services import Opening, Sitter, open_sitting
from scorekeeper.play.recording.services import SentHand, next_table, record_hand
from scorekeeper.play.records import PerhapsReasoned, Signing
from scorekeeper.play.upkeep.anchors import anchor_club
from scorekeeper.standings.models import Competition
from scorekeeper.standings.records import SeasonOpening
from scorekeeper.standings.services import open_season

ENDED = "last hand, it is late"  # what the opener writes where the game itself has no end
KEYS = UUID("8f0d5a52-6c1d-5b44-9f0e-2d6a6f1c7b11")  # the keys of the hands are made from it, the same ones each time


@transaction.atomic
def seed(*, now: datetime) -> Club:
    """The demo club, complete."""
    users = _users()
    club = _club(users)
    both = cup(club, users["Jürgen Kowalski"])
    seasons = {game: _season(club, users["Jürgen Kowalski"], game) for game in cast.SEASONS}
    players = {player.name: player for player in Player.objects.filter(club=club)}
    players |= {name: add_player(club=club, name=name, now=cast.FOUNDED) for name in cast.GUESTS if name not in players}
    house_rules(club, users["Jürgen Kowalski"])
    for evening in cast.EVENINGS:
        counted = [] if evening.house else [seasons[evening.game], *([both] if evening.game in CUP_GAMES else [])]
        _play(club, counted, evening, users, players, now=now)
    money.months_of_the_box(club, users)
    past_evening(club, seasons["skat"], users, players, lambda sitting, at: _play_drawn(sitting, users, at))
    counting(seasons["skat"], users["Jürgen Kowalski"], players)
    mixed_evening(club, seasons, users, players, lambda sitting, at: _play_drawn(sitting, users, at))
    money.settled_evening(club, users)
    coming_evening(club, seasons["skat"], users, now=now)
    team_league(club, users, players, lambda sitting, at: _play_drawn(sitting, users, at), now=now)
    links(club, users, now=now)
    disputed_hand(club, users, now=now)
    old_names(club, users[cast.MEMBERS[0].name], now=now)
    money.cash_game(club, users, players, now=now)
    money.waiting_payment(club, now=now)
    money.filled_box(club, users, now=now)
    money.cup_prizes(both, users["Jürgen Kowalski"], now=now)
    tournaments(club, users, players, lambda sitting, at: _play_drawn(sitting, users, at), now=now)
    anchor_club(club.pk, now=now)
    return club


def _users() -> dict[str, User]:
    password = make_password(cast.PASSWORD)  # made to take its time: once is enough for one that everybody can read
    return {member.name: _user(member, password) for member in cast.MEMBERS}


def _user(member: cast.Member, password: str) -> User:
    there = User.objects.filter(email=member.email).first()
    if there:
        return there
    user = User.objects.create(email=member.email, password=password, name=member.name, joined_at=cast.FOUNDED)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def _club(users: dict[str, User]) -> Club:
    owner = users[cast.MEMBERS[0].name]
    there = Club.objects.filter(name=cast.CLUB, memberships__user=owner, memberships__role=Role.OWNER).first()
    club = there or found_club(
        ClubDetails(name=cast.CLUB, time_zone=cast.TIME_ZONE, ink="pine"), by=owner, now=cast.FOUNDED
    )
    change_club(ClubChange(unit="€", decimals=2, for_minors=False), club=club, by=owner)
    inside = set(club.memberships.values_list("user", flat=True))
    for member in cast.MEMBERS:
        if users[member.name].pk not in inside:
            secret = invite(Inviting(role=member.role), club=club, by=owner, now=cast.FOUNDED).secret
            accept_invitation(Joining(secret=secret), by=users[member.name], now=cast.FOUNDED)
    return club


def _season(club: Club, director: User, game: str) -> Competition:
    name, system = cast.SEASONS[game]
    there = Competition.objects.filter(club=club, name=name).first()
    opening = SeasonOpening(name=name, game=game, system=system)
    return there or open_season(opening, club=club, by=director, now=cast.FOUNDED)


def _play(
    club: Club,
    seasons: Sequence[Competition],
    evening: cast.Evening,
    users: dict[str, User],
    players: dict[str, Player],
    *,
    now: datetime,
) -> None:
    """One table from its opening to its last signature, or to where it stands now."""
    if Sitting.objects.filter(club=club, name=evening.table).exists():
        return
    opened = evening.opened or now - evening.hands * cast.A_HAND_TAKES
    opener = Actor(user=users[evening.opener])
    opening = Opening(
        game=evening.game,
        seats=[Sitter(players[name].pk) for name in evening.seats],
        name=evening.table,
        competitions=[season.pk for season in seasons],
        **_rules(club, evening),
    )
    sitting = open_sitting(club=club, by=users[evening.opener], opening=opening, now=opened)
    played = _record(sitting, opener, evening, opened)
    if evening.opened:
        _finish(played, opener, users, opened)


def _rules(club: Club, evening: cast.Evening) -> dict[str, Any]:
    """What it was agreed by, for an opening."""
    if evening.house:
        house = HouseRules.objects.get(club=club, name=evening.house)
        return {"house_rules": house.pk, "rules_name": house.name}
    preset = next(preset for preset in games.game(evening.game).presets if preset.slug == evening.preset)
    return {"rules": {**preset.rules, **evening.rules}, "rules_name": str(preset.title)}


def _play_drawn(sitting: Sitting, users: dict[str, User], opened: datetime) -> None:
    """A table that an evening's draw has opened, to its last signature."""
    names = tuple(seat.player.name for seat in sitting.seats.all())
    opener = Actor(user=sitting.opened_by_user)
    played = _record(sitting, opener, cast.Evening(sitting.name, names[0], names, opened, HANDS), opened)
    _finish(played, opener, users, opened)


def _finish(played: Sitting, opener: Actor, users: dict[str, User], opened: datetime) -> None:
    over = opened + played.next_number * cast.A_HAND_TAKES
    if played.accepts_hands:
        end_list(PerhapsReasoned(reason=ENDED), sitting_id=played.pk, by=opener, now=over)
    _sign(played, opener, users, over)


def _record(sitting: Sitting, by: Actor, evening: cast.Evening, opened: datetime) -> Sitting:
    chance = Random(evening.table)  # noqa: S311 the same hands each time; nothing is secret
    skills: Sequence[int] = [cast.SKILLS[name] for name in evening.seats]
    seats = list(sitting.seats.all())
    for number in range(1, evening.hands + 1):
        facts = deal(chance, sitting.plays, sitting.typed_rules, next_table(sitting, seats), skills)
        sent, key = SentHand(record=facts, number=number), uuid5(KEYS, f"{evening.table}: {number}")
        at = opened + number * cast.A_HAND_TAKES
        recorded = record_hand(sent, sitting_id=sitting.pk, by=by, key=key, now=at)
        sitting = recorded.sitting
        if not sitting.accepts_hands:
            break
    return sitting


def _sign(sitting: Sitting, opener: Actor, users: dict[str, User], now: datetime) -> None:
    """Members sign for themselves, guests on the opener's phone."""
    there = Sitting.objects.get(pk=sitting.pk)
    for seat in unsigned(there):
        user = users.get(seat.player.name)
        by = Actor(user=user) if user else opener
        sign(Signing(seat=seat.number, head=there.head), sitting_id=there.pk, by=by, now=now)
