"""The worked cases of the rules file."""

import json
from pathlib import Path

import pytest

from games import game
from games.core.cases import answer, differences

VECTORS = json.loads(Path(__file__).with_name("vectors.json").read_text())["vectors"]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_vector_agrees(vector):
    got = answer(game("svoi_kozyri"), vector)

    assert list(differences(vector["expected"], got)) == []
