"""What is asked of those who are level on points, in order, and what a round has brought; and what people fill in
about a stage of matches."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django import forms
from django.utils.translation import gettext, gettext_lazy, gettext_noop, pgettext, pgettext_lazy
from django.utils.translation import gettext as _

from games.core.game import AnyGame
from games.core.text import Text
from games.core.values import Problem
from scorekeeper.common.texts import halves, in_sentence
from scorekeeper.common.widgets import Boxes
from scorekeeper.pairing.keys import PAIRS
from scorekeeper.standings.ranking import GAME_DIFFERENCE, POINT_DIFFERENCE
from scorekeeper.tournaments.formats.next_round import Changed, changed_in
from scorekeeper.tournaments.formats.plan import MatchPlan
from scorekeeper.tournaments.matches.play import groups_played, half_points, plan_of
from scorekeeper.tournaments.models import RULES_VERSIONS, Round, Stage
from scorekeeper.tournaments.rounds.field import given_in, rounds_played
from scorekeeper.tournaments.rounds.results import Read, nameless

PTS: Final = "PTS"
ALIASES: Final = {GAME_DIFFERENCE: "SETS", POINT_DIFFERENCE: "DIFF"}
OF_SETS: Final = ("SETS", "DIFF", "FOR")
TITLES: Final = {
    PTS: pgettext_lazy("heading", "Points"),
    "DE": pgettext_lazy("heading", "Direct encounter"),
    "BH": pgettext_lazy("heading", "Buchholz"),
    "BH_C1": gettext_lazy("Buchholz without the lowest"),
    "BH_M1": gettext_lazy("Buchholz without the lowest and the highest"),
    "SB": pgettext_lazy("heading", "Sonneborn-Berger"),
    "WIN": pgettext_lazy("heading", "Wins"),
    "WON": gettext_lazy("Wins at the table"),
    "PS": pgettext_lazy("heading", "Running score"),
    "KS": gettext_lazy("Points against the stronger half"),
    "SETS": pgettext_lazy("heading", "Set difference"),
    "DIFF": pgettext_lazy("heading", "Point difference"),
    "FOR": pgettext_lazy("heading", "Points for"),
}
MEANINGS: Final = {
    "DE": pgettext_lazy("in a line", "what they made of their matches with each other"),
    "BH": pgettext_lazy("in a line", "the points of all opponents"),
    "BH_C1": pgettext_lazy("in a line", "the points of all opponents but the lowest"),
    "BH_M1": pgettext_lazy("in a line", "the points of all opponents but the lowest and the highest"),
    "SB": pgettext_lazy("in a line", "the points of those they have beaten, and half of those they drew with"),
    "WIN": pgettext_lazy("in a line", "rounds won, also without playing"),
    "WON": pgettext_lazy("in a line", "matches won at the table"),
    "PS": pgettext_lazy("in a line", "the sum of the score after each round"),
    "KS": pgettext_lazy("in a line", "points against those who have at least half of what they could"),
    "SETS": pgettext_lazy("in a line", "sets won less sets lost"),
    "DIFF": pgettext_lazy("in a line", "points made less points against"),
    "FOR": pgettext_lazy("in a line", "points made"),
}
NO_TIE: Final = Text(gettext_noop("There is no such tie-break."))
NOT_HERE: Final = gettext_noop("{title} separates nobody in this format of this game. Choose other tie-breaks.")
TWICE: Final = gettext_noop("{title} is listed twice. Name each tie-break once.")


def usual_ties(plan: MatchPlan, game: AnyGame) -> list[str]:
    """What is asked after the points where nobody says otherwise."""
    return [name for name in (PAIRS if _has_sets(game) else plan.usual_ties) if name != PTS]


def offered_ties(plan: MatchPlan, game: AnyGame) -> list[str]:
    """All that can be asked after the points: of the format, and what the matches of the game know; the usual first."""
    of_game = OF_SETS if _has_sets(game) else OF_SETS[1:]
    return list(dict.fromkeys((*usual_ties(plan, game), *plan.format_ties, *of_game)))


def asked_ties(plan: MatchPlan, game: AnyGame) -> list[str]:
    """What is asked after the points, in order."""
    return named_ties(plan.ties) if plan.ties else usual_ties(plan, game)


def named_ties(ties: Sequence[str]) -> list[str]:
    """These as they are called here, without the points, which always come first."""
    return [name for name in dict.fromkeys(ALIASES.get(name, name) for name in ties) if name != PTS]


def tie_problems(plan: MatchPlan, game: AnyGame) -> Iterator[Problem]:
    """What can't be asked: what nobody knows, what the format or the game does not have, and anything twice. Refuses
    `tie_unknown`, `tie_unsuited`, `tie_twice`."""
    offered = offered_ties(plan, game)
    seen: set[str] = set()
    for name in (ALIASES.get(tie, tie) for tie in plan.ties):
        title = {"title": str(TITLES.get(name, ""))}
        if name not in TITLES:
            yield Problem("tie_unknown", "ties", NO_TIE)
        elif name not in (PTS, *offered):
            yield Problem("tie_unsuited", "ties", Text(NOT_HERE, title))
        elif name in seen:
            yield Problem("tie_twice", "ties", Text(TWICE, title))
        seen.add(name)


def _has_sets(game: AnyGame) -> bool:
    return game.duel is not None and game.duel.sets is not None


def counts_sentence(plan: MatchPlan, game: AnyGame | None) -> str:
    """What a match counts. Of games whose matches always have a winner nothing is said of draws."""
    text = _("A win counts {win}, a draw {draw}, a defeat {loss}.")
    if game and game.duel and game.duel.by == "match":
        text = _("A win counts {win}, a defeat {loss}.")
    return text.format(win=halves(plan.win), draw=halves(plan.draw), loss=halves(plan.loss))


def tie_sentences(plan: MatchPlan, game: AnyGame, rules_version: int) -> Iterator[str]:
    """What is asked of those who are level on points."""
    names = asked_ties(plan, game)
    if not names:
        yield _("Players level on points share the place.")
        return
    text = pgettext("note", "Tie-breaks: {keys}.")
    yield text.format(keys=", ".join(in_sentence(str(TITLES[name])) for name in names))
    if rules_version != RULES_VERSIONS[0]:
        yield _("For tie-breaks, unplayed rounds count by the rules before March 2026.")


def totals_before(
    stage: Stage,
    number: int,
    *,
    playing: Collection[UUID] = (),
    until: datetime | None = None,
    read: Read = nameless,
) -> dict[str, int]:
    """{entrant: half points} over the rounds before one of this number, as a draw keeps what it knew; these are
    `playing` in it while it is not opened. Penalties and bonuses count that were given `until` then."""
    rounds, plan = rounds_played(stage, before=number), plan_of(stage)
    given = given_in(stage, rounds, until)
    return {
        str(pk): sum(half_points(part, plan) for part in own.values()) + sum(act.points for act in given.get(pk, ()))
        for group in groups_played(stage, rounds, playing=playing, read=read)
        for pk, own in group.parts().items()
    }


def points_in(round_: Round, read: Read = nameless) -> dict[str, int]:
    """{entrant: half points of this round}, as it is now."""
    plan, number, found = plan_of(round_.stage), round_.number, {}
    for group in groups_played(round_.stage, rounds_played(round_.stage), read=read):
        for pk, own in group.parts().items():
            part, at = own.get(number), (number, pk)
            if at in group.matches or (part and part.opponents) or group.kinds.get(at):
                found[str(pk)] = half_points(part, plan) if part else 0
    return found


def corrected_points(round_: Round, read: Read = nameless) -> tuple[Changed, ...]:
    """Of a published round who had other points in its draw. What somebody brought who has left a round robin can go
    by that too."""
    now = totals_before(round_.stage, round_.number, until=round_.made_at, read=read)
    return changed_in(round_.before.get("points", {}), now, in_halves=True)


COUNTINGS: Final = ("2-1-0", "4-2-0", "6-2-0")  # what a win, a draw and a defeat count, in half points
IN_TURN: Final = (
    pgettext_lazy("in a line", "asked first"),
    pgettext_lazy("in a line", "then"),
    pgettext_lazy("in a line", "third"),
    pgettext_lazy("in a line", "fourth"),
    pgettext_lazy("in a line", "fifth"),
)
NAME: Final = "tie_"  # and the number of the choice


def counting_field(plan: MatchPlan) -> forms.Field:
    """What a win, a draw and a defeat count: the usual answers, and what the plan has."""
    counting = f"{plan.win}-{plan.draw}-{plan.loss}"
    # "2-1-0" as people write it: 1 / ½ / 0.
    choices = [
        (fromkey, " / ".join(halves(int(points)) for points in fromkey.split("-")))
        for fromkey in dict.fromkeys((*COUNTINGS, counting))
    ]
    label = gettext("Points for a win, a draw and a defeat")
    return forms.ChoiceField(label=label, choices=choices, widget=Boxes(3), initial=counting)


def counted(counting: str) -> dict[str, int]:
    """The answer, as a plan has it."""
    return dict(zip(("win", "draw", "loss"), map(int, counting.split("-")), strict=True))


def tie_fields(plan: MatchPlan, game: AnyGame) -> dict[str, forms.Field]:
    """What is asked of those who are level on points, one choice after the other: as many as there are words for, or as
    the plan has keys."""
    asked = asked_ties(plan, game)
    offered = dict.fromkeys((*offered_ties(plan, game), *asked))
    choices = [("", pgettext("choice", "nothing more")), *((name, str(TITLES[name])) for name in offered)]
    turns = [*map(str, IN_TURN), *(str(number) for number in range(len(IN_TURN) + 1, len(asked) + 1))]
    found: dict[str, forms.Field] = {
        f"{NAME}{number}": forms.ChoiceField(
            label=gettext("Level on points: {turn}").format(turn=turn),
            choices=choices,
            required=False,
            initial=asked[number] if number < len(asked) else "",
        )
        for number, turn in enumerate(turns)
    }
    usual = ", ".join(in_sentence(str(TITLES[name])) for name in usual_ties(plan, game))
    text = gettext("Usual here: {keys}. Players equal in every tie-break share the place.")
    found[f"{NAME}0"].help_text = text.format(keys=usual)
    return found


def asked_twice(sent: Mapping[str, Any]) -> dict[str, str]:
    """{name of a field: that what it asks is asked before}."""
    chosen = _chosen(sent)
    text = gettext("{title} is already used. Choose another tie-break.")
    return {
        name: text.format(title=TITLES[key])
        for place, (name, key) in enumerate(chosen)
        if key in [chosen_key for _name, chosen_key in chosen[:place]]
    }


def ties_in(sent: Mapping[str, Any], before: MatchPlan, game: AnyGame) -> tuple[str, ...]:
    """What is asked of equals: nothing said where it is as usual, and as it was where nobody has changed it."""
    chosen = [key for _name, key in _chosen(sent)]
    if chosen == asked_ties(before, game):
        return before.ties
    return () if chosen == usual_ties(before, game) else (PTS, *chosen)


def _chosen(sent: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [(name, key) for name, key in sent.items() if name.startswith(NAME) and key]
