"""What is planned of a Swiss system."""

from typing import ClassVar, Literal

from pydantic import Field

from scorekeeper.pairing.keys import SWISS
from scorekeeper.tournaments.formats.plan import MatchPlan, Points, Rounds


class SwissPlan(MatchPlan):
    """`rounds` None: as many as are usual for as many entrants as come. `bye`: what a round without an opponent
    counts, in half points; None: as much as a win. `late` is what a tournament gives to who begins after its first
    round: nothing for what they missed (`zero`), or half a bye, once (`half`). `system` is the way to pair: by
    matching, or FIDE's Dutch. `apart` is for entrants of one origin: `off`, `soft` (they meet where the scores leave
    no other way; not for the Dutch system) or `hard` (they never do while there is any other way)."""

    kind: Literal["swiss"] = Field(default="swiss", description="The format.")
    rounds: Rounds | None = Field(
        default=None, description="How many rounds are played; null: as many as are usual for as many entrants as come."
    )
    system: Literal["matching", "dutch"] = Field(
        default="matching", description="The way to pair: the best of all pairings, or FIDE’s Dutch system."
    )
    first: Literal["seeds", "random"] = Field(default="seeds", description="How the first round is paired.")
    apart: Literal["off", "soft", "hard"] = Field(
        default="off",
        description="Entrants of one origin meet like all others (`off`), where there is no other way (`soft`; in "
        "a Swiss where the scores leave none, and not in the Dutch system), or never while anything "
        "else can be drawn (`hard`).",
    )
    bye: Points | None = Field(
        default=None,
        description="What a round counts without a table, in points; of two entrants without an opponent, in half "
        "points (null: as much as a win).",
    )
    late: Literal["zero", "half"] = Field(
        default="zero",
        description="Of the first stage: what is given to who begins after its first round; `half`: half a bye, "
        "once, for the last round they missed.",
    )

    usual_ties: ClassVar = SWISS
    format_ties: ClassVar = ("BH_C1", "BH", "BH_M1", "SB", "DE", "WIN", "WON", "PS")

    @property
    def for_bye(self) -> int:
        return self.win if self.bye is None else self.bye

    @property
    def gives_half_bye(self) -> bool:
        return self.late == "half"


PLANS = (SwissPlan,)
