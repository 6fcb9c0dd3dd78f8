"""How an evening came out: its report, its running score, and where its chains stand."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.models import Player
from scorekeeper.common.charts import Chart
from scorekeeper.common.ids import uuid_in
from scorekeeper.common.tables.serving import asked_file
from scorekeeper.common.tables.values import Table
from scorekeeper.common.texts import translated
from scorekeeper.leagues.evenings.here import at_evening, chosen_game
from scorekeeper.leagues.evenings.reads import Round, parts_of, people_of, sittings_of
from scorekeeper.leagues.money.reads import dues_of, owed_still, seen_dues
from scorekeeper.leagues.report.files import card_answer, course_table, results_out, results_table
from scorekeeper.leagues.report.reads import Evenings, Outcome, anchors_of, course_of, outcomes_of


@require_safe
@login_required
def evening_report(request: AuthedRequest, evening_id: UUID, table: str = "", kind: str = "") -> HttpResponse:
    """How the evening came out, on screen and on paper."""
    here = at_evening(request, evening_id)
    sittings = sittings_of(here.evening)
    outcomes = outcomes_of(here.evening, sittings)
    if file := asked_file(request, {"results": lambda: results_out(here.evening, outcomes)}, table, kind):
        return file
    people = people_of(here.evening)
    rounds = {part.game: part.rounds for part in parts_of(here.evening, sittings, request.user)}
    return here.show(
        "leagues/evening_report.html",
        parts=[
            GameReport(
                outcome,
                course_of(outcome.sittings).of([]),
                rounds[outcome.game][::-1],
                results_table(here.evening, outcome),
            )
            for outcome in outcomes
        ],
        came=[attendance for group in people.values() for attendance in group if attendance.came_at],
        dues=seen_dues(dues_of(here.evening, sittings), here.sight),
        owed=owed_still(here.evening, [sitting.pk for sitting in sittings], here.sight)
        if here.evening.is_closed
        else [],
        pending=[sitting for sitting in sittings if sitting.is_open],
        awaiting=[sitting for sitting in sittings if sitting.awaits_acceptance],
    )


@require_safe
@login_required
def evening_picture(request: AuthedRequest, evening_id: UUID) -> HttpResponse:
    """The first three of the game that `?game=` names, else of the first that was played, as a picture to share."""
    here = at_evening(request, evening_id)
    outcomes = outcomes_of(here.evening, sittings_of(here.evening))
    named = chosen_game(here.evening, request.GET) if "game" in request.GET else None
    outcome = next((candidate for candidate in outcomes if named in (None, candidate.game)), None)
    if outcome is None:
        raise Http404
    return card_answer(request, here.evening, outcome)


@require_safe
@login_required
def evening_anchors(request: AuthedRequest, evening_id: UUID) -> HttpResponse:
    """Where the chains of the evening stand, as a file to be kept elsewhere: for `manage.py verify --anchors`."""
    evening = at_evening(request, evening_id).evening
    answer = HttpResponse(b"".join(anchors_of(evening, timezone.now())), content_type="application/jsonl")
    day = timezone.localtime(evening.starts_at).date()
    answer["Content-Disposition"] = f'attachment; filename="anchors-{day:%Y-%m-%d}.jsonl"'
    return answer


@dataclass(frozen=True, slots=True)
class GameReport:
    """What the report tells of one game: how it came out, how it went, its rounds in their order."""

    outcome: Outcome
    course: Evenings
    rounds: tuple[Round, ...]
    table: Table

    @property
    def chart(self) -> Chart | None:
        return self.course.chart(None)


@require_safe
@login_required
def evening_course(request: AuthedRequest, evening_id: UUID, table: str = "", kind: str = "") -> HttpResponse:
    """The running score of the game that `?game=` names, else of the first: those who lead, the reader, and whoever
    `?player=` asks for."""
    here = at_evening(request, evening_id)
    game = chosen_game(here.evening, request.GET)
    course = course_of([sitting for sitting in sittings_of(here.evening) if sitting.game == game.game])
    title = f"{here.evening.name}, {translated(game.plays.title)}" if here.evening.is_mixed else here.evening.name
    if file := asked_file(request, {"course": lambda: course_table(title, course)}, table, kind):
        return file
    mine = Player.objects.filter(club=here.evening.club_id, user=request.user, merged_into=None).first()
    asked = uuid_in(request.GET.get("player", ""))
    own = mine.pk if mine else None
    shown = course.of([pk for pk in (asked, own) if pk])
    chart = shown.chart(asked or own)
    page: dict[str, Any] = {
        "course": shown,
        "first": asked or own,
        "chart": chart,
        "figures": course_table(title, shown),
    }
    return here.show("leagues/evening_course.html", game=game, **page)
