"""What every layer shares: cards, seeds and errors."""
