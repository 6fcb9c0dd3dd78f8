"""Set a file by typst, as a program: the data (JSON) come by standard input, the file goes to standard output. With the
argument `png` it is a picture of one page, a pixel for a point; else a PDF.

It runs in a process of its own. typst keeps what it worked out for the last ten files, two gigabytes where these are
long, and a server would never get that memory back. A process gives it back at its end.
"""

import re
import sys
from pathlib import Path
from typing import Any

import typst

APP = Path(__file__).resolve().parent.parent
FROM_THE_RIGHT = re.compile(rb"(/ViewerPreferences<<[^<>]*/Direction)/R2L")


def main() -> None:
    """Raises SystemExit with what typst refused."""
    data = sys.stdin.buffer.read().decode()
    kind: dict[str, Any] = {"format": "png", "ppi": 72.0} if "png" in sys.argv else {"pdf_standards": ["ua-1"]}
    try:
        file = typst.compile(
            APP / "common" / "papers" / "main.typ",
            root=APP,
            font_paths=[APP / "static" / "vendor" / "noto"],
            ignore_system_fonts=True,
            sys_inputs={"data": data},
            **kind,
        )
    except typst.TypstError as refused:
        sys.exit(refused.diagnostic)
    # typst takes "pa" for Punjabi in Arabic letters; ours is read from the left, like all our languages
    sys.stdout.buffer.write(FROM_THE_RIGHT.sub(rb"\1/L2R", file))


if __name__ == "__main__":
    main()
