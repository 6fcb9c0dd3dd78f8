"""The address behind the code at the door of a tournament."""

from scorekeeper.common.doors import Doors

DOORS = Doors("scorekeeper.tournaments.door")
door_of, is_door_of = DOORS.of, DOORS.is_of
