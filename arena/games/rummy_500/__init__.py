"""500 Rum: melds, lay-offs on every meld, draws from any depth of the pile."""
