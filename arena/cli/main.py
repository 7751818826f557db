"""The entry point: runs the command line and turns every error into words and an exit code.

Nothing heavy is imported at the top: worker processes import this module too, as it is the main
one, and must stay small.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import traceback
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import NoReturn

WRONG_USAGE = 2
HARNESS_FAULT = 70
INTERRUPTED = 130


CLOSED_OUTPUT = 141


class Interrupted(BaseException):
    """Ctrl-C, SIGTERM or a closed terminal ended the command."""


class OutputClosed(BaseException):
    """Nobody reads standard output any more, as after ``| head``."""


def main() -> NoReturn:
    """Run ``arena`` with the arguments of the process and exit."""
    signal.signal(signal.SIGINT, _interrupt)
    signal.signal(signal.SIGTERM, _interrupt)
    signal.signal(signal.SIGHUP, _interrupt)
    _prepare_streams()
    try:
        _run()
    except Interrupted:
        sys.exit(INTERRUPTED)
    except (OutputClosed, BrokenPipeError):
        _give_up_stdout()
        sys.exit(CLOSED_OUTPUT)
    except OSError as error:
        what = error.strerror or str(error)
        _complain(f" ERROR system: {error.filename or 'standard output'}: {what}\n")
        _give_up_stdout()
        sys.exit(WRONG_USAGE)
    except Exception:  # noqa: BLE001 - the last line of defence: no traceback reaches a user
        _apologise(traceback.format_exc())
        sys.exit(HARNESS_FAULT)
    finally:
        _end_stderr()
    sys.exit(0)


def _run() -> None:
    """Run the command; its output is on the way before this returns or raises."""
    from arena.cli.app import app
    from arena.cli.output import show_error
    from arena.core.errors import ArenaError

    try:
        app()
    except ArenaError as error:
        show_error(error)
        sys.exit(error.exit_code)
    finally:
        sys.stdout.flush()


def _prepare_streams() -> None:
    """Make every character printable, and closed streams harmless."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open("w"))  # noqa: SIM115 - for good
        else:
            stream.reconfigure(errors="backslashreplace")


def _complain(text: str) -> None:
    """Write to standard error, if anyone reads it."""
    with suppress(OSError):
        sys.stderr.write(text)


def _end_stderr() -> None:
    """Send what standard error does not take nowhere: Python would exit with 120 for it."""
    try:
        sys.stderr.flush()
    except (OSError, ValueError):
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())


def _give_up_stdout() -> None:
    """Send what is still in the buffer nowhere, so that its end is quiet."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise Interrupted


def _apologise(trace: str) -> None:
    """Write what is needed for a bug report to a file and say where it is."""
    with tempfile.NamedTemporaryFile(
        "wb", prefix="arena-fault-", suffix=".txt", delete=False
    ) as report:
        text = f"{sys.version}\n{' '.join(sys.argv)}\n\n{trace}"
        report.write(text.encode("utf-8", "backslashreplace"))
    _complain(
        "\n ERROR harness-fault: arena itself failed; this is a bug, and no bot's fault\n"
        f"   What is needed for a report is in {Path(report.name)}\n"
        "   Finished games are stored; the same command goes on.\n"
    )
