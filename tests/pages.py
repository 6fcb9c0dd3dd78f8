"""Pages as a browser reads them: how a template is broken into lines is not what a test is about."""

import re
from functools import lru_cache

BLANKS = re.compile(r"[ \t\n\r\f]+")
TOKEN = re.compile(
    r"<!--.*?-->"
    r"|<(?P<raw>pre|script|style|textarea)\b.*?</(?P=raw)\s*>"
    r"|<(?P<end>/?)(?P<tag>[a-zA-Z][\w-]*)(?:[^>\"']|\"[^\"]*\"|'[^']*')*>",
    re.DOTALL,
)
IN_TAG = re.compile(  # a list of words in quotes, any other value in quotes, or blanks
    r"(?P<name>(?<![\w-])(?:class|style|d|points|aria-labelledby|aria-describedby)=)"
    r"(?P<quote>[\"'])(?P<words>.*?)(?P=quote)"
    r"|\"[^\"]*\"|'[^']*'|\s+",
    re.DOTALL,
)
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
WORDS = re.compile(  # the tags of what stands in a line as words do, where blanks count inside as outside
    "a|abbr|b|bdi|bdo|cite|code|data|del|dfn|em|i|ins|kbd|label|mark|output|q|s|samp|small|span|strong|sub|sup|time|u|var"
)
BOXES = re.compile("button|img|input|meter|progress|select|svg|wbr")  # these stand in a line as one word does


def folded(html: str) -> str:
    """The same page with each run of blanks as one, and none where nobody sees it: at the edges of a block or a box,
    after another blank, and inside a tag. What is in `pre`, `textarea`, `script` and `style` stays as it is."""
    fold = _Fold()
    place = 0
    for token in TOKEN.finditer(html):
        fold.text(html[place : token.start()])
        fold.tag(token)
        place = token.end()
    fold.text(html[place:])
    fold.edge()
    return "".join(fold.pieces)


class _Fold:
    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.after_blank = True  # or at an edge: the next blank is not seen
        self.last: int | None = None  # the piece that ends with a blank, while nothing that is seen follows

    def text(self, text: str) -> None:
        text = BLANKS.sub(" ", text)
        if self.after_blank:
            text = text.removeprefix(" ")
        if text:
            self.after_blank = text.endswith(" ")
            self.last = len(self.pieces) if self.after_blank else None
            self.pieces.append(text)

    def tag(self, token: re.Match[str]) -> None:
        tag, ends = (token["tag"] or "").lower(), bool(token["end"])
        is_hidden = 'type="hidden"' in token[0]
        is_box = bool(BOXES.fullmatch(tag)) and not is_hidden
        if tag and not is_hidden and not WORDS.fullmatch(tag) and (ends or not is_box):
            self.edge()
        self.pieces.append(_folded_tag(token[0]) if tag else token[0])
        if is_box:
            self.after_blank, self.last = not ends and tag not in VOID, None

    def edge(self) -> None:
        """What comes before ends here, and what follows begins."""
        if self.last is not None:
            self.pieces[self.last] = self.pieces[self.last].removesuffix(" ")
        self.after_blank, self.last = True, None


@lru_cache(10_000)  # most tags of a page stand on the others too
def _folded_tag(tag: str) -> str:
    if not BLANKS.search(tag):
        return tag
    return re.sub(r" ?(/?)>$", r"\1>", IN_TAG.sub(_in_tag, tag))


def _in_tag(found: re.Match[str]) -> str:
    if found["name"]:
        return found["name"] + found["quote"] + " ".join(found["words"].split()) + found["quote"]
    return " " if found[0].isspace() else found[0]
