"""A bracket as it is drawn on paper: every match once or where pages meet, in its place, of any size."""

from collections import Counter
from io import BytesIO
from itertools import combinations

import pytest
from django.urls import reverse
from pypdf import PdfReader

from scorekeeper.pairing.brackets import followed
from scorekeeper.tournaments.drawings.bracket import SHEETS, bracket_pictures
from scorekeeper.tournaments.drawings.shapes import fitted
from scorekeeper.tournaments.formats.bracket.bracket import State, bracket_for
from scorekeeper.tournaments.formats.bracket.picture import parts_of
from scorekeeper.tournaments.formats.bracket.plan import DoublePlan, SinglePlan
from scorekeeper.tournaments.formats.standing import BracketPart
from scorekeeper.tournaments.models import Entrant, Stage, Tournament
from tests import factories
from tests.factories.matches import make_bracket, next_round
from tests.factories.tournaments import publish

SIZES = [*range(2, 10), 11, 16, 17, 31, 33, 64, 65, 128]
PLANS = [SinglePlan(), SinglePlan(third_place=True), DoublePlan(), DoublePlan(reset=False)]


def parts(entrants: int, plan: SinglePlan | DoublePlan) -> list[BracketPart]:
    """Of a bracket in which nothing was played."""
    stage = Stage(tournament=Tournament(), plan=plan.model_dump(mode="json"))
    seeds = tuple(Entrant(number=seed) for seed in range(1, entrants + 1))
    bracket = bracket_for(stage, entrants)
    state = State(stage, bracket, seeds, (), {}, {}, {}, {}, frozenset(), followed(bracket, {}))
    names = {entrant.pk: f"Name {entrant.number}" for entrant in seeds}
    return parts_of(state, names, on_paper=True)


def overlap(one, two) -> bool:
    return (
        one.left < two.left + two.wide
        and two.left < one.left + one.wide
        and one.top < two.top + two.high
        and two.top < one.top + one.high
    )


@pytest.mark.parametrize("paper", ["A4", "A5"])
@pytest.mark.parametrize("plan", PLANS, ids=["single", "third", "double", "no reset"])
def test_every_match_is_drawn_and_none_over_another(plan, paper):
    for entrants in SIZES:
        found = parts(entrants, plan)
        matches = [match for part in found for one in part.rounds for match in one.matches]
        known = {match.name for match in matches if match.state != "none"}

        pictures = bracket_pictures(found, paper)

        drawn = Counter(text.text.partition(",")[0] for one in pictures for text in one.texts)
        assert known <= drawn.keys(), entrants
        assert sum(len(one.frames) for one in pictures) == sum(drawn[name] for name in known)
        assert max(drawn[name] for name in known) <= 2, "where pages meet, and no more"
        sheet = SHEETS[paper]
        for one in pictures:
            assert not any(overlap(*both) for both in combinations(one.frames, 2)), entrants
            assert all(frame.left + frame.wide <= one.wide for frame in one.frames), entrants
            assert all(frame.top + frame.high <= sheet.high for frame in one.frames), entrants
            assert all(text.left >= 0 and text.left + text.wide <= one.wide + 0.01 for text in one.texts)


@pytest.mark.parametrize(
    ("entrants", "paper", "pages"),
    [(2, "A4", 1), (32, "A4", 1), (33, "A4", 3), (64, "A4", 3), (128, "A4", 5), (16, "A5", 1), (64, "A5", 5)],
)
def test_so_many_pages_and_the_final_on_the_last(entrants, paper, pages):
    pictures = bracket_pictures(parts(entrants, SinglePlan(third_place=True)), paper)

    assert len(pictures) == pages
    said = [{text.text for text in one.texts} for one in pictures]
    assert ["Final" in one for one in said] == [False] * (pages - 1) + [True]
    assert ("P3" in said[-1]) == (entrants > 2)


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("Bo & Al", ("Bo & Al",)),
        ("Ana Lima & Bia Reis", ("Ana Lima & Bia Reis",)),
        ("Jan Jansen & Klara Quandt", ("Jan Jansen &", "Klara Quandt")),
        (
            "Alexandra von Hohenstein & Maximilian Greiffenberg",
            ("Alexandra von Hohenstein &", "Maximilian Greiffenberg"),
        ),
    ],
)
def test_a_long_name_is_written_smaller_or_in_two_lines_and_whole(name, lines):
    fit = fitted(name, wide=28, letters=3.3, line=4.6)

    assert fit.lines == lines
    assert (fit.size == 3.3) == (name == "Bo & Al")
    assert max(map(len, fit.lines)) * fit.size * 0.4 <= 28


@pytest.mark.django_db
def test_the_pairs_of_a_bracket_are_not_cut_on_the_smaller_paper(client):
    stage = make_bracket(16, SinglePlan())
    Entrant.objects.filter(tournament=stage.tournament).update(name="Jan Jansen & Klara Quandt")
    publish(stage)
    client.force_login(factories.owner_of(stage.club))

    file = client.get(reverse("standing_print", args=[stage.pk]), {"as": "a5"})

    assert "…" not in PdfReader(BytesIO(file.content)).pages[0].extract_text()


@pytest.mark.django_db
@pytest.mark.parametrize(("form", "size"), [("pdf", (297, 210)), ("a5", (210, 148))])
def test_a_double_elimination_as_a_file(client, form, size):
    stage = make_bracket(8)
    next_round(stage)
    long = Entrant.objects.get(tournament=stage.tournament, number=1)
    long.name = "Maximiliane-Charlotte von Hohenstein-Weißenfels & שרה כהן"
    long.save()
    client.force_login(factories.owner_of(stage.club))

    answer = client.get(reverse("standing_print", args=[stage.pk]), {"as": form})

    [page] = PdfReader(BytesIO(answer.content), strict=True).pages
    assert (round(page.mediabox.width * 25.4 / 72), round(page.mediabox.height * 25.4 / 72)) == size
    text = page.extract_text()
    assert all(part in text for part in ("Upper bracket", "Lower bracket", "Finals", "Second final", "Page 1 of 1"))
    assert all(f"Pair {number:02}" in text for number in range(2, 9))
    assert "Maximiliane-Charlotte" in text, "in two lines"


def test_letters_are_never_too_small_to_read():
    name = "Maximiliane-Charlotte von Hohenstein-Weißenfels und Greiffenberg"

    assert fitted(name, wide=22, letters=3.3, line=4.6).size == 1.5
    assert fitted(name.replace(" ", "-"), wide=22, letters=3.3, line=4.6).size == 1.5


@pytest.mark.django_db
def test_a_bracket_on_paper_before_it_begins_says_so(client):
    stage = make_bracket(4)
    client.force_login(factories.owner_of(stage.club))
    address = reverse("standing_print", args=[stage.pk])

    assert "once its first matches are open" in client.get(address).content.decode()
    assert len(PdfReader(BytesIO(client.get(address, {"as": "pdf"}).content)).pages) == 1
