"""The random bot: any legal action, each as likely as the others.

Only in the auction it passes half the time. Without that nearly every game would be one deal of
10NT: a random bid raises the last one by half of what is left, again and again.
"""

from __future__ import annotations

import arena_bot


def choose(request: arena_bot.Request) -> str:
    """Return a random legal action."""
    if request.phase == "auction" and request.rng.random() < 0.5:
        return "pass"
    return request.rng.choice(request.legal)


if __name__ == "__main__":
    arena_bot.run(choose, name="random", version="1.0")
