"""The bot protocol: message types, the codec and the verdicts. No input or output here."""
