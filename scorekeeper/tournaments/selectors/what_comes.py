"""What comes for somebody whose round is over, in a sentence: more rounds, a later stage, or nothing."""

from uuid import UUID

from django.utils.translation import gettext as _

from scorekeeper.common.texts import isolated
from scorekeeper.tournaments.formats.registry import format_of
from scorekeeper.tournaments.models import Round, Stage
from scorekeeper.tournaments.words import stage_title


def what_comes(after: Round, entrant: UUID) -> str:
    """For an entrant who has nothing open after this round."""
    stage = after.stage
    following = stage.tournament.stages.filter(number__gt=stage.number).order_by("number").first()
    if stage.state == Stage.State.ENDED:
        return _after_stage(following, entrant) if following else ""
    planned = format_of(stage).planned_rounds(stage)
    if planned is None or after.number < planned:
        return _opened_next(stage)
    if following is None:
        return _("That was your last round.")
    text = _("That was the last round of this stage. Who goes on to “{stage}” stands here once it has ended.")
    return text.format(stage=isolated(stage_title(following)))


def _after_stage(following: Stage, entrant: UUID) -> str:
    title = isolated(stage_title(following))
    if following.entrants.filter(entrant=entrant).exists():
        return _("You go on to “{stage}”.").format(stage=title) + " " + _opened_next(following)
    return _("“{stage}” goes on without you: that was your last round.").format(stage=title)


def _opened_next(stage: Stage) -> str:
    return str(format_of(stage).next_place)
