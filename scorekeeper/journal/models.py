"""What was decided in a club, for people to read: one row for each act of those who run it."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from scorekeeper.chains.contents import Content
from scorekeeper.chains.models import Chained
from scorekeeper.common.names import WordsField


class Kind(models.TextChoices):
    """What was done; `scorekeeper.desk.selectors` has a sentence for each."""

    CLOSED = "closed"
    REOPENED = "reopened"
    ENDED = "ended"
    RESUMED = "resumed"
    TABLE_WITHDRAWN = "table_withdrawn"
    CORRECTED = "corrected"
    STRUCK = "struck"
    DECIDED = "decided"
    PENALTY = "penalty"
    ADJUSTED = "adjusted"
    REVERSED = "reversed"
    SWAPPED = "swapped"
    SUBSTITUTE = "substitute"
    RETURNED = "returned"
    SHARED = "shared"
    NOT_SHARED = "not_shared"

    EVENING_PLANNED = "evening_planned"
    EVENING_CHANGED = "evening_changed"
    EVENING_OPENED = "evening_opened"
    EVENING_DRAWN = "evening_drawn"
    EVENING_CLOSED = "evening_closed"
    EVENING_CALLED_OFF = "evening_called_off"
    EVENING_REOPENED = "evening_reopened"
    KEPT_APART = "kept_apart"
    LET_TOGETHER = "let_together"

    COLLECTED = "collected"
    NOT_COLLECTED = "not_collected"

    LEAGUE_MADE = "league_made"
    TEAM_ADDED = "team_added"
    TEAM_RENAMED = "team_renamed"
    GROUPS_DRAWN = "groups_drawn"
    GROUPS_SET = "groups_set"
    LINE_UP = "line_up"
    TEAM_JOINED = "team_joined"
    TEAM_ROLE = "team_role"
    TEAM_LEFT = "team_left"
    TEAMS_IMPORTED = "teams_imported"
    TEAMS_TAKEN_BACK = "teams_taken_back"

    SEASON_OPENED = "season_opened"
    SEASON_CHANGED = "season_changed"
    SEASON_ENDED = "season_ended"
    SEASON_REOPENED = "season_reopened"
    BONUS = "bonus"
    FINE = "fine"
    BONUS_TAKEN_BACK = "bonus_taken_back"
    SHEETS_COUNTED = "sheets_counted"
    LOT_DRAWN = "lot_drawn"
    LOT_TAKEN_BACK = "lot_taken_back"
    IMPORTED = "imported"
    IMPORT_TAKEN_BACK = "import_taken_back"
    MONEY_BROUGHT = "money_brought"
    MONEY_TAKEN_BACK = "money_taken_back"

    TOURNAMENT_PLANNED = "tournament_planned"
    TOURNAMENT_BROUGHT = "tournament_brought"
    TOURNAMENT_CHANGED = "tournament_changed"
    TOURNAMENT_CALLED_OFF = "tournament_off"
    TOURNAMENT_ROUND = "tournament_round"
    TOURNAMENT_TAKEN_BACK = "tournament_back"
    TOURNAMENT_OFFICIAL = "tournament_official"
    TOURNAMENT_STAGE = "tournament_stage"
    TOURNAMENT_ENDED = "tournament_ended"
    TOURNAMENT_REOPENED = "tournament_reopened"
    TOURNAMENT_HELD = "tournament_held"
    TOURNAMENT_RELEASED = "tournament_released"
    PAIR_APART = "pair_apart"
    PAIR_TOGETHER = "pair_together"
    PAIR_LET = "pair_let"

    HOUSE_WRITTEN = "house_written"
    HOUSE_CHANGED = "house_changed"
    HOUSE_RENAMED = "house_renamed"
    HOUSE_FIRST = "house_first"
    HOUSE_NOT_FIRST = "house_not_first"
    HOUSE_RETIRED = "house_retired"
    HOUSE_BROUGHT_BACK = "house_brought_back"

    INVITED = "invited"
    INVITATION_WITHDRAWN = "withdrawn"
    MEMBER_JOINED = "joined"
    MEMBER_LEFT = "left"
    MEMBER_REMOVED = "removed"
    ROLE_CHANGED = "role_changed"
    HANDED_OVER = "handed_over"
    WRITTEN_IN = "written_in"
    PEOPLE_IMPORTED = "people_imported"
    PEOPLE_TAKEN_BACK = "people_taken_back"
    RENAMED = "renamed"
    CALLED = "called"
    RETIRED = "retired"
    BROUGHT_BACK = "brought_back"
    MERGED = "merged"
    UNMERGED = "unmerged"
    RATED = "rated"
    NOT_RATED = "not_rated"
    NAMES_KEPT = "names_kept"
    NAMES_REMOVED = "names_removed"
    NAMES_ANNOUNCED = "names_announced"
    NAMES_PUT_OFF = "names_put_off"
    NAMES_GONE = "names_gone"
    TEXTS_ERASED = "texts_erased"

    BOOKED_BACK = "booked_back"
    PUT_INTO_BOX = "put_into_box"
    TAKEN_FROM_BOX = "taken_from_box"
    BOX_TARGET = "box_target"
    PRIZE_MARKS = "prize_marks"
    PRIZES_SET = "prizes_set"
    PRIZES_ENTERED = "prizes_entered"
    PRIZES_NOT_ENTERED = "prizes_not_entered"
    FEES_COLLECTED = "fees_collected"
    FEES_NOT_COLLECTED = "fees_not_collected"
    PRIZES_AWARDED = "prizes_awarded"
    PRIZES_TAKEN_BACK = "prizes_taken_back"
    MONEY_CHANGED = "money_changed"
    BALANCES_HIDDEN = "balances_hidden"
    BALANCES_SHOWN = "balances_shown"

    CLUB_FOUNDED = "founded"
    CLUB_CHANGED = "club_changed"
    CLUB_CLOSED = "club_closed"
    CLUB_REOPENED = "club_reopened"


class Entry(Chained):
    """One act. It is only ever added, which the database sees to, and holds no names: people are rows, and `thing` is
    the id of the table, evening, tournament, team, season or house rules it was done to, so that whoever is renamed,
    merged or made nameless is so here too.

    `by_user` did it, or the phone `by_phone`; `user`, `player` and `other` are whom it concerns; `detail` says more in
    plain values. What binds stands elsewhere, hands and acts in their chains: this is for finding and reading it.
    """

    content = Content(
        owner=lambda entry: entry.thing or entry.club_id, texts=("reason",), erasing={"kind": Kind.TEXTS_ERASED.value}
    )

    club = models.ForeignKey("clubs.Club", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    kind = models.CharField(max_length=20)
    by_user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    by_phone = models.UUIDField(null=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    player = models.ForeignKey("clubs.Player", on_delete=models.PROTECT, null=True, related_name="+")
    other = models.ForeignKey("clubs.Player", on_delete=models.PROTECT, null=True, related_name="+")
    thing = models.UUIDField(null=True)
    detail = models.JSONField(default=dict)
    reason = WordsField(max_length=200, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["club", "-at", "-id"], name="journal_newest_first"),
            models.Index(fields=["club", "thing"], name="journal_of_a_thing"),
            models.Index(fields=["club", "by_user"], name="journal_by_whom"),
        ]
