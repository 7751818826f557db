"""arena: tournaments of game bots, played by a referee and rated with error bars."""

__version__ = "0.1.0"
