"""Clubs, the people in a club's book, and who may do what in it."""

from scorekeeper.clubs.models.clubs import Club, Membership, Role, SecondFactorAsked, acting_role
from scorekeeper.clubs.models.house_rules import HouseRules, HouseRulesVersion
from scorekeeper.clubs.models.people import Apart, Invitation, KeepApart, Merge, Player

__all__ = [
    "Apart",
    "Club",
    "HouseRules",
    "HouseRulesVersion",
    "Invitation",
    "KeepApart",
    "Membership",
    "Merge",
    "Player",
    "Role",
    "SecondFactorAsked",
    "acting_role",
]
