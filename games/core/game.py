"""What a game is: a name and the functions that know its rules."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeAlias, TypeVar, cast

from games.core.effects import Group
from games.core.facets import Facets
from games.core.record import Record, load
from games.core.text import Listing, Text, no_listings
from games.core.values import Due, InvalidRecord, Outcome, PaperSheet, Preset, Problem, SumLine, Table, Words

H = TypeVar("H", bound=Record)
R = TypeVar("R", bound=Record)
S = TypeVar("S", bound=Record)
D = TypeVar("D", bound=Record)


def each_alone(seats: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Everybody plays for themselves."""
    return tuple((seat,) for seat in seats)


@dataclass(frozen=True, slots=True)
class Duel:
    """How a sheet of a game is one game between two sides, for seasons that look at whom each has played.

    `by` "match": who has won the match against who has lost it, none while it is undecided; "points": where two have
    played, who has more of the season's points, the same is a draw. `sets` are the measures of the parts of a match,
    won and lost; `scored` is what a side scores in it. `sets_to_win` says of rules of the game how many of those parts
    win a match by them; None where it has none.
    """

    by: Literal["match", "points"]
    sets: tuple[str, str] | None = None
    scored: str = ""
    sets_to_win: Callable[[Any], int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[H, R, S, D]):
    """A game of cards that can be scored; `judge` is the door the app uses.

    Records
      hands       what may be recorded, by `kind`
      details     the type of `Outcome.detail`, by the same `kind`
      rules       what a club agrees on before the deal; every field has a default
      state       what a hand must know of the hands before it

    Functions
      start(rules, size)              the state before the first hand
      active(table)                   the seats that play this hand, in the order of the table
      rules_problems(rules, size)     why these rules do not suit a table of this size
      problems(data, rules, table)    why a hand is refused, read from plain values, in the order
                                      of the rules file; whatever it lets through can be scored
      score(hand, rules, table)       what the hand moves; never raises where `problems` is empty
      progress(state, rules, seats)   hands of the list so far, and its length or None
      choices(draft, rules, table)    {field: {value as text: why it is impossible now}}
      weights(rules)                  {measure: weight}: the linear rule that makes a total
      sheet([(hand, detail), ...])    the rows of the game's paper sheet, for its own template
      summary(totals, weights)        the closing block of one seat from its {measure: total}
      dues(tallies, totals, rules, state)  money due by these rules, from {seat: {measure: total}} and {seat: total};
                                      by cause, then by seat, then who else stands against it
      facets                          what a hand says of those who played it, as facts that can be counted
      verdict(totals, rules)          what a list that is over has decided, of {seat: {measure: total}}, or None

    Where a game needs them
      sides(seats)                    seats that score as one, in the order of the table; all get the same lines
      plotted(rules)                  {measure: weight} of the running chart, where it is not `weights`
      worth                           the measure that is what a hand is worth, where one figure can say it
      retitled(rules)                 {measure: title} of those that these rules call otherwise
      line_up(size)                   what each place at a table of this size is called
      stands(rules, table)            where the sitting stands, in a few words: the game of a match, the score
      guide(draft, rules, table)      where an unfinished entry stands, for the game's own screen; never raises
      stepped(draft, step)            the draft after one step of that screen, a plain value; never raises
      in_units                        the measures counted in the unit of the sitting (`games.core.settling`)
      amounts                         the fields of the rules that are amounts in that unit
      money                           the fields by which money is due in a game that is played for points
      questions                       {op of `interchange`: title} that people ask beside the hands
      asked                           the fields of the rules a club chooses itself; before that as in the game
      values                          the tables a player looks for, with which the page of its rules begins
      about                           the other tables of its rules in plain words
      listings(record, detail)        the tables of a hand, of its plain record and detail
      agreed                          the fields of the rules agreed at each table, whichever house rules it plays by
      effects                         every option of the rules in groups, with what each answer to it does
      examples()                      what each of those choices makes of a made-up hand, for the game's own template
      sum_at(rules, state)            what the totals of a table come to together: 0, or less what lies in a pot; None
                                      where that can be anything by these rules
      of_length(rules, size, hands)   the same rules for a list of so many hands at a table of this size, with as many
                                      turns at every other size; None where no such list can be played
      resize_problems(rules, size)    why a sitting under way cannot go on with so many; else `rules_problems`
      duel                            how a sheet is one game between two sides, where it may be one
      paper                           the columns of its empty sheet, as its template `_blank.html` has them on a page
      seats_teams                     whether its tables seat one player of each team, as team leagues play
      keeps_lists                     whether clubs keep its lists on paper, a line for each hand with its value and the
                                      bonuses, so that old ones are taken over from files and typed in
      season_ties                     what a season of this game alone asks of equals, where that is not `ranking`:
                                      measures of `ranking`, and what seasons know themselves

    A total is a sum of measures times `weights`, and more is better: where fewer is better, the weight is negative.

    `words` are what a sitting is called on its screens.
    For seasons: `systems` are named linear rules (`system_titles` what people call them),
    `ranking` the measures that break ties after the total, each with +1 (more is better) or -1 (fewer is better).
    `hand_codes` are the codes of all that `problems` may find, `rules_codes` of what `rules_problems` and
    `resize_problems` may: programs are told beforehand.

    `interchange` answers `python -m games`: {op: function of plain rules and input}.
    `first_in` are the languages (two letters) of whose readers it stands first on a list of games.
    `version` names the rules core; it is stored with each hand.
    """

    name: str
    title: Text
    version: str
    seats: range
    measures: tuple[str, ...]
    measure_titles: Mapping[str, Text]
    hands: Mapping[str, type[H]]
    details: Mapping[str, type[D]]
    rules: type[R]
    state: type[S]
    start: Callable[[R, int], S]
    active: Callable[[Table[S]], tuple[int, ...]]
    rules_problems: Callable[[R, int], tuple[Problem, ...]]
    problems: Callable[[object, R, Table[S]], Sequence[Problem]]
    score: Callable[[H, R, Table[S]], Outcome[S, D]]
    progress: Callable[[S, R, Sequence[int]], tuple[int, int | None]]
    choices: Callable[[Mapping[str, Any], R, Table[S]], Mapping[str, Mapping[str, Text]]]
    weights: Callable[[R], Mapping[str, int]]
    sheet: Callable[[Iterable[tuple[H, D]]], Sequence[object]]
    summary: Callable[[Mapping[str, int], Mapping[str, int]], tuple[SumLine, ...]]
    dues: Callable[[Mapping[int, Mapping[str, int]], Mapping[int, int], R, S], tuple[Due, ...]]
    verdict: Callable[[Mapping[int, Mapping[str, int]], R], Text | None]
    facets: Facets[H, D]
    systems: Mapping[str, Mapping[str, int]]
    system_titles: Mapping[str, Text]
    ranking: tuple[tuple[str, int], ...]
    presets: tuple[Preset, ...]
    effects: tuple[Group, ...]
    words: Words
    interchange: Mapping[str, Callable[[Mapping[str, Any], object], dict[str, Any]]]
    sides: Callable[[Sequence[int]], tuple[tuple[int, ...], ...]] = each_alone
    plotted: Callable[[R], Mapping[str, int]] | None = None
    worth: str = ""
    retitled: Callable[[R], Mapping[str, Text]] | None = None
    line_up: Callable[[int], tuple[Text, ...]] | None = None
    stands: Callable[[R, Table[S]], Text | None] | None = None
    guide: Callable[[Mapping[str, Any], R, Table[S]], object] | None = None
    stepped: Callable[[Mapping[str, Any], object], dict[str, Any]] | None = None
    in_units: frozenset[str] = frozenset()
    amounts: frozenset[str] = frozenset()
    money: frozenset[str] = frozenset()
    asked: tuple[str, ...] = ()
    agreed: tuple[str, ...] = ()
    examples: Callable[[], Sequence[object]] | None = None
    sum_at: Callable[[R, S], int | None] | None = None
    of_length: Callable[[R, int, int], R | None] | None = None
    resize_problems: Callable[[R, int], tuple[Problem, ...]] | None = None
    hand_codes: frozenset[str] = frozenset()
    rules_codes: frozenset[str] = frozenset()
    questions: Mapping[str, Text] = field(default_factory=dict)
    duel: Duel | None = None
    season_ties: tuple[str, ...] = ()
    paper: PaperSheet | None = None
    seats_teams: bool = False
    keeps_lists: bool = False
    values: tuple[Listing, ...] = ()
    about: tuple[Listing, ...] = ()
    first_in: frozenset[str] = frozenset()
    listings: Callable[[Mapping[str, Any], Mapping[str, Any]], tuple[Listing, ...]] = no_listings

    @property
    def of_the_table(self) -> tuple[str, ...]:
        """The fields of the rules that belong to no preset: the club or the table says them itself."""
        return (*self.asked, *self.agreed)

    def size_problems(self, rules: R, size: int) -> tuple[Problem, ...]:
        """Why a sitting under way cannot go on with so many at the table."""
        return (self.resize_problems or self.rules_problems)(rules, size)

    def chart_weights(self, rules: R) -> Mapping[str, int]:
        """{measure: weight} of the running chart."""
        return self.plotted(rules) if self.plotted else self.weights(rules)

    def titles(self, rules: R) -> Mapping[str, Text]:
        """What each measure is called by these rules."""
        return {**self.measure_titles, **self.retitled(rules)} if self.retitled else self.measure_titles

    def judge(self, data: object, rules: R, table: Table[S]) -> tuple[H, Outcome[S, D]]:
        """Read one hand and score it, or raise `InvalidRecord` with every problem."""
        if problems := self.problems(data, rules, table):
            raise InvalidRecord(tuple(problems))
        kind = cast("Mapping[str, str]", data)["kind"]
        hand = load(self.hands[kind], data)
        return hand, self.score(hand, rules, table)


AnyGame: TypeAlias = Game[Any, Any, Any, Any]
