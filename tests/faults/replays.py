"""Hands that were acknowledged are sent again."""

from collections.abc import Iterable, Mapping

from tests.faults.lines import Answer, Line
from tests.faults.load import Acknowledged, hand_by


def differing(url: str, headers: Mapping[str, str], told: Iterable[Acknowledged]) -> list[tuple[object, object]]:
    """What is answered now where it is not 200 and the hand that was answered first."""
    with Line(url) as line:
        answers = [(one, line.ask("POST", *hand_by(one.table, one.key, headers))) for one in told]
    return [(one.hand, answer) for one, answer in answers if not is_same(one, answer)]


def is_same(one: Acknowledged, answer: Answer) -> bool:
    """The hand as it was accepted first; the state of the sitting beside it is today's."""
    hand = {name: value for name, value in answer.body.items() if name != "state"}
    return answer.status == 200 and hand == one.hand
