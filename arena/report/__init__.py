"""What people and programs read of a run: standings, games, deals, exports. Text only."""
