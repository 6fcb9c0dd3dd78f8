"""Whatever is done to an act in the chain of a sitting is found and named."""

import pytest

from scorekeeper.play.models import Act, LedgerEntry
from tests.play.verifying.tampering import tampered

pytestmark = pytest.mark.django_db


def test_changed_act_in_the_chain_is_found(penalised):
    for changed in ({"reason": "other"}, {"detail": {"points": -5, "lines": [], "after": 1}}, {"kind": "adjusted"}):
        act = Act.objects.get(sitting=penalised, seq=2)
        before = {name: getattr(act, name) for name in changed}

        Act.objects.filter(pk=act.pk).update(**changed)

        assert "was changed after it was recorded" in tampered()[0]
        Act.objects.filter(pk=act.pk).update(**before)


def test_deleted_act_is_found(penalised):
    LedgerEntry.objects.filter(act__sitting=penalised)._raw_delete("default")
    Act.objects.filter(sitting=penalised, seq=2)._raw_delete("default")

    found = tampered()

    assert found[0] == "the chain breaks at seq 2 (hand 2, version 1)"
    assert any(what.startswith("the tally of seat 0") for what in found)


def test_entry_of_an_act_that_was_changed_is_found(penalised):
    LedgerEntry.objects.filter(act__sitting=penalised).update(amount=-5)

    assert tampered()[0] == "the ledger of seq 2 (act penalty) does not say what the act is worth"
