"""From game results to ratings and error bars: pure functions that know no tournament."""
