"""Whatever happens on an evening, in whatever order: nothing is lost, nothing doubled, and every sum is right."""

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.play.history.machine import Histories

pytestmark = pytest.mark.django_db

# Without the phase that explains a failure: it traces every line of every step, and takes several times as long.
PHASES = (Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink)
CHECKS = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much)


def play(games: tuple[str, ...], examples: int, steps: int) -> None:
    """So many evenings of up to so many steps."""
    Histories.count.clear()
    machine = type("Histories", (Histories,), {"games": games})
    sizes = settings(max_examples=examples, stateful_step_count=steps, phases=PHASES, suppress_health_check=CHECKS)
    run_state_machine_as_test(machine, settings=sizes)


@pytest.mark.parametrize("game", Histories.games)
def test_any_history_adds_up(game):
    play((game,), 2, 20)

    assert Histories.count["record"] > 0


@pytest.mark.long
def test_many_long_histories_add_up(capsys):
    play(Histories.games, 300, 60)

    with capsys.disabled():
        print("\n" + "\n".join(f"{times:6}  {act}" for act, times in sorted(Histories.count.items())))  # noqa: T201
    assert Histories.count.keys() >= KINDS


# Each was taken at least once, so that none is left out unnoticed.
KINDS = {
    "adjust",
    "close",
    "confirm",
    "correct",
    "deal_next",
    "decide",
    "dispute",
    "end",
    "join",
    "leave",
    "open",
    "record",
    "reopen",
    "resume",
    "sent hand",
    "sent undo",
    "sign",
    "substitute",
    "swap",
    "take_back",
    "undo",
    "withdraw",
}
