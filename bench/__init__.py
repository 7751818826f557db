"""Benchmarks: ratios inside one run, never timed tests. ``make bench`` prints them."""
