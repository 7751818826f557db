"""Answers with the last legal action: the cheapest bot that still bids and plays."""

import arena_bot

arena_bot.run(lambda request: request.legal[-1], name="last")
