"""A club with everything in it, every page of it, and the forms on them."""

from collections.abc import Iterator
from datetime import timedelta
from functools import cache
from typing import Any, NamedTuple
from uuid import uuid4

from django.test import Client
from django.urls import URLPattern, get_resolver
from django.utils import timezone

from games import all_games
from scorekeeper.accounts.models import User
from scorekeeper.archive.models import TournamentFile
from scorekeeper.archive.tournament.writing import tournament_file
from scorekeeper.clubs.keeping_apart import keep_apart
from scorekeeper.clubs.models import Invitation, Membership
from scorekeeper.clubs.records import Inviting
from scorekeeper.clubs.services import invite
from scorekeeper.jobs.services import Asked, start
from scorekeeper.leagues.models import TeamMember
from scorekeeper.leagues.people.services import EveningSignUp, sign_up
from scorekeeper.leagues.people.views import door_of
from scorekeeper.people.services import Merging, merge_players, retire_player
from scorekeeper.play.closing.services import end_list
from scorekeeper.play.opening.services import Sitter
from scorekeeper.play.passes.services import link_secret, make_pass
from scorekeeper.play.recording.services import next_table
from scorekeeper.play.records import PerhapsReasoned
from scorekeeper.privacy.models import Retention
from scorekeeper.ratings.services import replay_stale
from scorekeeper.standings.models import Spreadsheet
from scorekeeper.tournaments.clock.services import CallWords, call_director
from scorekeeper.tournaments.entries.attending import mark
from scorekeeper.tournaments.entries.records import EntrantMark
from scorekeeper.tournaments.formats.bracket.plan import DoublePlan
from scorekeeper.tournaments.formats.plan import StagePlan
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from scorekeeper.tournaments.pairs.services import PairWanted, keep_pair, people_in
from scorekeeper.transfer.models import Upload
from tests import factories
from tests.factories.evenings import come, make_draw, make_mixed
from tests.factories.hands import hand_of
from tests.factories.knockouts import at, make_knockout, out
from tests.factories.matches import make_pairs_cup, sides, wins
from tests.factories.money import CLUB, Pool, booked, of, waiting_payment
from tests.factories.ratings import make_sheet
from tests.factories.teams import make_day, make_league_of
from tests.factories.tournaments import add_final, enter_players, give_points, make_cup, make_teams, publish, saying

SIZES = {"truco": 4}
OLD = b"Name;3/4/2025;5.6.\nAlice;1;2\nBob;x;1\n"  # leaves open how its days are read, and has a line that is refused
PLAIN = {"number": 0, "year": factories.NOW.year, "game": "skat", "slug": "skat", "op": "score"}
OF_THE_GAME = {"/tables/{sitting_id}/", "/tables/{sitting_id}/hands/{hand_id}/correct/"}


class Page(NamedTuple):
    """A page as it was read, and who read it."""

    client: Client
    address: str
    html: str


class World:
    """An owner who is signed in, and a table of every game with one hand."""

    def __init__(self) -> None:
        now = timezone.now()
        self.owner: User = factories.make_user()
        self.club = factories.make_club(owner=self.owner)
        member = factories.make_member(self.club, "scorer")
        season = factories.make_season(self.club)
        player = factories.player_of(self.owner, self.club)  # with an address to write to
        self.invitation = invite(Inviting(role="member"), club=self.club, by=self.owner, now=now).secret
        self.tables = {game: self._table(game, [season] if game == "skat" else []) for game in all_games()}
        skat, hand = self.tables["skat"]
        self.secret = link_secret(make_pass(sitting_id=skat.pk, by=factories.keeper_of(skat), now=now))
        gone, other, self.retired = (factories.make_player(self.club) for _line in range(3))
        merged = merge_players(Merging(kept=player.pk), club=self.club, by=self.owner, gone=gone.pk, now=now)
        retire_player(club=self.club, by=self.owner, player=self.retired, now=now)
        make_sheet(self.club, [player, *(factories.make_player(self.club) for _other in range(2))])
        replay_stale()  # whoever has played has a rating to choose
        self._long_gone()
        self._waiting()
        self.ids: dict[str, Any] = {
            "club_id": self.club.pk,
            "season_id": season.pk,
            "player_id": player.pk,
            "gone_id": other.pk,
            "kept_id": player.pk,
            "merge_id": merged.pk,
            "member_id": Membership.objects.get(club=self.club, user=member).pk,
            "invitation_id": Invitation.objects.get(club=self.club, used_at=None).pk,
            "sitting_id": skat.pk,
            "hand_id": hand.pk,
            "device_id": factories.make_device(skat, now=now).pk,
            **PLAIN,
            "secret": self.secret,
            **self._imported(season, player),
            "act_id": factories.give(season, player, 50).pk,
            "token_id": uuid4(),
            "job_id": self._job(),
            **self._money(season, player),
            **self._evening(season),
            **self._tournament(),
            **self._league(season),
        }
        self.matches = [self._matches(SwissPlan()), self._matches(DoublePlan())]
        self.unread: set[str] = set()

    def _table(self, game: str, seasons: list[Any]) -> Any:
        sitting = factories.make_sitting(self.club, players=SIZES.get(game, 3), game=game, seasons=seasons)
        table = next_table(sitting, factories.seats_of(sitting))
        return sitting, factories.record(sitting, hand_of(game, table)).hand

    def _imported(self, season: Any, player: Any) -> dict[str, Any]:
        """A list of old, and one that is being looked at."""
        taken = factories.import_evening(season, {player: {"points": 100}})
        kind, now = "totals", timezone.now()
        upload = Upload.objects.create(
            club=self.club, by=self.owner, kind=kind, competition=season, name="old.csv", at=now, data=OLD
        )
        people = Upload.objects.create(
            club=self.club, by=self.owner, kind="people", name="people.csv", at=now, done_at=now, data=b""
        )
        kept = Spreadsheet.objects.create(club=self.club, competition=season, name="Ours", kind=kind, at=now)
        cup = tournament_file(make_cup(self.club, 3).tournament, now=factories.NOW)
        file = TournamentFile.objects.create(club=self.club, by=self.owner, name="cup.zip", at=now, data=cup)
        return {
            "file_id": file.pk,
            "upload_id": upload.pk,
            "people_list_id": people.pk,
            "spreadsheet_id": kept.pk,
            "import_id": taken.pk,
            "source_id": taken.results.get().source,
        }

    def _money(self, season: Any, player: Any) -> dict[str, Any]:
        """Booked, waiting, and paid in."""
        return {
            "booking_id": booked(self.club, {of(player): 350, CLUB: -350}, reason="a round")[0].pk,
            "payment_id": waiting_payment(self.club, player).pk,
            "pool_act_id": Pool((), season=season, rebuy_price=500).pay("entry", player).pk,
        }

    def _waiting(self) -> None:
        """A sheet that phones with the code alone have signed."""
        sitting = factories.make_sitting(self.club)
        factories.record(sitting)
        end_list(
            PerhapsReasoned(reason="it is late"),
            sitting_id=sitting.pk,
            by=factories.keeper_of(sitting),
            now=factories.NOW,
        )
        factories.sign_by_code(sitting)

    def _long_gone(self) -> None:
        """Somebody whose name is kept no longer."""
        Retention.objects.create(club=self.club, years=Retention.Years.TWO)
        gone = factories.make_player(self.club)
        type(gone).objects.filter(pk=gone.pk).update(created_at=factories.NOW - timedelta(days=3_000))

    def _job(self) -> Any:
        """One that waits."""
        asked = Asked("of no app", uuid4())
        return start(asked, by=self.owner, club=None, now=factories.NOW).pk

    def _evening(self, season: Any) -> dict[str, Any]:
        """An evening of two games that runs: somebody is expected, three are here and drawn, two are kept apart."""
        evening = make_mixed(self.club, "truco", seasons=[season.pk], fee=250, unit="€")
        here = come(evening, 3)
        sign_up(EveningSignUp(comes=True), evening_id=evening.pk, by=self.owner, now=factories.NOW)
        make_draw(evening)
        draft = make_draw(evening, seed=2)  # what it was before can be again
        first, other = (player.pk for player in here[:2])
        pair = keep_apart(club=self.club, by=self.owner, one=first, other=other, now=factories.NOW)
        played = evening.line_up[1].pk
        ids = {"evening_id": evening.pk, "game_id": played, "draw_id": draft.pk}
        return {**ids, "door": door_of(evening.pk), "pair_id": pair.pk}

    def _tournament(self) -> dict[str, Any]:
        """A tournament of teams that is planned, with two stages: one is here, two are expected, of whom one
        has moved up, one does not come; and one whose first round is played, with a penalty."""
        planned = make_teams(self.club, size=2, most=3)
        pairs = [[Sitter(name=f"{number} {name}") for name in ("Uno", "Dos")] for number in range(4)]
        entrants = [enter_players(planned, pair, name=f"Los {number}") for number, pair in enumerate(pairs)]
        for act in ("came", "cancelled"):
            mark(
                EntrantMark(act=act),
                entrant_id=entrants[0 if act == "came" else 1].pk,
                by=self.owner,
                now=factories.NOW,
            )
        stage = make_cup(self.club, 4)
        opened, fined = publish(stage), stage.tournament.entrants.all()[0]
        fine = give_points(stage_id=stage.pk, entrant_id=fined.pk, points=-5, say=saying(self.club))
        table = opened.tables.all()[0]
        call = call_director(CallWords(words="a card fell"), table_id=table.pk, by=self.owner, now=factories.NOW)
        knocked = make_knockout(5, 3, club=self.club)
        out(knocked, at(knocked, 2)[0])
        ids = {"round_id": opened.pk, "round_table_id": table.pk, "desk_act_id": fine.pk, "call_id": call.pk}
        first, other = (player for player, _name in people_in(planned)[1:3])  # of two pairs
        pair = keep_pair(
            PairWanted(kind="apart", one=first.pk, other=other.pk),
            tournament_id=planned.pk,
            by=self.owner,
            now=factories.NOW,
        )
        ids |= {"knockout_id": knocked.pk, "step": 1, "rule_id": pair.pk}
        ids |= {"tournament_id": planned.pk, "stage_id": add_final(planned).pk, "entrant_id": entrants[0].pk}
        return ids

    def _matches(self, plan: StagePlan) -> dict[str, Any]:
        """A stage of pairs: its first round is open, one of its matches decided; the other is being played."""
        stage = make_pairs_cup(plan, 4, club=self.club)
        first = publish(stage)
        decided, still = first.tables.all()
        wins(decided, sides(decided)[0])
        return {"stage_id": stage.pk, "round_id": first.pk, "round_table_id": still.pk}

    def _league(self, season: Any) -> dict[str, Any]:
        """A team league whose first match day is planned."""
        league = make_league_of(self.club, [3, 3], season=season)
        member = TeamMember.objects.filter(league=league)[0]
        day = make_day(league)
        return {"league_id": league.pk, "team_id": member.team_id, "team_member_id": member.pk, "day_id": day.pk}

    def client(self) -> Client:
        client = Client()
        client.force_login(self.owner)
        return client

    def addresses(self, names: set[str] | None = None) -> list[str]:
        """Every address whose parts are known here, or are all of these names; once for each game where its form is
        the game's own."""
        common = {name: value for name, value in self.ids.items() if names is None or name in names}
        found = {self._filled(pattern, common) for pattern in patterns()}
        found |= {self._filled(pattern, {**common, "player_id": self.retired.pk}) for pattern in patterns()}
        for game, (sitting, hand) in self.tables.items():
            ids = {**common, "game": game, "slug": game}
            ids |= {name: value for name, value in (("sitting_id", sitting.pk), ("hand_id", hand.pk)) if name in common}
            found |= {self._filled(pattern, ids) for pattern in patterns() if _is_of_the_game(pattern)}
        for ids in self.matches if names is None else ():
            asked = {f"{{{name}}}" for name in ids}
            of_them = (pattern for pattern in patterns() if any(part in pattern for part in asked))
            found |= {self._filled(pattern, {**common, **ids, "tournament_id": None}) for pattern in of_them}
        return sorted(address for address in found if address and "None" not in address)

    def _filled(self, pattern: str, ids: dict[str, Any]) -> str:
        try:
            return pattern.format(**ids)
        except KeyError:
            return ""

    def pages(self) -> Iterator[Page]:
        """Every page there is, of who is signed in and of nobody; `unread` are then the addresses that only take
        forms."""
        of_nobody = self.addresses({"secret", "op"})
        for client, addresses in ((self.client(), self.addresses()), (Client(), of_nobody)):
            for address in addresses:
                answer = client.get(address)
                self.unread |= {address} if answer.status_code == 405 else set()
                if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
                    yield Page(client, address, answer.content.decode())


def make_pages() -> tuple[World, list[Page]]:
    """A world, and each of its pages, which takes seconds to read."""
    world = World()
    return world, list(world.pages())


def _is_of_the_game(pattern: str) -> bool:
    return "{game}" in pattern or "{slug}" in pattern or pattern in OF_THE_GAME


@cache
def patterns() -> list[str]:
    """Every address of pages as a format string."""

    def walk(entries: list[Any], before: str) -> Iterator[str]:
        for entry in entries:
            route = getattr(entry.pattern, "_route", None)
            if route is None or (before + route).startswith("/api/"):
                continue
            if isinstance(entry, URLPattern):
                yield as_format(before + route)
            else:
                yield from walk(entry.url_patterns, before + route)

    return list(walk(get_resolver("scorekeeper.urls").url_patterns, "/"))


def as_format(route: str) -> str:
    for part in route.split("<")[1:]:
        inside = part.split(">")[0]
        route = route.replace(f"<{inside}>", "{" + inside.split(":")[-1] + "}")
    return route
