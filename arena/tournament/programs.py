"""From an entry of an event to the program that is run for it."""

from __future__ import annotations

from arena.assets import sdk_folder
from arena.process.program import Program
from arena.tournament.entries import Entry


def program_of(entry: Entry) -> Program:
    """Return the program of an entry; one that uses arena may import the SDK."""
    manifest = entry.manifest
    sdk = sdk_folder() if manifest.uses_arena else None
    return Program(entry.folder, manifest.command, sdk)
