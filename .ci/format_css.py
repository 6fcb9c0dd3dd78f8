#!/usr/bin/env python3
"""Format the styles: `.ci/format_css.py [--check] [FILE...]`, without a name all styles of the app."""

import sys
from pathlib import Path

import cssbeautifier

ROOT = Path(__file__).resolve().parent.parent
STYLES = ROOT / "scorekeeper" / "static" / "css"


def formatted(style: str) -> str:
    """The same rules, a declaration a line."""
    options = cssbeautifier.default_options()
    options.indent_size = 2
    options.end_with_newline = True
    options.space_around_combinator = True
    return str(cssbeautifier.beautify(style, options))


def main(words: list[str]) -> int:
    """Write the files anew; with `--check` name those that would change, and 1 if there are any."""
    files = [Path(word) for word in words if word != "--check"] or sorted(STYLES.rglob("*.css"))
    texts = {file: file.read_text() for file in files}
    changed = {file: new for file, text in texts.items() if (new := formatted(text)) != text}
    if "--check" in words:
        sys.stderr.writelines(f"{file} would be reformatted\n" for file in changed)
        return 1 if changed else 0
    for file, new in changed.items():
        file.write_text(new)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
