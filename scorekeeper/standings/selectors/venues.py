"""Where the evenings of a season were played. The venue is the evening's: what was played beside evenings has none."""

from uuid import UUID

from scorekeeper.standings.models import Competition


def venues_of(competition: Competition) -> list[str]:
    """The venues of its evenings, by name. One query, as many rows as there are venues."""
    named = competition.evenings.exclude(venue="").order_by("venue")
    return list(named.values_list("venue", flat=True).distinct())


def played_at(competition: Competition, venue: str) -> frozenset[UUID]:
    """The sheets of the season that were played there. One query; none for what can be no name."""
    if "\x00" in venue:
        return frozenset()
    sheets = competition.sittings.filter(drawn_table__draw__evening__venue=venue)
    return frozenset(sheets.values_list("pk", flat=True))
