"""The numbers of the game; the sections named are those of the game's rules file, sources in README.md."""

from typing import Final

SUITS: Final = ("clubs", "diamonds", "hearts", "spades")
RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""From the lowest to the highest (section 3)."""

STRENGTH: Final = {rank: place for place, rank in enumerate(RANKS)}

PACKS: Final = {deck: RANKS[-(deck // len(SUITS)) :] for deck in (24, 28, 32, 36, 40, 52)}
"""Cards in the pack -> the ranks it has (section 4)."""

ACE: Final = "A"
TAKEN_PLAIN: Final = 3
"""Cards picked up where the top card is not one's trump (section 4)."""
TAKEN_TRUMP: Final = 5
"""Cards picked up where it is one's trump, but not the ace (section 4)."""

RESULTS: Final = ("loss", "draw")
SIZES: Final = (2, 3, 4)
"""Players of a deal (section 2)."""
TWO: Final = SIZES[0]
"""At a table of two one tap says who has won."""
CARDS_OF_A_DRAW: Final = 1
"""A draw needs exactly one card in the last hand (section 2)."""
COUNTED_LOSS: Final = 1
"""What a lost deal counts where losses are counted (section 5)."""
