"""What a list would cost in money: the stake by differences, and fees for lost games."""

from collections.abc import Mapping
from typing import Final

from games.core.text import Text, gettext_noop
from games.core.values import Counterpart, Due
from games.skat.rules import SkatRules
from games.skat.series import loss_fee, money
from games.skat.state import ListState

MONEY: Final = frozenset({"stake_per_point", "loss_fee"})


def dues(
    tallies: Mapping[int, Mapping[str, int]], totals: Mapping[int, int], rules: SkatRules, state: ListState
) -> tuple[Due, ...]:
    """Everybody settles the difference of the totals with everybody; fees go to whoever keeps the purse."""
    found: list[Due] = []
    if rules.stake_per_point:
        stake = Text(gettext_noop("Stake: {stake} a point"), {"stake": _written(rules.stake_per_point)})
        amounts = money(list(totals.values()), rules.stake_per_point)
        found += [Due(seat, stake, amount) for seat, amount in zip(totals, amounts, strict=True)]
    if fee := rules.loss_fee:
        label = Text(gettext_noop("Fees for lost games"))
        fees = {seat: loss_fee(tally.get("lost", 0), fee) for seat, tally in tallies.items()}
        found += [Due(seat, label, -owed) for seat, owed in fees.items()]
        found.append(Due(Counterpart.PURSE, label, sum(fees.values())))
    return tuple(found)


def _written(amount: int) -> str:
    """Minor units with two decimals."""
    return f"{amount // 100}.{amount % 100:02}"
