"""What a phone keeps so that an evening goes on without a connection: a table as it stands, and what opens another."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, get_origin

from django.db.models import prefetch_related_objects
from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

import games
from games.core.game import AnyGame
from games.core.record import dump, load
from games.core.values import InvalidRecord
from scorekeeper.accounts.models import User
from scorekeeper.clubs.house_rules import in_force, kept
from scorekeeper.clubs.models import Club, HouseRules, Membership
from scorekeeper.clubs.policies import can_open_tables
from scorekeeper.common.names import Alphabetical
from scorekeeper.common.texts import Names, rules_title, translated
from scorekeeper.languages.sentences import spoken_apart
from scorekeeper.languages.spoken import language_key, presets_of, use_words
from scorekeeper.languages.templatetags.suits import cards_of
from scorekeeper.play import policies
from scorekeeper.play.acting import dealing
from scorekeeper.play.house_rules.reads import effects_words, in_a_line, played_apart, played_rules, set_of
from scorekeeper.play.marks.reads import marks_state
from scorekeeper.play.models import Seat, Sitting, State
from scorekeeper.play.offers import offers, sizes
from scorekeeper.play.opening.reads import offered, played_lately
from scorekeeper.play.policies import Standpoint
from scorekeeper.play.replaying import Impossible, opening_size, replay
from scorekeeper.play.sheet.rows import names_of, seats_with_players

DEVICE = "device"  # a table that whoever holds this phone may see, by the pass it joined with
MOST_CLUBS = 5  # whose tables can be opened without a connection
Plain = dict[str, Any]


def reader_of(user: object) -> str:
    """Who is signed in, in a word that tells people apart and says nothing else; empty for nobody."""
    if not isinstance(user, User):
        return ""
    return salted_hmac("scorekeeper.offline.reader", str(user.pk)).hexdigest()[:24]


def snapshot(sitting: Sitting, who: Standpoint, user: object, now: datetime) -> Plain:
    """A table as it stands, with all that judging its next hands needs."""
    prefetch_related_objects([sitting], seats_with_players())
    seats = list(sitting.seats.all())
    names = names_of(sitting, seats)
    return {
        "id": str(sitting.pk),
        "owner": DEVICE if who.role is None else reader_of(user),
        "club": str(sitting.club_id),
        "club_name": "" if sitting.club.is_private else sitting.club.name,
        "ink": sitting.club.ink,
        "name": sitting.name,
        "rules_name": rules_title(sitting.rules_name),
        **_game_words(sitting.plays),
        "rules": sitting.rules,
        "state": sitting.state,
        "dealer": sitting.dealer,
        "next_number": sitting.next_number,
        "revision": sitting.revision,
        "written_in": language_key(),
        "unit": sitting.unit.unit,
        "decimals": sitting.unit.decimals,
        "takes_hands": sitting.accepts_hands,
        "may_record": policies.can_record(who),
        "may_keep": policies.keeps_the_sheet(who),
        "last": last_hand(sitting, seats, names, now) if policies.can_record(who) else None,
        "seats": [
            {"number": seat.number, "name": names[seat.number], "is_active": seat.is_active, "tally": seat.tally}
            for seat in seats
        ],
    }


def last_hand(sitting: Sitting, seats: Sequence[Seat], names: Names, now: datetime) -> Plain | None:
    """The newest hand where it may be taken back, and where the table stands then; None where it may not."""
    hands = list(sitting.hands.standing().order_by("number").defer("outcome")) if sitting.is_open else []
    hand = hands[-1] if hands else None
    if (
        hand is None
        or hand.number != sitting.next_number - 1
        or marks_state(sitting, now).state(hand) != State.RECORDED
    ):
        return None
    try:
        stood = replay(sitting, hands[:-1], opening_size(sitting))
    except Impossible:
        return None  # by rules that have changed since; with a connection the server says what it makes of it
    return {
        "id": str(hand.pk),
        "number": hand.number,
        "said": translated(hand.said, names),
        "lines": [line[:3] for line in hand.outcome["lines"]],
        "dealer": dealing(seats, hand.table["dealer"]),
        "state": stood.state,
        "takes_hands": sitting.ended_at is None,
    }


def _game_words(game: AnyGame) -> Plain:
    return {
        "game": game.name,
        "title": translated(game.title),
        "total": translated(game.words.total),
        "complete": translated(game.words.complete),
        "version": game.version,
        "in_units": sorted(game.in_units),
        "kinds": kinds_of(game),
        "spoken": spoken_apart(game.name),
        "cards": cards_of(game.name),
    }


def kinds_of(game: AnyGame) -> dict[str, dict[str, bool]]:
    """The kinds of hands with their fields, and whether each is a list."""
    return {kind: dict(_fields(record)) for kind, record in game.hands.items()}


def _fields(record: Any) -> Iterator[tuple[str, bool]]:
    for name, field in record.model_fields.items():
        yield field.alias or name, get_origin(field.annotation) is tuple


def openings(user: User | None) -> list[Plain]:
    """For each of this person's clubs what opens a table there: its people, and each game with its rules.

    Without an account, or without a club, what opens a table of nobody's club.
    """
    clubs = _clubs_of(user) if user else []
    return [_opening(club) for club in clubs[:MOST_CLUBS]] or [_opening_of_nobody()]


def _clubs_of(user: User) -> list[Club]:
    memberships = Membership.objects.filter(user=user, club__is_private=False, club__closed_at=None).select_related(
        "club"
    )
    return [
        membership.club
        for membership in memberships.order_by(Alphabetical("club__name"), "club_id")
        if can_open_tables(membership.role)
    ]


def _opening(club: Club) -> Plain:
    use_words(club.game_words)
    house: defaultdict[str, list[HouseRules]] = defaultdict(list)
    for rules in kept(club):
        house[rules.game].append(rules)
    return {
        "club": str(club.pk),
        "name": club.name,
        "ink": club.ink,
        "players": [{"id": str(player.pk), "name": player.name} for player in offered(club)],
        "games": [_game(games.game(offer.name), club, house[offer.name]) for offer in offers(played_lately(club))],
    }


def _opening_of_nobody() -> Plain:
    """No club, and nobody known: names are typed in, and the phone keeps the sheet."""
    use_words({})
    sheets = [_game(games.game(offer.name)) for offer in offers()]
    return {"club": None, "name": "", "ink": Club.Ink.PINE, "players": [], "games": sheets}


def _game(game: AnyGame, club: Club | None = None, house: Sequence[HouseRules] = ()) -> Plain:
    """A game with the sets of rules that can be played by here, each stated in full, the one first that a new table
    begins with."""
    played = played_rules(club, game.name) if club else []
    before = played[0].rules if played else in_force(house[0]).rules if house else {}
    asked = {name: before[name] for name in game.asked if name in before}
    is_new = len(game.asked) == 1 and not asked and game.examples is not None
    shipped = _choices(game) if is_new else _presets(game, asked)
    sets = [*_of_the_club(game, house), *_played(game, played_apart(club, game) if club else ()), *shipped]
    return {**_game_words(game), "sets": list(_told_apart(game, sets))}


def _told_apart(game: AnyGame, sets: Sequence[Plain]) -> Iterator[Plain]:
    """The sets, each label once: of a label that several have, each has what not all of them say. A label that comes
    again for the same rules is left out."""
    labelled: defaultdict[str, list[Plain]] = defaultdict(list)
    for offered_rules in sets:
        labelled[offered_rules["label"]].append(offered_rules)
    for label, alike in labelled.items():
        if len(alike) == 1:
            yield from alike
            continue
        said = {tuple(_sayings(game, rule_set)): rule_set for rule_set in reversed(alike)}
        shared = set.intersection(*map(set, said))
        for sayings, rules in reversed(said.items()):
            own = " ".join(saying for saying in sayings if saying not in shared)
            yield {**rules, "label": f"{label}: {own}" if own else label}


def _sayings(game: AnyGame, one: Plain) -> list[str]:
    """What a set says, an option at a time."""
    nothing = pgettext("note", "none")
    return [effect.words or f"{effect.title}: {nothing}" for effect in effects_words(game, one["rules"])]


def _of_the_club(game: AnyGame, house: Sequence[HouseRules]) -> Iterator[Plain]:
    """The club's house rules, the default first."""
    for rules in house:
        yield from _set(game, rules_title(rules.name), rules.name, in_force(rules).rules, set_of(rules, game).line)


def _played(game: AnyGame, played: Any) -> Iterator[Plain]:
    for rules in played:
        label = _("{name}, as played before").format(name=rules_title(rules.name))
        yield from _set(game, label, rules.name, rules.rules, in_a_line(game, rules.rules))


def _choices(game: AnyGame) -> Iterator[Plain]:
    """The shipped sets with each answer to the one question that was never asked here, the game's own answer first."""
    (asked,) = game.asked
    for preset in presets_of(game):
        for example in game.examples() if game.examples else ():
            answer: Any = example
            label = f"{translated(preset.title)}: {translated(answer.title)}"
            rules = {**preset.rules, asked: answer.option}
            yield from _set(game, label, str(preset.title), rules, translated(preset.about))


def _presets(game: AnyGame, known: Mapping[str, Any]) -> Iterator[Plain]:
    """The shipped sets; what a club chooses itself is as it has chosen before, else as in the game."""
    for preset in presets_of(game):
        rules = {**preset.rules, **known}
        yield from _set(game, translated(preset.title), str(preset.title), rules, translated(preset.about))


def _set(game: AnyGame, label: str, name: str, rules: Mapping[str, Any], about: str = "") -> Iterator[Plain]:
    try:
        typed = load(game.rules, rules)
    except InvalidRecord:
        return  # of an earlier version; it can be chosen no more
    yield {"label": label, "name": name, "about": about, "rules": dump(typed), "sizes": list(sizes(game, typed))}


def reader(request: HttpRequest) -> dict[str, Any]:
    """Asked only where a page names it."""
    return {"reader_mark": SimpleLazyObject(lambda: reader_of(getattr(request, "user", None)))}
