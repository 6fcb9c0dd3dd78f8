"""The worked cases of the rules file."""

import json
from pathlib import Path

import pytest

from games import game
from games.core.cases import answer, differences

VECTORS = json.loads(Path(__file__).with_name("vectors.json").read_text())["vectors"]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_vector_agrees(vector):
    got = answer(game("tonk"), vector)

    assert list(differences(vector["expected"], got)) == []


@pytest.mark.parametrize("vector", [case for case in VECTORS if "error" in case["expected"]], ids=lambda v: v["id"])
def test_refusal_is_the_first_one(vector):
    got = answer(game("tonk"), vector)

    assert got["error"] == vector["expected"]["error"]
