"""What is asked of the draw of a round, whatever the format."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from scorekeeper.draws.drawn import Held
from scorekeeper.pairing.schedules.instance import Round as Seated


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What is asked of a draw. `shown` are the next round and those after it as people have seen them: with
    `few_changes` as few as possible get other table mates. With `despite` those for whom no other way is found sit
    together though they never should. `smaller`: where somebody sits out anyway tables are smaller, and more do. `stop`
    is asked now and then, and may raise. Penalties and bonuses count that were given `until` then, of old draws."""

    seed: int
    held: Mapping[str, Held] = field(default_factory=dict)
    shown: Sequence[Seated] = ()
    few_changes: bool = False
    despite: bool = False
    smaller: bool = False
    stop: Callable[[], bool] | None = None
    until: datetime | None = None

    @property
    def fixed(self) -> dict[str, int | None]:
        """{who: the table where they stay, or None: they sit out}"""
        return {key: held.table for key, held in self.held.items()}
