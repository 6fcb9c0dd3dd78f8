"""Why the matches of a bracket are who they are: where both sides of each come from, and what has made the seeds."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from scorekeeper.common.texts import isolated
from scorekeeper.tournaments.formats.bracket.bracket import State, bracket_of, level_of
from scorekeeper.tournaments.formats.bracket.picture import shown_match
from scorekeeper.tournaments.formats.bracket.words import is_double
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.next_step import stage_before
from scorekeeper.tournaments.matches.ties import TITLES
from scorekeeper.tournaments.models import Round
from scorekeeper.tournaments.rounds.field import called


def bracket_reasons(round_: Round) -> list[str]:
    """Why these matches are in a round of a bracket: where both sides of each come from."""
    state = bracket_of(round_.stage)
    if state is None:
        return []
    text = _("{match}: {one} ({comes}) against {two} ({comes_two}).")
    codes = round_.tables.order_by("number").values_list("code", flat=True)
    found = []
    for match in (shown_match(state, code, None) for code in codes if code in state.met):
        first, second = match.sides
        sides = {"one": isolated(first.name), "two": isolated(second.name)}
        found.append(text.format(match=match.title, comes=first.comes, comes_two=second.comes, **sides))
    return [*found, *(came_from(state) if round_.number == 1 else [])]


def _from_before(state: State) -> Iterator[str]:
    """How the places in the stage before have made the seeds."""
    before = stage_before(state.stage)
    if before and before.entrants.filter(group__gt=1).exists():
        yield _(
            "The seeds follow the places in the previous stage: all group winners, then all second places, and so on."
        )
        keys = ", ".join(str(TITLES[key]) for key in format_of(before).keys_across(before))
        text = _("Players with the same place are ordered by their average per match: {keys}; then by group number.")
        yield text.format(keys=keys)
        yield _(
            "Two players of one group meet as late as possible. To achieve this, players who were not first "
            "swap with others of the same place."
        )
    else:
        yield _("The seeds follow the places in the previous stage.")
    yield from _level(state)


def _level(state: State) -> Iterator[str]:
    """What has put those in an order who share a place."""
    names = {str(entrant.pk): isolated(called(entrant)) for entrant in state.seeds}
    for group, keys in level_of(state):
        if len(there := [names[key] for key in keys if key in names]) < 2:
            continue
        text = _("These players share a place in the previous stage and keep the order of its seeds: {names}.")
        if group:
            text = _(
                "In group {group} these players share a place and keep the order of the lots drawn there: {names}."
            )
        yield text.format(group=group, names=", ".join(there))


def came_from(state: State) -> list[str]:
    """Why everybody stands where they stand in the bracket, in sentences."""
    found = [_("The seeds come from the list: everybody who was here for the first round.")]
    if state.stage.number > 1:
        found = [*_from_before(state)]
    found.append(_("Seed 1 meets the last seed, seed 2 the last but one. Seeds 1 and 2 can only meet in the final."))
    firsts = [met for met in state.met.values() if met.match.name.startswith("W1.") and not met.is_played]
    if byes := ", ".join(isolated(called(state.entrant(met.winner))) for met in firsts if met.winner):
        text = _("The best seeds have a bye and move on without a match: {names}.")
        found.append(text.format(names=byes))
    if is_double(state.bracket):
        found.append(_("A player who loses continues in the lower bracket. A second defeat means out."))
        found.append(
            _(
                "There, losers of the first round meet in order. Losers of later rounds join from the other "
                "end or half, so that they meet earlier opponents late."
            )
        )
    return found
