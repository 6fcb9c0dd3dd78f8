"""What a club has said of the columns of its files."""

from django.db import models

from scorekeeper.clubs.models import Club
from scorekeeper.common.models import Row


class ColumnChoice(Row):
    """What a column holds in the files of a club that have such a head: `key` is `heads.head_key` of it, `kind` what
    is imported, `column` one of `choosing.columns_to_choose`, empty for a column not to be read."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="column_choices")
    kind = models.CharField(max_length=20)
    key = models.CharField(max_length=200)
    column = models.CharField(max_length=60, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "kind", "key"], name="one_choice_for_a_head")]

    def __str__(self) -> str:
        return f"{self.key}: {self.column}"
