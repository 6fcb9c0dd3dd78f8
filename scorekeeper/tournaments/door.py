"""The address behind the code at the door: made from the tournament and a secret, so nothing is kept."""

from uuid import UUID

from django.utils.crypto import constant_time_compare, salted_hmac

SALT = "scorekeeper.tournaments.door"
LENGTH = 32  # hexadecimal digits: 128 bits


def door_of(tournament_id: UUID) -> str:
    """What the code carries beside the tournament's id."""
    return salted_hmac(SALT, tournament_id.hex, algorithm="sha256").hexdigest()[:LENGTH]


def is_door_of(tournament_id: UUID, door: str) -> bool:
    return constant_time_compare(door_of(tournament_id), door)
