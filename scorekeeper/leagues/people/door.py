"""The address behind the code at the door of an evening."""

from scorekeeper.common.doors import Doors

DOORS = Doors("scorekeeper.leagues.people.door")
door_of, is_door_of = DOORS.of, DOORS.is_of
