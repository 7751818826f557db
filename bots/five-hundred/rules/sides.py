"""Who plays with whom, as far as one seat knows."""

from __future__ import annotations

from typing import Any

from cards import is_misere

FIXED_SIDES = {"opposite": 2, "pairs": 3, "trios": 2}
"""How many sides there are, their seats as far apart, where partners are fixed."""


def sides_of(view: dict[str, Any], seat: int, rules: dict[str, Any]) -> tuple[set[int], set[int]]:
    """Return the seats that play with one seat, itself among them, and those against it.

    Whoever does not belong to the declarer's side wants the contract to fail, whatever sides there
    are. While a called partner is secret, only he knows his side: all others trust nobody.
    """
    everyone = set(range(rules["players"]))
    known = {seat, *view["partners"]}
    if view["declarer"] is not None and not may_be_secret(view, rules):
        declaring = declaring_side(view, rules)
        known = declaring if seat in declaring else everyone - declaring
    return known, everyone - known


def declaring_side(view: dict[str, Any], rules: dict[str, Any]) -> set[int]:
    """Return the declarer and his partners, as far as they are known."""
    declarer, count = view["declarer"], FIXED_SIDES.get(rules["partnership"])
    if count is not None:
        return set(range(declarer % count, rules["players"], count))
    partner = view["called_partner"]
    return {declarer} if partner is None else {declarer, partner}


def may_be_secret(view: dict[str, Any], rules: dict[str, Any]) -> bool:
    """Return whether the declarer may have a partner whom this seat does not know."""
    if rules["partnership"] != "called-card" or is_misere(view["contract"]):
        return False
    hidden = rules["partner_reveal"] == "on-play" and view["called"] != "alone"
    return hidden and view["called_partner"] is None
