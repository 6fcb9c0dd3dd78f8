"""`python -m games score GAME` and `python -m games check GAME FILE`: the public form.

`score` reads one JSON object a line (`id`, `op`, `rules`, `input`) and writes one line for each;
`check` runs a file of worked cases and says where it differs.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from games import all_games
from games.core.cases import answer, answer_line, differences, parse
from games.core.game import AnyGame

AGREES, DIFFERS, NOT_RUN = 0, 1, 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; 1 if a check differs, 2 if it could not be run."""
    chosen = _parser().parse_args(argv)
    game = all_games()[chosen.game]
    return _score(game) if chosen.command == "score" else _check(game, Path(chosen.file))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m games")
    commands = parser.add_subparsers(dest="command", required=True)
    score = commands.add_parser("score", help="answer one JSON object a line from standard input")
    check = commands.add_parser("check", help="run a file of worked cases")
    for command in (score, check):
        command.add_argument("game", choices=sorted(all_games()))
    check.add_argument("file")
    return parser


def _score(game: AnyGame) -> int:
    for line in sys.stdin.buffer:
        print(answer_line(game, line))
    return AGREES


def _check(game: AnyGame, file: Path) -> int:
    try:
        vectors = _vectors(file)
    except (OSError, ValueError) as error:
        print(f"{file}: {error}", file=sys.stderr)
        return NOT_RUN
    agree = sum(_agrees(game, vector) for vector in vectors)
    print(f"{agree} of {len(vectors)} agree")
    return AGREES if agree == len(vectors) else DIFFERS


def _vectors(file: Path) -> list[dict[str, Any]]:
    parsed = parse(file.read_bytes())
    vectors = parsed.get("vectors") if isinstance(parsed, dict) else None
    if not isinstance(vectors, list) or not all(map(_is_vector, vectors)):
        raise ValueError("not a file of worked cases")
    return vectors


def _is_vector(case: object) -> bool:
    return isinstance(case, dict) and isinstance(case.get("expected"), dict)


def _agrees(game: AnyGame, vector: dict[str, Any]) -> bool:
    found = list(differences(vector["expected"], answer(game, vector)))
    for path, expected, got in found:
        difference = f"expected {json.dumps(expected)}, got {json.dumps(got)}"
        print(f"{vector.get('id')} {path}: {difference}")
    return not found


if __name__ == "__main__":
    sys.exit(main())
