"""The colours of tokens.css are told apart by everybody: the table of contrasts, recomputed for all six inks."""

import math
import re
from pathlib import Path

import pytest

CSS = (Path(__file__).resolve().parent.parent.parent / "scorekeeper/static/css/tokens.css").read_text()
INKS = ["pine", "petrol", "blue", "olive", "ochre", "graphite"]
PAIRS = [  # text, ground, least
    *[(text, ground, 4.5) for text in ("ink", "ink-2", "pencil", "form", "red") for ground in ("paper", "sheet")],
    ("pencil", "marker", 4.5),
    ("red", "marker", 4.5),
    ("pencil", "wash", 4.5),
    ("form", "wash", 4.5),
    ("red", "red-wash", 4.5),
    ("warn", "warn-wash", 4.5),
    ("on-form", "form", 4.5),
    ("on-form", "form-hover", 4.5),
    ("on-ink", "ink", 4.5),
    ("red-on-ink", "ink", 4.5),
    ("rule-strong", "paper", 3),
    ("rule-strong", "sheet", 3),
]


def ink_numbers(ink: str) -> dict[str, float]:
    """The three numbers that a club's ink changes."""
    block = CSS if ink == "pine" else CSS[CSS.index(f'[data-form="{ink}"]') :]
    return {name: float(re.search(rf"--form-{name}: ([\d.]+)", block)[1]) for name in ("h", "cl", "cd")}


def colour(name: str, ink: str, theme: int) -> tuple[float, float, float]:
    """Lightness, chroma and hue of a token; theme 0 is light, 1 dark."""
    value = re.search(rf"--{name}:\s*light-dark\((.*)\);", CSS)[1]
    half = re.findall(r"oklch\((?:[^()]|\([^()]*(?:\([^()]*\))?[^()]*\))*\)", value)[theme]
    for part, number in ink_numbers(ink).items():
        half = half.replace(f"var(--form-{part})", str(number))
    half = re.sub(r"calc\(([\d.]+) \* ([\d.]+)\)", lambda m: str(float(m[1]) * float(m[2])), half)
    lightness, chroma, hue = (float(part) for part in half[6:-1].split())
    return lightness, chroma, hue


def luminance(lightness: float, chroma: float, hue: float) -> float:
    """Relative luminance of an oklch colour, clipped to sRGB."""
    a, b = chroma * math.cos(math.radians(hue)), chroma * math.sin(math.radians(hue))
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    red = 4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short
    green = -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short
    blue = -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short
    red, green, blue = (min(1, max(0, part)) for part in (red, green, blue))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("ink", INKS)
@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_contrast(ink, theme):
    low = []
    for text, ground, least in PAIRS:
        one, other = sorted(luminance(*colour(name, ink, theme)) for name in (text, ground))
        ratio = (other + 0.05) / (one + 0.05)
        if ratio < least:
            low.append((text, ground, round(ratio, 2)))

    assert low == []
