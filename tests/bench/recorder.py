"""One process that records at its own tables by the service: `python -m tests.bench.recorder SECONDS SITTING ...`."""

import json
import sys
import time
import uuid

import django

django.setup()

from django.db import OperationalError  # noqa: E402 needs the set-up
from django.utils import timezone  # noqa: E402

from scorekeeper.play.models import Sitting  # noqa: E402
from scorekeeper.play.recording.services import SentHand, record_hand  # noqa: E402
from tests import factories as f  # noqa: E402
from tests.bench.hands import declared, hands  # noqa: E402


def main(seconds: float, names: list[str]) -> None:
    sittings = [Sitting.objects.select_related("opened_by_user").get(pk=name) for name in names]
    facts, dealer, keys, locked, longest = hands(), 0, [], 0, 0.0
    print("ready", flush=True)
    sys.stdin.readline()
    begun, cpu = time.perf_counter(), time.process_time()
    while sittings and (started := time.perf_counter()) < begun + seconds:
        key, sent = uuid.uuid4(), declared(next(facts), dealer)
        try:
            done = record_hand(
                SentHand(record=sent),
                sitting_id=sittings[0].pk,
                by=f.keeper_of(sittings[0]),
                key=key,
                now=timezone.now(),
            )
        except OperationalError:
            locked += 1
            continue
        keys.append(str(key))
        dealer = done.sitting.dealer
        if not done.sitting.accepts_hands:
            sittings.pop(0)
            dealer = 0
        longest = max(longest, time.perf_counter() - started)
    told = {"done": len(keys), "locked": locked, "longest": longest, "keys": keys}
    print(json.dumps({**told, "seconds": time.perf_counter() - begun, "cpu": time.process_time() - cpu}))


if __name__ == "__main__":
    main(float(sys.argv[1]), sys.argv[2:])
