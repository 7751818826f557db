"""Tournaments: events, entries, schedules, the results store and the run."""
