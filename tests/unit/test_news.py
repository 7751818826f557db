"""Events are told to each seat once, and only those that it may know of."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from arena.core.seeds import derive
from arena.games.contract import Deal, State
from arena.games.five_hundred.game import FIVE_HUNDRED
from arena.referee.news import News
from arena.wire.messages import ActionEvent, DealEvent, Event, ResultEvent

CALLS = ["bid 6S", "pass", "pass", "pass"]
SEATS = range(4)


@pytest.fixture
def state() -> State:
    """Return a game whose first deal is about to begin."""
    return FIVE_HUNDRED.new(FIVE_HUNDRED.rules("norwegian", 4, {}))


def deal(state: State) -> Deal:
    cards = state.shuffle(derive(b"news", len(state.log)))
    state.begin(cards)
    return cards


def act(state: State, action: str) -> ActionEvent:
    """Do an action and return the event that it is."""
    seat = state.to_act
    assert seat is not None
    state.apply(FIVE_HUNDRED.parse(action))
    return ActionEvent(seat, action)


def discard(state: State) -> list[Event]:
    """Discard the first three cards of the list, as the declarer."""
    return [act(state, FIVE_HUNDRED.text(state.legal_actions()[0])) for _ in range(3)]


def news_of(state: State) -> News:
    return News(state, FIVE_HUNDRED.text, len(SEATS))


def told(news: News) -> list[Sequence[Event]]:
    return [news.since_last(seat) for seat in SEATS]


def test_nothing_happened_and_nothing_is_told(state: State) -> None:
    news = news_of(state)
    assert told(news) == [[]] * 4
    assert told(news) == [[]] * 4


def test_public_events_go_to_all_in_order_and_once(state: State) -> None:
    news = news_of(state)
    first = DealEvent(1, deal(state).dealer)
    calls = [act(state, call) for call in CALLS[:2]]
    assert told(news) == [[first, *calls]] * 4
    assert told(news) == [[]] * 4
    more = act(state, CALLS[2])
    assert told(news) == [[more]] * 4


def test_each_seat_is_told_from_where_it_left_off(state: State) -> None:
    news = news_of(state)
    first = DealEvent(1, deal(state).dealer)
    assert news.since_last(0) == [first]
    call = act(state, CALLS[0])
    assert news.since_last(0) == [call]
    assert news.since_last(1) == [first, call]


def test_discards_are_told_to_the_declarer_only(state: State) -> None:
    news = news_of(state)
    deal(state)
    declarer = state.to_act
    for call in CALLS:
        act(state, call)
    told(news)
    discards = discard(state)
    lead = act(state, FIVE_HUNDRED.text(state.legal_actions()[0]))
    expected = [[*discards, lead] if seat == declarer else [lead] for seat in SEATS]
    assert told(news) == expected


def test_a_result_is_told_to_all_with_the_deal_that_follows(state: State) -> None:
    news = news_of(state)
    deal(state)
    for _ in SEATS:
        act(state, "pass")
    following = deal(state)
    details: dict[str, object] = {
        "contract": None,
        "declarer": None,
        "partner": None,
        "made": None,
        "tricks": [0, 0, 0, 0],
    }
    result = ResultEvent(1, [0] * 4, [0] * 4, details)
    for events in told(news):
        assert events[-2:] == [result, DealEvent(2, following.dealer)]
        assert len(events) == 7
