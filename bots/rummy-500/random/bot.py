"""The random bot: any legal action, each as likely as the others.

Only a draw is half the time from the stock, while there is one. Without that most draws would be
deep ones, since a pile has many depths: the stock would last for hundreds of turns.
"""

from __future__ import annotations

import arena_bot

STOCK = "draw stock"


def choose(request: arena_bot.Request) -> str:
    """Return a random legal action."""
    if STOCK in request.legal and request.rng.random() < 0.5:
        return STOCK
    return request.rng.choice(request.legal)


if __name__ == "__main__":
    arena_bot.run(choose, name="random", version="1.0")
