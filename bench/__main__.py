"""``make bench``: the engine's speed, and what the referee adds to a bare exchange over pipes."""

from __future__ import annotations

from statistics import median

from arena.games.contract import Game
from arena.games.registry import GAMES
from bench.engine import decide
from bench.pile import DEEP, longest_lists
from bench.table import bare_round, pin_to_one_core, referee_round

ROUNDS = 5
DEALS = 150
PRESET_DEALS = 60
DEEP_SEEDS = 15
GAMES_A_ROUND = 10


def main() -> None:
    """Measure each game in interleaved rounds and print medians."""
    pin_to_one_core()
    for game in GAMES.values():
        preset = next(iter(game.presets))
        rules = game.rules(preset, None, {})
        alone, viewed, referee, bare = [], [], [], []
        for _ in range(ROUNDS):
            alone.append(decide(game, rules, DEALS, with_view=False))
            viewed.append(decide(game, rules, DEALS, with_view=True))
            whole, requests = referee_round(game, rules, GAMES_A_ROUND)
            referee.append(whole)
            bare.append(bare_round(game, rules, requests))
        print(f"{game.title}, {preset}, one core, medians of {ROUNDS} rounds")
        print(f"  engine alone                {median(alone):7.2f} µs a decision")
        print(f"                              {1e6 / median(alone):7,.0f} decisions a second")
        print(f"  with legal text and view    {median(viewed):7.2f} µs a decision")
        print(f"  bare ping-pong, SDK bot     {median(bare):7.2f} µs an exchange, the same bytes")
        print(f"  whole decision, SDK bot     {median(referee):7.2f} µs a decision")
        print(f"  every preset, engine alone  {_presets(game)}")
        ratios = [whole / plain for whole, plain in zip(referee, bare, strict=True)]
        print(f"  referee / bare ping-pong    {median(ratios):7.2f} ×")


def deep_pile() -> None:
    """Print what a pile of forty cards costs in 500 Rum."""
    draw, meld, longest = longest_lists(DEEP_SEEDS)
    print(f"500 Rum, a pile of {DEEP} cards, two packs, four jokers, medians of {DEEP_SEEDS} games")
    print(f"  legal list before the draw  {draw:7.3f} ms")
    print(f"  legal list after taking it  {meld:7.3f} ms, the longest {longest} actions")


def _presets(game: Game) -> str:
    """Return each preset's cost of a decision as a ratio to the first one's."""
    costs = {}
    for preset in game.presets:
        rules = game.rules(preset, None, {})
        rounds = [decide(game, rules, PRESET_DEALS, with_view=False) for _ in range(ROUNDS)]
        costs[preset] = median(rounds)
    first = next(iter(costs.values()))
    return ", ".join(f"{preset} {cost / first:.2f} ×" for preset, cost in costs.items())


if __name__ == "__main__":
    main()
    deep_pile()
