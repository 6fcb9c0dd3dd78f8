"""The next step of a tournament as its director takes it: one button, what it waits for, and all that it does."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext, pgettext

from scorekeeper.draws.selectors.desk import waits_for
from scorekeeper.tournaments.desk.reads import DeskRounds, opened, stage_on
from scorekeeper.tournaments.ending.reads import first_places
from scorekeeper.tournaments.formats.at_desk import NextStep
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.next_round import NextRound, Obstacle
from scorekeeper.tournaments.models import Round, Stage, Tournament
from scorekeeper.tournaments.rounds.field import called
from scorekeeper.tournaments.words import entrants_count, plan_words

DRAW, OPEN, OFFICIAL = "draw", "open", "official"
"""What the button of a step posts: draw the next round; draw matches that leave nothing to choose and open them; make
what is complete official, and draw the next round where one is left."""

MOST_SENTENCES: Final = 3  # matches that wait, each in a sentence of its own


def next_step(
    tournament: Tournament, stages: Sequence[Stage], on: DeskRounds | None, planned: int, *, may_plan: bool
) -> NextStep | None:
    """None once every stage has ended. `on` are the rounds of the stage that is on, of which there are `planned`;
    `may_plan`: the reader may make a round official."""
    stage = stage_on(stages)
    if stage is None:
        return None
    if draft := next((round_ for round_ in stage.rounds.all() if round_.is_draft), None):
        return _open_draft(stage, draft)
    if format_of(stage).is_by_matches and (step := _next_matches(stage, on)):
        return step
    if on and on.led and on.led.step:
        return on.led.step
    if on is None or on.is_official:
        return _after_official(tournament, stages, stage, planned, may_plan=may_plan)
    return _after_open(stages, on, planned, may_plan=may_plan)


@dataclass(frozen=True, slots=True)
class StepPreview:
    """What the button of a step does, before it is tapped. `official` are the rounds that become official with it, and
    `first` who has the first places then, (place, name). `number` is that of the round that is drawn: `rule` says how,
    `shape` who sits where many, `matches` who meets where that is known already, `notes` what else is to be known of
    it, also what stops it. `lasting` says what can be taken back and what cannot."""

    official: tuple[int, ...]
    first: tuple[tuple[str, str], ...]
    number: int
    rule: tuple[str, ...]
    shape: str
    matches: tuple[tuple[str, str], ...]
    notes: tuple[Obstacle, ...]
    lasting: tuple[str, ...]

    @property
    def is_stopped(self) -> bool:
        return any(note.stops for note in self.notes)


def preview_of(stage: Stage, on: DeskRounds | None, does: str) -> StepPreview:
    """Of the step that posts `does` in this stage, whose rounds that are on are `on`."""
    format_, tournament = format_of(stage), stage.tournament
    official = [each for each in on.rounds if not each.official_at] if on and does == OFFICIAL else []
    coming = format_.next_round(stage)
    here = coming.field.here
    lasting = [_("An official round stays official. A director can still correct a result in it, with a reason.")]
    matches: list[tuple[str, str]] = []
    if does == OPEN:
        matches = [(called(home), called(away)) for home, away in zip(here[::2], here[1::2], strict=True)]
        text = _(
            "The sheets of these matches open at once, and everybody sees the pairings. You can undo this "
            "until something is recorded in them or a later round is drawn."
        )
    else:
        text = _(
            "Only the desk sees the draw. Until you open the round, you can change the draw, repeat it or delete it."
        )
    return StepPreview(
        official=tuple(each.number for each in official),
        first=tuple(first_places(stage, format_.places(stage, official=False))) if official else (),
        number=coming.number if format_.has_numbers else 0,
        rule=tuple(plan_words(stage.typed_plan, 1, tournament.plays, tournament.rules_version)),
        shape=_shape(tournament, coming) if coming.sizes else "",
        matches=tuple(matches),
        notes=coming.obstacles,
        lasting=(*lasting, text) if official else (text,),
    )


def is_last(stages: Sequence[Stage], stage: Stage) -> bool:
    """Whether the tournament ends with this stage."""
    return stage.pk == stages[-1].pk


def _open_draft(stage: Stage, draft: Round) -> NextStep:
    words = format_of(stage).rounds.open(draft.number)
    sentence = _("The round is drawn. You see all seats and the reasons before you open the round.")
    return NextStep(words, (sentence,), address=reverse("stage_draw", args=[stage.pk]))


def _next_matches(stage: Stage, on: DeskRounds | None) -> NextStep | None:
    """Of a bracket: its first round is drawn like any other, later matches leave nothing to choose. Which of them wait
    for somebody is said; where all do and nothing else is played, nothing can be done before."""
    if on is None:
        return None
    coming = format_of(stage).next_round(stage)
    waits = [each.text for each in coming.obstacles if each.code in {"match_waits", "not_checked_in"}]
    if (number := len(waits) - MOST_SENTENCES) > 0:
        more = ngettext("{number} more waits as well.", "{number} more wait as well.", number)
        waits = [*waits[:MOST_SENTENCES], more.format(number=number)]
    if coming.may_draw:
        words = ngettext("Open the next match", "Open the next {number} matches", len(coming.sizes))
        sentence = _("The pairings follow from the results so far.")
        return NextStep(words.format(number=len(coming.sizes)), (sentence, *waits), does=OPEN)
    return NextStep(_("Open the next matches"), tuple(waits), is_ready=False) if waits and not on.missing else None


def _after_official(
    tournament: Tournament, stages: Sequence[Stage], stage: Stage, planned: int, *, may_plan: bool
) -> NextStep:
    number = max((one.number for one in opened(stage)), default=0) + 1
    if number <= planned:
        coming = format_of(stage).next_round(stage)
        words = format_of(stage).rounds.draw(number)
        if coming.may_draw:
            ends_at = reverse("stage_end", args=[stage.pk]) if may_plan and number > 1 else ""
            return NextStep(words, (_shape(tournament, coming),), does=DRAW, ends_at=ends_at)
        return NextStep(words, tuple(each.text for each in coming.obstacles if each.stops), is_ready=False)
    return _end(stages, stage, None, may_plan=may_plan)


def _after_open(stages: Sequence[Stage], on: DeskRounds, planned: int, *, may_plan: bool) -> NextStep:
    """Rounds that are not official yet: they become so together with what comes after them."""
    stage, number = on.stage, on.newest.number + 1
    if number > planned or format_of(stage).is_by_matches:
        return _end(stages, stage, on, may_plan=may_plan, rounds=len(on.rounds))
    words = _("Make round {number} official and draw round {next}").format(number=on.newest.number, next=number)
    if on.missing:
        return NextStep(format_of(stage).rounds.draw(number), (waits_for(on.missing),), is_ready=False)
    if not may_plan:
        text = _("All results are in. A director makes round {number} official first.")
        return NextStep(format_of(stage).rounds.draw(number), (text.format(number=on.newest.number),), is_ready=False)
    sentence = _("All results are in. You see the draw before you open the round.")
    return NextStep(words, (sentence,), does=OFFICIAL, ends_at=reverse("stage_end", args=[stage.pk]))


def _end(stages: Sequence[Stage], stage: Stage, on: DeskRounds | None, *, may_plan: bool, rounds: int = 0) -> NextStep:
    last = is_last(stages, stage)
    words = _("End the tournament") if last else _("End this stage")
    if on and on.missing:
        return NextStep(words, (on.led.ends_when if on.led else waits_for(on.missing),), is_ready=False)
    if not rounds and (why := format_of(stage).open_question(stage)):
        return NextStep(words, (why,), is_ready=False)
    if not may_plan:
        return NextStep(words, (_("All results are in. A director can now end the stage."),), is_ready=False)
    if rounds > 1:
        words = _("Make all {number} rounds official and end the tournament") if last else words
        words = words.format(number=rounds)
    elif rounds and last:
        words = str(format_of(stage).rounds.end)
    sentence = _("Everything is decided. You see what happens before you confirm.")
    return NextStep(words, (sentence,), address=reverse("stage_end", args=[stage.pk]))


def _shape(tournament: Tournament, coming: NextRound) -> str:
    """Who plays, at which tables."""
    people = entrants_count(tournament, len(coming.field.here))
    if all(size == 2 for size in coming.sizes):
        tables = npgettext("numbered", "{number} match", "{number} matches", len(coming.sizes)).format(
            number=len(coming.sizes)
        )
    else:
        tables = ", ".join(
            ngettext("{times} table of {size}", "{times} tables of {size}", times).format(times=times, size=size)
            for times, size in coming.shape
        )
    return pgettext("note", "{people}: {tables}.").format(people=people, tables=tables)
