"""Five Hundred: the bidding trick game with bowers, joker, kitty and misère."""
