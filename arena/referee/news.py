"""What happened, told to each seat once and only as far as it may know."""

from __future__ import annotations

from collections.abc import Callable

from arena.games.contract import Action, Deal, LogEntry, Seat, Settled, State
from arena.wire.messages import ActionEvent, DealEvent, Event, ResultEvent


class News:
    """The events of a game's log, one for one, and how far each seat has been told."""

    def __init__(self, state: State, text: Callable[[Action], str], seats: int) -> None:
        self._state = state
        self._text = text
        self._events: list[Event] = []
        self._told = [0] * seats

    def since_last(self, seat: Seat) -> list[Event]:
        """Return the events that a seat was not sent yet and may know."""
        log = self._state.log
        self._events += [self._event(entry) for entry in log[len(self._events) :]]
        start, self._told[seat] = self._told[seat], len(log)
        return [
            self._events[index]
            for index in range(start, len(log))
            if not isinstance(entry := log[index], tuple) or self._state.sees(seat, entry)
        ]

    def _event(self, entry: LogEntry) -> Event:
        if isinstance(entry, Deal):
            return DealEvent(entry.number, entry.dealer)
        if isinstance(entry, Settled):
            points, scores = list(entry.points), list(entry.scores)
            return ResultEvent(entry.deal, points, scores, dict(entry.details))
        seat, action = entry
        return ActionEvent(seat, self._text(action))
