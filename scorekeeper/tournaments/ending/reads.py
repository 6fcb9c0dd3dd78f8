"""What the end of a stage would mean, and from whom the standing is held back."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext as _

from scorekeeper.tournaments.formats.format import Places, format_of
from scorekeeper.tournaments.formats.words import RoundWords
from scorekeeper.tournaments.matches.totals import gone_before, is_cut
from scorekeeper.tournaments.models import Entrant, Round, Stage, Tournament
from scorekeeper.tournaments.rounds.field import called, place_words, rounds_played, with_players
from scorekeeper.tournaments.rounds.results import Once, Played
from scorekeeper.tournaments.standing.reads import PODIUM
from scorekeeper.tournaments.words import stage_title


@dataclass(frozen=True, slots=True)
class HeldBack:
    """The standing and all places, and what the tables of these `rounds` have brought; `since` is the number of the
    first of them, counted over all stages."""

    rounds: frozenset[UUID]
    since: int

    def has(self, round_: Round) -> bool:
        """Whether the results of this round are held back."""
        return round_.pk in self.rounds


def held_back(tournament: Tournament) -> HeldBack | None:
    """None where nothing is, not yet, or no more."""
    if tournament.held_from is None or tournament.released_at is not None:
        return None
    rounds = opened_rounds(tournament)[tournament.held_from - 1 :]
    return HeldBack(frozenset(rounds), tournament.held_from) if rounds else None


def tables_for_others(round_: Round) -> list[Played]:
    """The tables of a round that is held back, as others may see them: who sits there, without what they have
    brought."""
    return format_of(round_.stage).tables_for_others(round_)


def opened_rounds(tournament: Tournament) -> list[UUID]:
    """The rounds of all stages that are no drafts, in their order."""
    rounds = Round.objects.filter(stage__tournament=tournament).exclude(state=Round.State.DRAFT)
    return list(rounds.order_by("stage__number", "number").values_list("pk", flat=True))


@dataclass(frozen=True, slots=True)
class SharedPlace:
    """A place that several share, of a `group` where there are several of them. `is_cut`: only some of them would go
    on, so that the stage cannot end before lots are drawn between them."""

    group: int
    place: str
    names: tuple[str, ...]
    is_cut: bool


@dataclass(frozen=True, slots=True)
class End:
    """`planned` rounds, of which `played` were opened; 0 where results say how many there are. `open_rounds` become
    official with it, of which the tables `missing` have no final result. `first` are those who have the first places.
    `following` is the stage that its best go on to; empty: the tournament ends. Lots can part those who share a place
    with `has_lots`."""

    played: int
    planned: int
    open_rounds: tuple[int, ...]
    missing: tuple[int, ...]
    first: tuple[tuple[str, str], ...]
    shared: tuple[SharedPlace, ...]
    following: str
    has_lots: bool
    words: RoundWords

    @property
    def becomes(self) -> str:
        """What becomes official with it; empty where nothing is open."""
        return self.words.become_official(self.open_rounds) if self.open_rounds else ""

    @property
    def button(self) -> str:
        """What stands on the button that ends it."""
        if self.open_rounds:
            return self.words.end_with(self.open_rounds, goes_on=bool(self.following))
        return _("End this stage") if self.following else _("End the tournament")

    @property
    def is_cut(self) -> bool:
        return any(share.is_cut for share in self.shared)

    @property
    def may_stay_shared(self) -> bool:
        return any(not share.is_cut for share in self.shared)

    @property
    def unplayed(self) -> int:
        return max(0, self.planned - self.played)


def end_of(stage: Stage) -> End:
    """If what is open became official and it ended now."""
    following = stage.tournament.stages.filter(number__gt=stage.number).order_by("number").first()
    format_, read, rounds = format_of(stage), Once(), rounds_played(stage)
    for round_ in rounds:
        round_.stage = stage
    open_rounds = [round_ for round_ in rounds if not round_.official_at]
    groups = format_.places(stage, official=not open_rounds)
    return End(
        played=len(rounds),
        planned=format_.planned_rounds(stage) or 0,
        open_rounds=tuple(open_round.number for open_round in open_rounds),
        missing=tuple(number for open_round in open_rounds for number in format_.missing(open_round, read)),
        first=tuple(first_places(stage, groups)),
        shared=tuple(_shared(stage, groups, following)),
        following=stage_title(following) if following else "",
        has_lots=format_.shares_places(goes_on=following is not None),
        words=format_.rounds,
    )


def first_places(stage: Stage, groups: Places) -> Iterator[tuple[str, str]]:
    """(place, name) of the first three; of groups those of each."""
    entrants = with_players(Entrant.objects.filter(tournament=stage.tournament_id)).in_bulk()
    for places in groups:
        before = 0
        for tied in places:
            if before < PODIUM:
                yield from ((place_words(before + 1, before + len(tied)), called(entrants[pk])) for pk in tied)
            before += len(tied)


def can_end(stage: Stage, rounds: Sequence[Round]) -> bool:
    """Whether all that was opened is official, nothing is a draft, and the format has no more to play. `rounds` are all
    of the stage."""
    is_done = bool(rounds) and all(round_.official_at for round_ in rounds)
    return stage.state == Stage.State.RUNNING and is_done and not format_of(stage).open_question(stage)


def _shared(stage: Stage, groups: Places, following: Stage | None) -> Iterator[SharedPlace]:
    entrants = with_players(Entrant.objects.filter(tournament=stage.tournament_id)).in_bulk()
    best, gone = (following.typed_plan.takes.best, gone_before(following)) if following else (None, set())
    for number, places in enumerate(groups, 1):
        before = going = 0
        for tied in places:
            there = sum(pk not in gone for pk in tied)
            if len(tied) > 1:
                yield SharedPlace(
                    group=number if len(groups) > 1 else 0,
                    place=place_words(before + 1, before + len(tied)),
                    names=tuple(called(entrants[pk]) for pk in tied),
                    is_cut=is_cut(going, there, best),
                )
            before, going = before + len(tied), going + there
