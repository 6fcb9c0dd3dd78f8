"""What a commit has to bring about comes about once, whether or not the worker lives to see to it."""

import json
import re
from pathlib import Path
from uuid import UUID

import pytest

from tests.faults.conftest import SQLITE_FIRST
from tests.faults.lines import Line
from tests.faults.load import SAVED, Phone
from tests.serving import run_python, serving

TICK_TWICE = """
import django; django.setup()
import json
from django.core.management import call_command
from scorekeeper.outbox.models import Mail
from scorekeeper.play.models import HandMark
call_command("tick")
call_command("tick")
marks = HandMark.objects.filter(kind=HandMark.Kind.DISPUTED).select_related("hand").order_by("hand__number")
print(json.dumps({
    "disputed": [mark.hand.number for mark in marks],
    "mails": Mail.objects.count(),
    "sent": Mail.objects.exclude(sent_at=None).count(),
}))
"""


MOMENTS = ("commit", "committed")


@pytest.mark.parametrize("place", SQLITE_FIRST, indirect=True)
def test_a_dispute_is_told_once_wherever_the_worker_dies_around_its_commit(place, faulty, size):
    """The odd ones die before the commit, so that nothing may remain of them, the even ones after it, before the mail
    is asked for."""
    orders, crashes = Path(faulty["FAULTS"]), size(2, 100)

    with serving(place.url, threads=1, environ=faulty, options=["--preload"]) as server:
        phone = Phone(server.url, place.made["tables"][:1], place.made["headers"])
        with phone.line as line:
            hands = [phone.record() for _hand in range(crashes + 1)]
            dispute(line, hands[0].identity, place.made["phones"][0])
            for number, hand in enumerate(hands[1:]):
                orders.write_text(MOMENTS[number % 2])
                assert dispute(line, hand.identity, place.made["phones"][0]) > 1
                assert not orders.exists()
            events = orders.with_suffix(".seen").read_text().splitlines()
        printed = server.log

    ticked = run_python(["-c", TICK_TWICE], place.environ)
    seen = json.loads(ticked.splitlines()[-1])
    mailed = sorted(map(int, re.findall(r"^Subject: Hand (\d+)", printed + ticked, re.MULTILINE)))
    print(f"\n{crashes} crashes, {seen['mails']} mails for {len(seen['disputed'])} disputes")
    assert seen["disputed"] == mailed == list(range(1, crashes + 2))
    assert seen["mails"] == seen["sent"] == crashes + 1
    assert [event for event in events if event in MOMENTS] == ["commit", "commit", "committed"] * (crashes // 2)


def dispute(line: Line, hand: str, phone: dict[str, str]) -> int:
    """Say it until it is heard; after how many times it was."""
    headers = {**phone, "Content-Type": "application/json"}
    body = json.dumps({"reason": "the trick was ours"}).encode()
    for said in range(1, 50):
        answer = line.ask("POST", f"/api/v1/hands/{UUID(hand)}/dispute", headers, body)
        if answer.status in SAVED:
            return said
        assert answer.status in {0, 503}, answer
    raise AssertionError("nobody heard the dispute")
