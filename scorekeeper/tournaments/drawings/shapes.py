"""What a picture is made of, whoever draws it: lines, frames and texts in mm from the upper left."""

from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True, slots=True)
class Line:
    """Through these points, one after another."""

    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Frame:
    """A rectangle; `light` where it holds nothing that is played."""

    left: float
    top: float
    wide: float
    high: float
    light: bool = False


@dataclass(frozen=True, slots=True)
class Text:
    """One line in a room of this width, letters of `size` mm; what is too long for it ends in "…"."""

    left: float
    top: float
    wide: float
    size: float
    text: str
    align: Literal["L", "R"] = "L"
    bold: bool = False
    light: bool = False

    @property
    def high(self) -> float:
        """mm, with room below the line of the letters."""
        return self.size * 1.4


@dataclass(slots=True)
class Picture:
    """`wide` and `high` in mm."""

    wide: float
    high: float
    lines: list[Line] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)
