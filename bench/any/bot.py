"""Answers with any legal action: the cheapest bot that still bids, melds and plays."""

import arena_bot

arena_bot.run(lambda request: request.rng.choice(request.legal), name="any")
