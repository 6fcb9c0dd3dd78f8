"""A list of the teams of a league: read, compared with the league in a dry run, taken over as a whole, taken back."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import Max, Q
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Player
from scorekeeper.clubs.policies import role_in
from scorekeeper.clubs.selectors import with_acts
from scorekeeper.clubs.services import add_player, book_changed, lock_book
from scorekeeper.common.errors import Refused, require
from scorekeeper.common.ids import digest
from scorekeeper.common.names import Alphabetical, clean_name, name_key
from scorekeeper.journal.models import Entry, Kind
from scorekeeper.journal.services import write
from scorekeeper.leagues.models import GroupTeam, LineUp, Team, TeamLeague, TeamMember, TeamPlace
from scorekeeper.leagues.policies import can_plan
from scorekeeper.leagues.teams.services import MOST_MEMBERS, MOST_TEAMS, locked_league
from scorekeeper.spreadsheets.cells import is_person, person, uncounted
from scorekeeper.spreadsheets.heads import head_key, is_numbered_name
from scorekeeper.spreadsheets.matching import Match, Matching, answer_key, match
from scorekeeper.spreadsheets.reading import Reading, Wanted
from scorekeeper.spreadsheets.tables import Row
from scorekeeper.standings.services.seasons import clean_reason

MOST_LINES: Final = 400
KIND: Final = "league-teams"  # whose columns the club remembers
NAMES: Final = ("name", "first", "last")
ROLES: Final[Mapping[str, str]] = {
    TeamMember.Role.CAPTAIN: """captain, c, cap, team captain; kapitän, kapitänin, mannschaftsführer,
        mannschaftsführerin, spielführer, spielführerin, mf, k; capitão, capitã; capitán, capitana; капитан; ਕਪਤਾਨ;
        કપ્તાન""",
    TeamMember.Role.PLAYER: """player, regular, p; spieler, spielerin, stammspieler, stammspielerin, s; jogador,
        jogadora, titular; jugador, jugadora; игрок, основной; ਖਿਡਾਰੀ; ખેલાડી""",
    TeamMember.Role.SUBSTITUTE: """substitute, sub, reserve; ersatz, ersatzspieler, ersatzspielerin, e; reserva,
        suplente; запасной, замена; ਬਦਲਵਾਂ, ਰਿਜ਼ਰਵ; અવેજી, રિઝર્વ""",
}
COLUMNS: Final = Wanted(
    ("team", *NAMES, "role", "captain"),
    needs=("team", *NAMES),
    in_order=("team", "name", "role"),
    cells={"role": frozenset(head_key(role) for words in ROLES.values() for role in re.split("[,;]", words))},
)
MARKS: Final = frozenset({"x", "1", "ja", "j", "yes", "y", "sim", "si", "да", "ਹਾਂ", "હા"})  # of who is captain
SIGNS: Final = frozenset("✓✔☑*+•")
EMPTY: Final = frozenset({"", "-", "–", "0", "nein", "no", "não", "нет", "ਨਹੀਂ", "ના"})


@dataclass(slots=True)
class ListedPlayer:
    """Somebody whom a list puts into a team, with the line where that stands. `role` is empty where the list does not
    say it; `person` is who it is, once that is settled, `member` what they are in the league today. `is_refused`: for a
    problem of the line or of the whole team."""

    number: int
    name: str
    role: str = ""
    match: Match | None = None
    member: TeamMember | None = None
    problems: list[Text] = field(default_factory=list)
    is_refused: bool = False

    @property
    def person(self) -> Player | None:
        return self.match.chosen if self.match else None

    @property
    def becomes(self) -> str:
        """The role they have from now on, where that is new."""
        if self.member is None:
            return self.role or TeamMember.Role.PLAYER
        return self.role if self.role and self.role != self.member.role else ""

    @property
    def becomes_in_words(self) -> str:
        return str(TeamMember.Role(self.becomes).label) if self.becomes else ""


@dataclass(slots=True)
class ListedTeam:
    """A team of the list with the line where it begins; `team` is the one of the league that is called so, `steps_back`
    its captain, where the list names another one."""

    number: int
    name: str
    players: list[ListedPlayer] = field(default_factory=list)
    team: Team | None = None
    steps_back: TeamMember | None = None
    problems: list[Text] = field(default_factory=list)

    @property
    def is_new(self) -> bool:
        """Whether the list brings it, and not by refused lines alone."""
        is_refused = self.problems or (self.players and all(player.is_refused for player in self.players))
        return self.team is None and not is_refused


@dataclass(frozen=True, slots=True)
class TeamsLook:
    """What taking a list over would do. `reading` is it as its page shows it. A line that is refused counts as that
    alone: it brings nobody, and asks nobody who it is."""

    reading: Reading
    teams: list[ListedTeam]
    matching: Matching

    @property
    def players(self) -> list[ListedPlayer]:
        """Those of the lines that are not refused."""
        return [player for team in self.teams for player in team.players if not player.is_refused]

    @property
    def refused(self) -> int:
        """How many lines are refused."""
        lines = {player.number for team in self.teams for player in team.players if player.is_refused}
        return len(lines | {team.number for team in self.teams if team.problems})

    @property
    def new_teams(self) -> int:
        return sum(team.is_new for team in self.teams)

    @property
    def joining(self) -> list[ListedPlayer]:
        return [player for player in self.players if player.member is None]

    @property
    def changed(self) -> list[ListedPlayer]:
        """Who is in the team already, in another role."""
        return [player for player in self.players if player.member and player.becomes]

    @property
    def there(self) -> int:
        return len(self.players) - len(self.joining) - len(self.changed)

    @property
    def obstacle(self) -> Text | None:
        """What has to be done first."""
        if self.refused:
            return Text(gettext_noop("Some lines cannot be imported. Correct them first."))
        if not self.matching.is_settled:
            return Text(gettext_noop("First choose who each person is."))
        if not (self.new_teams or self.joining or self.changed):
            return Text(gettext_noop("All of this is already in the league. There is nothing to import."))
        return None

    @property
    def shown(self) -> str:
        """The hash of what would be done: it is done as it was shown, or asked again."""
        rows: list[Any] = []
        for team in self.teams:
            rows.append([team.name, _pk(team.team), _pk(team.steps_back)])
            rows += [[player.name, _pk(player.person), player.becomes] for player in team.players]
        return digest(rows)


def teams_look(league: TeamLeague, reading: Reading, answers: Mapping[str, str]) -> TeamsLook:
    """The list against the league. `answers` say who is meant by names that are much like somebody's: {`answer_key` of
    the name: NEW or the id of a line of the book}."""
    heads = dict(enumerate(reading.heads))
    numbered = [place for place in reading.columns.unread if is_numbered_name(heads.get(place, ""))]
    teams = _listed(reading, numbered)
    players = [player for team in teams for player in team.players]
    names = [*dict.fromkeys(player.name for player in players)]
    matching = match(league.club, names, {name: answers.get(answer_key(name), "") for name in names})
    by_name = {found.name: found for found in matching.matches}
    for player in players:
        player.match = by_name[player.name]
    _compare(league, teams)
    for team in teams:
        for player in team.players:
            player.is_refused = bool(player.problems or team.problems)
        if any(player.is_refused for player in team.players if player.role == TeamMember.Role.CAPTAIN):
            team.steps_back = None
    taken = {player.name for player in players if not player.is_refused}
    matching = Matching([found for found in matching.matches if found.name in taken])
    unread = tuple(place for place in reading.columns.unread if place not in numbered)
    shown = replace(reading, columns=replace(reading.columns, unread=unread))
    return TeamsLook(shown, teams, matching)


def _pk(row: Team | TeamMember | Player | None) -> str:
    return str(row.pk) if row else ""


def _listed(reading: Reading, numbered: Iterable[int]) -> list[ListedTeam]:
    """The teams of a list in its order: a line for each player, or one for each team with columns "Player 1", "Player
    2". The name of a team may stand on its first line only."""
    found: dict[str, ListedTeam] = {}
    above = ""
    for row in reading.rows:
        above = uncounted(reading.columns.of(row.cells, "team")) or above
        team = found.setdefault(name_key(above), ListedTeam(row.number, above))
        names = [reading.person(row), *(person(row[place]) for place in numbered)]
        listed = [_player(row.number, name) for name in names if name]
        team.players += listed
        _read_roles(reading, row, team, listed)
    for team in found.values():
        try:
            team.name = clean_name(team.name, "name")
        except Refused:
            team.problems.append(NO_TEAM)
    return list(found.values())


def _player(number: int, name: str) -> ListedPlayer:
    player = ListedPlayer(number, name)
    try:
        player.name = clean_name(name, "name")
    except Refused as refused:
        player.problems += [problem.message for problem in refused.problems]
    if not is_person(name):
        player.problems.append(Text(NO_PERSON, {"text": name[:40]}))
    return player


def _read_roles(reading: Reading, row: Row, team: ListedTeam, listed: list[ListedPlayer]) -> None:
    """What the columns for the role and for the captain say: a role, a mark beside the captain, or their name."""
    if role := reading.columns.of(row.cells, "role"):
        role_name = next((name for name, words in ROLES.items() if head_key(role) in _words(words)), "")
        for player in listed:
            player.role = role_name
            player.problems += [] if role_name else [Text(NO_ROLE, {"text": role[:40]})]
    captain = reading.columns.of(row.cells, "captain").strip()
    if captain.casefold() in EMPTY:
        return
    is_mark = captain in SIGNS or head_key(captain) in MARKS | _words(ROLES[TeamMember.Role.CAPTAIN])
    if is_mark:
        leading = listed[:1]
    else:
        name = name_key(person(captain))
        leading = [player for player in team.players if name_key(player.name) == name]
        if not leading:
            leading = [_player(row.number, person(captain))]
            team.players += leading
    for player in leading:
        player.role = TeamMember.Role.CAPTAIN


def _words(words: str) -> frozenset[str]:
    return frozenset(head_key(word) for word in re.split("[,;]", words))


def _compare(league: TeamLeague, teams: list[ListedTeam]) -> None:
    """Who and what of the list is in the league already, and what stands against it."""
    there = {team.name.casefold(): team for team in Team.objects.filter(league=league)}
    members = {
        member.player.identity: member
        for member in TeamMember.objects.filter(league=league, until=None).select_related("player", "team")
    }
    sizes = Counter(member.team_id for member in members.values())
    captains = {member.team_id: member for member in members.values() if member.is_captain}
    lines: defaultdict[str | UUID, list[ListedPlayer]] = defaultdict(list)
    for team in teams:
        team.team = there.get(team.name.casefold())
        for player in team.players:
            lines[player.person.pk if player.person else name_key(player.name)].append(player)
            player.member = members.get(player.person.pk) if player.person else None
            if player.member and player.member.team != team.team:
                values = {"name": player.member.player.name, "team": player.member.team.name}
                player.problems.append(Text(IN_OTHER_TEAM, values))
        leading = [player for player in team.players if player.role == TeamMember.Role.CAPTAIN]
        if len(leading) > 1:
            team.problems.append(TWO_CAPTAINS)
        captain = captains.get(team.team.pk) if leading and team.team else None
        if captain and not any(player.member == captain and player.role for player in team.players):
            team.steps_back = captain
        joining = sum(player.member is None for player in team.players)
        if joining + (sizes[team.team.pk] if team.team else 0) > MOST_MEMBERS:
            team.problems.append(Text(LARGE, {"most": MOST_MEMBERS}))
    for again in lines.values():
        for player in again[1:]:
            player.problems.append(Text(TWICE, {"line": again[0].number}))
    too_many = len(there) + sum(team.team is None for team in teams) - MOST_TEAMS
    for team in [team for team in teams if team.team is None][-too_many:] if too_many > 0 else []:
        team.problems.append(Text(MANY, {"most": MOST_TEAMS}))


@transaction.atomic
def take_teams(
    *, league_id: UUID, by: User, reading: Reading, answers: Mapping[str, str], shown: str, now: datetime
) -> TeamsLook:
    """Make the teams of a list, and put its players into them, all of it or nothing. A list that has grown may be sent
    again: who is in a team already stays, in the role that the list says now; whom it does not name stays as well.

    Raises:
        PermissionDenied: not a director.
        Refused: `list_wrong`: something has to be said or mended first; `changed_meanwhile`: it would not do any
            more what was shown (by its hash).
    """
    league = locked_league(league_id)
    require(can_plan(role_in(by, league.club)))
    lock_book(league.club)
    look = teams_look(league, reading, answers)
    if look.obstacle:
        raise Refused([Problem("list_wrong", "text", look.obstacle)])
    if look.shown != shown:
        raise Refused([Problem("changed_meanwhile", "text", CHANGED)])
    last: int = Team.objects.filter(league=league).aggregate(last=Max("number"))["last"] or 0
    teams, people, begun, ended = list[Team](), list[Player](), list[TeamMember](), list[TeamMember]()
    for listed in look.teams:
        team = listed.team
        if team is None:
            team = Team.objects.create(club=league.club, league=league, number=last + len(teams) + 1, name=listed.name)
            teams.append(team)
        roles = [(player.person, player.member, player.becomes, player.name) for player in listed.players]
        if captain := listed.steps_back:
            steps = (captain.player, captain, str(TeamMember.Role.PLAYER), captain.player.name)
            roles = [steps, *(role for role in roles if role[1] != captain)]
        for member_before, member, role, name in roles:
            if not role:
                continue
            if member:
                ended.append(member)
            player = member_before or add_player(club=league.club, name=name, now=now)
            people += [] if member_before else [player]
            begun.append(
                TeamMember(club=league.club, league=league, team=team, player=player, role=role, since=now, by=by)
            )
    TeamMember.objects.filter(pk__in=[member.pk for member in ended]).update(until=now)
    TeamMember.objects.bulk_create(begun)
    rows: dict[str, Iterable[Team | TeamMember | Player]] = {
        "teams": teams, "members": begun, "ended": ended, "people": people,
    }  # fmt: skip
    detail: dict[str, Any] = {name: [str(row.pk) for row in found] for name, found in rows.items()}
    detail["number"] = len(look.joining)
    write(Kind.TEAMS_IMPORTED, league.club_id, at=now, by_user=by, thing=league.pk, detail=detail)
    return look


@dataclass(frozen=True, slots=True)
class TakenList:
    """What a list brought into a league and would leave it again: players of teams who were not set up for a match day,
    teams that then have nobody and no match day, and people of the book who have done nothing else. `stay` are players
    whom a match day names."""

    members: list[TeamMember]
    stay: list[TeamMember]
    teams: list[Team]
    people: list[Player]


def lists_taken(league: TeamLeague) -> list[Entry]:
    """The lists that were taken over into a league and not taken back, the newest first."""
    entries = Entry.objects.filter(club=league.club_id, thing=league.pk)
    back = set(entries.filter(kind=Kind.TEAMS_TAKEN_BACK).values_list("detail__list", flat=True))
    taken = entries.filter(kind=Kind.TEAMS_IMPORTED).select_related("by_user").order_by("-at", "-pk")
    return [entry for entry in taken if str(entry.pk) not in back]


def taken_list(entry: Entry) -> TakenList:
    """What taking back the list of this entry would take out of the league and the book."""
    brought = {name: [UUID(text) for text in entry.detail[name]] for name in ("teams", "members", "people")}
    there = TeamMember.objects.filter(pk__in=brought["members"], until=None).select_related("player", "team")
    members = list(there.order_by("team__number", "pk"))
    teams = {member.team_id for member in members} | set(brought["teams"])
    set_up = set(LineUp.objects.filter(team__in=teams).values_list("team", "player"))
    set_up |= set(TeamPlace.objects.filter(team__in=teams).values_list("team", "place__player"))
    named = {(team, player.identity) for team, player in _people_of(set_up)}
    stay = [member for member in members if (member.team_id, member.player.identity) in named]
    go = [member for member in members if member not in stay]
    gone = Q(pk__in=[member.pk for member in go])
    kept = set(TeamMember.objects.filter(team__in=brought["teams"]).exclude(gone).values_list("team", flat=True))
    for model in (GroupTeam, LineUp, TeamPlace):
        kept |= set(model._base_manager.filter(team__in=brought["teams"]).values_list("team", flat=True))  # noqa: SLF001
    acted = with_acts(brought["people"], {TeamMember: gone})
    vacant = Player.objects.filter(pk__in=brought["people"], user=None, merged_into=None, retired_at=None)
    return TakenList(
        members=go,
        stay=stay,
        teams=list(Team.objects.filter(pk__in=set(brought["teams"]) - kept)),
        people=[player for player in vacant.order_by(Alphabetical("name"), "pk") if player.pk not in acted],
    )


def _people_of(set_up: Iterable[tuple[UUID, UUID]]) -> Iterator[tuple[UUID, Player]]:
    pairs = list(set_up)
    players = Player.objects.in_bulk([player for _team, player in pairs])
    for team, player in pairs:
        yield team, players[player]


@transaction.atomic
def take_list_back(*, league: TeamLeague, entry_id: UUID, by: User, reason: str, now: datetime) -> TakenList:
    """What a list brought leaves the league again, but for whom a match day names; roles that it changed are as they
    were. Whoever it brought into the book leaves that too, while they have done nothing.

    Raises:
        PermissionDenied: not a director.
        Refused: `reason_missing`, `reason_too_long`; `nothing_left`: it was taken back, or all of it is in use.
    """
    require(can_plan(role_in(by, league.club)))
    reason = clean_reason(reason)
    locked_league(league.pk)
    lock_book(league.club)
    entry = next((taken for taken in lists_taken(league) if taken.pk == entry_id), None)
    found = taken_list(entry) if entry else None
    if entry is None or found is None or not (found.members or found.teams or found.people):
        raise Refused([Problem("nothing_left", "", NOTHING_LEFT)])
    TeamMember.objects.filter(pk__in=[member.pk for member in found.members]).delete()
    gone = {(member.team_id, member.player_id) for member in found.members}
    for before in TeamMember.objects.filter(pk__in=entry.detail["ended"], until=entry.at):
        others = TeamMember.objects.filter(league=league, until=None)
        of_captain = Q(team=before.team_id, role=before.role) if before.is_captain else Q(pk=None)
        is_free = not others.filter(Q(player=before.player_id) | of_captain).exists()
        if (before.team_id, before.player_id) in gone and is_free:
            TeamMember.objects.filter(pk=before.pk).update(until=None)
    Team.objects.filter(pk__in=[team.pk for team in found.teams]).delete()
    Player.objects.filter(club=league.club_id, pk__in=[player.pk for player in found.people]).delete()
    book_changed(league.club)
    detail = {"list": str(entry.pk), "number": len(found.members)}
    write(
        Kind.TEAMS_TAKEN_BACK, league.club_id, at=now, by_user=by, thing=league.pk, reason=reason, detail=detail
    )  # fmt: skip
    return found


NO_TEAM: Final = Text(gettext_noop("The team is missing. Write its name in the column “Team”."))
NO_PERSON: Final = gettext_noop("“{text}” is not a person’s name.")
NO_ROLE: Final = gettext_noop("“{text}” is not a role in a team. Write captain, player or substitute.")
IN_OTHER_TEAM: Final = gettext_noop("{name} is in the team {team} and has to leave it first.")
TWO_CAPTAINS: Final = Text(gettext_noop("The list has two captains for this team. A team has one captain."))
LARGE: Final = gettext_noop("A team has at most {most} players.")
MANY: Final = gettext_noop("A league has at most {most} teams.")
TWICE: Final = gettext_noop("This person is in the list twice, first on line {line}.")
CHANGED: Final = Text(
    gettext_noop("The effect of the list has changed in the meantime. Nothing was imported. Check the list again.")
)
NOTHING_LEFT: Final = Text(
    gettext_noop("This list was already undone, or match days use everything in it. Nothing was undone.")
)
