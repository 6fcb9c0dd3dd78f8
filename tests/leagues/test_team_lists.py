"""A list of the teams of a league: looked at first, taken over as a whole, sent again when it has grown, taken back."""

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from scorekeeper.clubs.models import Player
from scorekeeper.journal.models import Entry, Kind
from scorekeeper.leagues.models import Team, TeamMember
from scorekeeper.leagues.teams.services import leave_team
from scorekeeper.spreadsheets.matching import NEW, answer_key
from tests import factories
from tests.acting import words
from tests.factories import NOW
from tests.factories.teams import make_day, make_league_of

pytestmark = pytest.mark.django_db
EXAMPLE = Path(__file__).parents[2] / "scorekeeper" / "static" / "examples" / "league-teams.csv"
LIST = "Team;Name;Role\nAdler;Anna Amsel;captain\n;Ben Brand;\nFalken;Carl Cohn;Kapitän\nFalken;Dora Dunst;Ersatz\n"


@pytest.fixture
def page(client, owner):
    client.force_login(owner)
    return client


@pytest.fixture
def league(club):
    return make_league_of(club, ())


def send(page, league, text="", **more):
    return page.post(reverse("league_team_list", args=[league.pk]), {"text": text, **more})


def take(page, league, text, **answers):
    """Looked at and confirmed as it was shown."""
    look = send(page, league, text, **answers).context["look"]
    return send(page, league, text, take="1", shown=look.shown, **answers)


def teams(league):
    """{team: {name: role}} as it is now."""
    members = TeamMember.objects.filter(league=league, until=None).select_related("player")
    return {
        team.name: {member.player.name: member.role for member in members if member.team_id == team.pk}
        for team in Team.objects.filter(league=league)
    }


def refused(answer):
    look = answer.context["look"]
    players = [player for team in look.teams for player in team.players]
    return [str(problem) for listed in [*look.teams, *players] for problem in listed.problems]


def test_a_list_is_looked_at_and_then_taken_over(page, club, league):
    known = factories.make_player(club, "Ben Brand")
    look = send(page, league, LIST)
    assert "2 teams are new. 4 players join a team." in words(look)
    assert "People: 1 known to the club, 3 new, 0 similar to a known name" in words(look)
    assert (Team.objects.count(), TeamMember.objects.count(), Player.objects.filter(club=club).count()) == (0, 0, 2)

    assert take(page, league, LIST).status_code == 302
    assert teams(league) == {
        "Adler": {"Anna Amsel": "captain", "Ben Brand": "player"},
        "Falken": {"Carl Cohn": "captain", "Dora Dunst": "substitute"},
    }
    assert TeamMember.objects.get(player__name="Ben Brand").player == known
    assert [entry.detail["number"] for entry in Entry.objects.filter(kind=Kind.TEAMS_IMPORTED)] == [4]


@pytest.mark.parametrize(
    "text",
    [
        "Mannschaft,Kapitän,Spieler 1,Spieler 2\nAdler,Anna Amsel,Anna Amsel,Ben Brand\nFalken,Carl Cohn,Dora Dunst,\n",
        "Liga 2026\n\nEquipe\tNome\tSobrenome\tCapitão\nAdler\tAnna\tAmsel\tx\nAdler\tBen\tBrand\t\n"
        "Falken\tCarl\tCohn\tsim\nFalken\tDora\tDunst\t-\n",
        "Команда;Игрок;Роль\nAdler;1. Amsel, Anna;капитан\nAdler;Brand, Ben;игрок\nFalken;Cohn, Carl;капитан\n"
        "Falken;Dunst, Dora;игрок\n",
        "Adler;Anna Amsel;C\nAdler;Ben Brand;P\nFalken;Carl Cohn;C\nFalken;Dora Dunst;P\n",
        "Adler;Anna Amsel;Captain\nAdler;Ben Brand;Player\nFalken;Carl Cohn;Captain\nFalken;Dora Dunst;Player\n",
        "Adler;Ben Brand;Spieler\n;Anna Amsel;K\nFalken;Carl Cohn;Kapitän\nFalken;Dora Dunst;\n",
        "Adler;Ben Brand;\nAdler;Anna Amsel;capitã\nFalken;Dora Dunst;jogadora\nFalken;Carl Cohn;capitão\n",
        "Team;Vorname;Nachname;Spieler\nAdler;Anna;Amsel;C\nAdler;Ben;Brand;S\nFalken;Carl;Cohn;C\n"
        "Falken;Dora;Dunst;S\n",
    ],
)
def test_lists_of_other_layouts_and_languages_read_the_same(page, league, text):
    assert take(page, league, text).status_code == 302
    assert teams(league) == {
        "Adler": {"Anna Amsel": "captain", "Ben Brand": "player"},
        "Falken": {"Carl Cohn": "captain", "Dora Dunst": "player"},
    }


def test_a_list_that_has_grown_brings_what_is_new(page, league):
    take(page, league, LIST)
    before = set(TeamMember.objects.values_list("pk", flat=True))
    grown = LIST.replace("Dora Dunst;Ersatz", "Dora Dunst;Kapitän").replace("Carl Cohn;Kapitän", "Carl Cohn;")
    grown += "Geier;Emil Ernst;\nAdler;Flora Fink;\n"
    look = send(page, league, grown)
    assert "1 team is new. 2 players join a team. 1 player gets a new role." in words(look)
    assert "Carl Cohn is no longer captain and stays as a player." in words(look)

    take(page, league, grown)
    assert teams(league) == {
        "Adler": {"Anna Amsel": "captain", "Ben Brand": "player", "Flora Fink": "player"},
        "Falken": {"Carl Cohn": "player", "Dora Dunst": "captain"},
        "Geier": {"Emil Ernst": "player"},
    }
    assert before <= set(TeamMember.objects.values_list("pk", flat=True))
    again = send(page, league, grown, take="1", shown="")
    assert again.status_code == 422
    assert "All of this is already in the league" in words(again)


def test_a_name_much_like_somebodys_is_asked(page, club, league):
    known = factories.make_player(club, "Günther Maier")
    text = "Team;Name\nAdler;Guenther Maier\n"
    asked = send(page, league, text)
    assert "First choose who each person is." in words(asked)
    assert send(page, league, text, take="1", shown=asked.context["look"].shown).status_code == 422
    assert Team.objects.count() == 0

    key = answer_key("Guenther Maier")
    look = send(page, league, text, **{key: NEW})
    assert look.context["look"].obstacle is None
    assert take(page, league, text, **{key: str(known.pk)}).status_code == 302
    assert TeamMember.objects.get().player == known


def test_what_changed_meanwhile_is_looked_at_again(page, league):
    shown = send(page, league, LIST).context["look"].shown
    take(page, league, "Team;Name\nAdler;Ben Brand\n")
    answer = send(page, league, LIST, take="1", shown=shown)
    assert answer.status_code == 422
    assert "changed in the meantime" in words(answer)
    assert teams(league) == {"Adler": {"Ben Brand": "player"}}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Team;Name\n;Anna Amsel\n", "The team is missing."),
        ("Team;Name\nAdler;Anna Amsel\nFalken;Anna Amsel\n", "first on line 2"),
        ("Team;Name;Role\nAdler;Anna Amsel;goalkeeper\n", "“goalkeeper” is not a role in a team."),
        ("Team;Name\nAdler;12.3.2026\n", "is not a person’s name"),
        ("Team;Name;Role\nAdler;Anna Amsel;c\nAdler;Ben Brand;c\n", "two captains"),
        ("Team;Name\nFalken;Zoe There\n", "Zoe There is in the team Geier and"),
        ("Team;Name\n" + "".join(f"Adler;Person{chr(97 + n)}\n" for n in range(21)), "at most 20 players"),
        ("Team;Name\n" + "".join(f"Team {chr(97 + n)};Person{chr(97 + n)}\n" for n in range(17)), "at most 16 teams"),
    ],
)
def test_a_list_with_a_line_that_is_refused_takes_nobody_over(page, league, text, reason):
    take(page, league, "Team;Name\nGeier;Zoe There\n")
    look = send(page, league, text)
    assert reason in " ".join(refused(look))
    if "at most" not in reason and "captains" not in reason:
        assert "1 line is refused." in words(look)
    assert send(page, league, text, take="1", shown=look.context["look"].shown).status_code == 422
    assert teams(league) == {"Geier": {"Zoe There": "player"}}


def test_what_is_refused_comes_nowhere_and_is_not_counted(page, club, league):
    factories.make_player(club, "Günther Maier")
    take(page, league, "Team;Name;Role\nFalken;Carl Cohn;captain\n")
    text = (
        "Team;Name;Role\nAdler;Anna Amsel;captain\nAdler;Ben Brand;goalkeeper\nDohle;12.3.2026;\n"
        "Geier;Guenther Maier;captain\nGeier;Dora Dunst;captain\nFalken;Emil Ernst;captain\nFalken;Emil Ernst;captain\n"
    )
    shown = words(send(page, league, text))
    assert "1 team is new. 1 player joins a team. 6 lines are refused." in shown
    assert "People: 0 known to the club, 1 new, 0 similar to a known name" in shown
    assert shown.count("Joins as") == shown.count("New in the club’s people.") == 1
    assert "Joins as captain. New in the club’s people." in shown
    assert (shown.count("Refused."), shown.count("no longer captain")) == (6, 0)
    assert "Who is Guenther Maier" not in shown


def test_a_list_is_taken_back_with_a_reason(page, club, league):
    factories.make_player(club, "Ben Brand")
    take(page, league, "Team;Name;Role\nAdler;Ben Brand;captain\n")
    first = set(TeamMember.objects.values_list("pk", flat=True))
    take(page, league, LIST.replace("Anna Amsel;captain\n;Ben Brand;", "Anna Amsel;captain\n;Ben Brand;player"))
    entry = Entry.objects.filter(kind=Kind.TEAMS_IMPORTED).latest("at")
    back = reverse("league_list_back", args=[league.pk, entry.pk])
    assert "Falken" in words(page.get(back))
    assert page.post(back, {"reason": ""}).status_code == 422

    assert page.post(back, {"reason": "the wrong year"}).status_code == 302
    assert teams(league) == {"Adler": {"Ben Brand": "captain"}}
    assert set(TeamMember.objects.values_list("pk", flat=True)) == first
    assert sorted(Player.objects.filter(club=club, user=None).values_list("name", flat=True)) == ["Ben Brand"]
    assert Entry.objects.get(kind=Kind.TEAMS_TAKEN_BACK).reason == "the wrong year"
    assert page.get(back).status_code == 404


def test_whom_a_match_day_names_stays(page, club, league):
    four = "".join(
        f"{team};{team} {name};\n" for team in ("Adler", "Falken") for name in ("Anna", "Ben", "Cem", "Dora")
    )
    take(page, league, "Team;Name;Role\n" + four)
    leave_team(member_id=TeamMember.objects.get(player__name="Adler Dora").pk, by=factories.owner_of(club), now=NOW)
    make_day(league)
    take(page, league, "Team;Name\nAdler;Emil Ernst\n")
    for entry in Entry.objects.filter(kind=Kind.TEAMS_IMPORTED).order_by("at"):
        page.post(reverse("league_list_back", args=[league.pk, entry.pk]), {"reason": "a trial"})
    assert {team: len(members) for team, members in teams(league).items()} == {"Adler": 3, "Falken": 4}
    assert not Player.objects.filter(name="Emil Ernst").exists()
    assert Entry.objects.filter(kind=Kind.TEAMS_TAKEN_BACK).count() == 1


def test_the_example_of_the_page_and_letters_that_are_chosen(page, league):
    offered = page.get(reverse("league_team_list", args=[league.pk])).content.decode()
    assert "examples/league-teams.csv" in offered
    filled = EXAMPLE.read_text(encoding="utf-8").replace("Beispiel: ", "")
    file = SimpleUploadedFile("teams.csv", filled.encode("mac_roman"))
    look = send(page, league, file=file)
    form = look.context["form"]
    sent = {"as_sent": form["as_sent"].value(), "read-letters": "mac_roman"}
    look = send(page, league, form["text"].value(), **sent)
    taken = look.context["form"]["text"].value()
    assert send(page, league, taken, take="1", shown=look.context["look"].shown).status_code == 302
    assert teams(league) == {
        "Adler": {"Hildegard Schulze": "captain", "Jürgen Brandt": "player"},
        "Falken": {"Zoë Kaya": "captain", "Max Lang": "substitute"},
    }


def test_only_who_runs_the_club_takes_lists_over(client, club, league):
    member = factories.make_member(club, "member")
    client.force_login(getattr(member, "user", member))
    assert client.get(reverse("league_team_list", args=[league.pk])).status_code == 403
    assert send(client, league, LIST, take="1").status_code == 403
