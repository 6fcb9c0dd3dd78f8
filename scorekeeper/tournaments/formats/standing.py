"""What the standings of all formats share: where somebody stands, what penalties add to a total, and the picture of a
bracket as pages, screens and papers draw it: parts of rounds of matches of two sides."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorekeeper.common.texts import isolated
from scorekeeper.play.models import Sitting
from scorekeeper.standings.standing import Step
from scorekeeper.tournaments.models import DeskAct, Entrant, Round, RoundPlace
from scorekeeper.tournaments.rounds.field import active, called, place_words, replaced, with_players
from scorekeeper.tournaments.rounds.results import Played


@dataclass(frozen=True, slots=True)
class Stand:
    """A place from `first` to the `last` of those who share it, `of` so many: over the whole tournament, or, with
    `stage`, in that stage as if it ended now; `group` is its number where there are several. In a bracket or a
    knock-out somebody `is_in` or has this place because they are out. `is_settled`: no round that follows says more of
    it. `ahead` says what comes next in a bracket; `page` is what the page of the standing is called, where it is not
    that."""

    first: int
    last: int
    of: int
    stage: UUID | None = None
    group: int = 0
    is_out: bool = False
    is_in: bool = False
    is_settled: bool = False
    ahead: str = ""
    page: str = ""

    @property
    def is_shared(self) -> bool:
        return self.first < self.last

    @property
    def words(self) -> str:
        """The place, or the places that are shared."""
        return place_words(self.first, self.last)


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where an entrant is in a round whose people move: their place as it is now, and the table with all who sit there;
    without a table they are `out`, in this place so far."""

    round: Round
    place: RoundPlace
    table: Played | None = None
    out: int | None = None


def waits_for(table: Played) -> str:
    """What the sheet of a table still waits for, where it is signed."""
    return pgettext("in a line", "signed by code, not official yet") if table.state == "to_be_accepted" else ""


def given_steps(given: Iterable[DeskAct], written: Callable[[int], str]) -> Iterator[Step]:
    """Penalties and bonuses as steps to the total; `written` writes their points."""
    for act in given:
        label = pgettext("field", "Penalty") if act.points < 0 else pgettext("field", "Bonus")
        yield Step(label=label, text=act.reason, figure=written(act.points), back=reverse("act_back", args=[act.pk]))


def substitute_sentences(entrant: Entrant) -> tuple[str, ...]:
    """Who plays instead of a single entrant, or came in instead of one, and what that makes of the points. One
    statement, for the one whose reasons are read."""
    found = []
    if first := replaced(entrant):
        text = _("{name} plays for {entered}. The entrant keeps the points, and new points are added.")
        found.append(text.format(name=isolated(active(entrant)[0].name), entered=isolated(first.name)))
    acts = DeskAct.objects.filter(entrant=entrant, kind=DeskAct.Kind.SUBSTITUTE, taken_back_by=None)
    for act in acts.order_by("at", "pk"):
        if of := act.detail.get("entrant"):
            before = with_players(Entrant.objects.filter(pk=of)).first()
            text = _("Plays instead of {entered}. Only their own points count.")
            found.append(text.format(entered=isolated(called(before)) if before else pgettext("in a line", "somebody")))
    return tuple(found)


def state_of(entrant: Entrant) -> str:
    """What is said beside a name: that they have left."""
    return str(entrant.get_state_display()) if entrant.state == Entrant.State.WITHDRAWN else ""


def written_note(act: DeskAct | None) -> str:
    """That a result was written at the desk, and why, where anybody has said it; empty where it was not."""
    if act is None:
        return ""
    if not act.reason:
        return pgettext("in a line", "entered at the desk")
    return pgettext("in a line", "entered at the desk: {reason}").format(reason=isolated(act.reason))


@dataclass(frozen=True, slots=True)
class BracketSide:
    """One side of a match: who plays (None: not known yet, or nobody), what stands there, and where they come from.
    `figure` is what they have won in it, where anybody knows."""

    entrant: Entrant | None
    seed: int
    name: str
    comes: str
    figure: str = ""
    has_won: bool = False
    is_out: bool = False


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match as it is shown: `state` is `waits`, `open` (nobody has opened it), `playing`, `level` (over without a
    winner), `played`, `walkover`, `bye` or `none` (nobody comes)."""

    name: str
    title: str
    sides: tuple[BracketSide, BracketSide]
    state: str
    words: str
    played: Played | None

    @property
    def sitting(self) -> Sitting | None:
        return self.played.sitting if self.played else None

    @property
    def is_live(self) -> bool:
        return self.state in {"open", "playing", "level"}


@dataclass(frozen=True, slots=True)
class BracketRound:
    """The matches of one round of the bracket, from the top. `leads` says how they go on to the next round of the
    part: `halves` (two to one), `straight` (one to one), or empty. `short` is what it is called under the title of
    its part."""

    name: str
    title: str
    short: str
    matches: tuple[BracketMatch, ...]
    leads: str = ""

    @property
    def is_over(self) -> bool:
        return all(match.state in {"played", "walkover", "bye", "none"} for match in self.matches)


@dataclass(frozen=True, slots=True)
class BracketPart:
    """The upper bracket, the lower one, or the finals, with their rounds; a bracket of one life is one part."""

    name: str
    title: str
    rounds: tuple[BracketRound, ...]


@dataclass(frozen=True, slots=True)
class BracketPaper:
    """A bracket on paper: its title, what stands under it, and its parts; none while nothing was opened, or is
    official."""

    title: str
    over: Sequence[str]
    parts: Sequence[BracketPart]
