"""The games: pure rules behind one contract (``contract``), found by name (``registry``)."""
