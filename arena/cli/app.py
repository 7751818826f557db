"""The commands of ``arena``, put together."""

from __future__ import annotations

import typer

import arena
from arena.cli import bots, demo, export, rules, run, show, verify

app = typer.Typer(
    name="arena",
    help="Tournaments of game bots: played by a referee, rated with error bars.",
    epilog="Start with:  arena demo  ·  arena run tournaments/first-cup.yaml  ·  arena show",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=True,
)
app.command()(demo.demo)
app.command()(run.run)
app.command()(show.show)
app.command()(verify.verify)
app.command()(export.export)
app.command()(bots.bots)
app.command()(rules.rules)


def _version(value: bool) -> None:
    if value:
        typer.echo(f"arena {arena.__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Say the version and end."
    ),
) -> None:
    """Options of arena itself."""
