"""YAML files as plain values that know where they stand.

A small part of YAML is read: mappings, lists and scalars. Only ``true`` and ``false`` are
booleans and only plain decimals are numbers; ``no``, ``on`` and ``1:30`` stay text. Anchors, tags,
duplicate keys and whatever else makes a file mean something other than it seems are refused.
Everything that is wrong is an ``InputError`` with file, line and column.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from arena.core.errors import InputError, nearest
from arena.core.text import clean

MAX_BYTES = 256 * 1024
MAX_DEPTH = 20
MAX_DURATION_MS = 24 * 3_600_000

LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

# Control characters, line ends that editors do not count, byte order marks, lone surrogates.
_REFUSED = re.compile(
    "[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]"
)
_INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]{0,17})")
_FLOAT = re.compile(r"[-+]?[0-9]{1,18}\.[0-9]{1,18}")
_WORDS = {"": None, "~": None, "null": None, "true": True, "false": False}
_DURATION = re.compile(r"([0-9]{1,9})(ms|s|m)")
_UNITS_MS = {"ms": 1, "s": 1_000, "m": 60_000}

Scalar = bool | int | float | str | None
Value = Scalar | list["Node"] | dict[str, "Node"]


def quoted(text: str) -> str:
    """Return a text from outside as a message may show it."""
    return f"'{clean(text, 60)}'"


@dataclass(frozen=True, slots=True)
class Node:
    """A value of a YAML file, what messages call it, and where it stands.

    ``where`` and ``key_where`` are ``file:line:column``, counted from 1, of the value and of its
    key (of the value again where it has no key). ``written`` is a scalar as the file has it.
    Every accessor raises an ``InputError`` at that place unless the value is what it asks for.
    """

    value: Value
    name: str
    where: str
    key_where: str
    written: str = ""

    @property
    def line(self) -> str:
        """The line of the key, or of the value where it has no key."""
        return self.key_where.rsplit(":", 2)[1]

    def error(self, code: str, message: str, hint: str = "", *, at: str = "") -> InputError:
        """Return an error at this value, or at another place of the file; its text is cleaned."""
        return InputError(code, clean(message, 400), where=at or self.where, hint=clean(hint, 400))

    def placed(self, error: InputError, *, at: str = "") -> InputError:
        """Return an error that knew no place as one at this value."""
        return self.error(error.code, error.message, error.hint, at=at)

    def mapping(
        self, known: Collection[str] = (), required: Collection[str] = ()
    ) -> dict[str, Node]:
        """Return a mapping; when ``known`` is not empty, it has no other keys."""
        if not isinstance(self.value, dict):
            raise self._not("a mapping of keys to values", "Write lines such as 'key: value'.")
        for key, node in self.value.items():
            if known and key not in known:
                text = f"unknown key {quoted(key)}"
                raise self.error("unknown-key", text, nearest(key[:64], known), at=node.key_where)
        for key in required:
            if key not in self.value:
                needed = f"{self.name} needs the keys {', '.join(required)}."
                raise self.error("missing-key", f"the key '{key}' is missing", needed)
        return self.value

    def sequence(self) -> list[Node]:
        """Return the items of a list."""
        if not isinstance(self.value, list):
            raise self._not("a list", "Write each item on a line of its own, after '- '.")
        return self.value

    def text(self) -> str:
        """Return a text, never empty; a number is taken as written (``version: 1.0``)."""
        if isinstance(self.value, bool) or not isinstance(self.value, str | int | float):
            hint = "A text that is one of YAML's own words goes in quotes."
            raise self._not("text", hint if self.written else "")
        if not self.written:
            raise self.error("wrong-value", f"{self.name} must not be empty")
        return self.written

    def label(self, most: int) -> str:
        """Return a text for people: one line, cleaned, of 1 to ``most`` characters."""
        text = clean(" ".join(self.text().split()), most + 1)
        if not 1 <= len(text) <= most:
            raise self.error("wrong-value", f"{self.name} must have 1 to {most} characters")
        return text

    def choice(self, words: Collection[str]) -> str:
        """Return one of the words."""
        text = self.text()
        if text not in words:
            message = f"{self.name} cannot be {quoted(text)}"
            raise self.error("wrong-value", message, nearest(text[:64], words))
        return text

    def number(self, least: int, most: int) -> int:
        """Return a whole number from ``least`` to ``most``."""
        if isinstance(self.value, bool) or not isinstance(self.value, int):
            raise self._not("a whole number")
        if not least <= self.value <= most:
            message = f"{self.name} must be from {least} to {most}, not {self.value}"
            raise self.error("wrong-value", message)
        return self.value

    def duration(self) -> int | None:
        """Return milliseconds, 1 ms to 24 hours, or ``None`` for the word ``none``."""
        if self.written == "none":
            return None
        match = _DURATION.fullmatch(self.written)
        if not match:
            hint = "Write a whole number and a unit: ms, s or m; or none for no limit."
            raise self._not("a duration such as 10s", hint)
        milliseconds = int(match[1]) * _UNITS_MS[match[2]]
        if not 1 <= milliseconds <= MAX_DURATION_MS:
            message = f"{self.name} must be from 1ms to 1440m, not {self.written}"
            raise self.error("wrong-value", message, "Write none for no limit.")
        return milliseconds

    def plain(self) -> object:
        """Return the value as Python has it, without places."""
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        if isinstance(self.value, list):
            return [node.plain() for node in self.value]
        return self.value

    def _not(self, expected: str, hint: str = "") -> InputError:
        return self.error(
            "wrong-type", f"{self.name} must be {expected}, not {self._found()}", hint
        )

    def _found(self) -> str:
        if isinstance(self.value, dict):
            return "a mapping"
        if isinstance(self.value, list):
            return "a list"
        if isinstance(self.value, str):
            return quoted(self.value)
        return self.written or "nothing"


def load_yaml(path: Path) -> Node:
    """Return the one document of a YAML file; ``InputError`` when it cannot be read as one."""
    file = clean(str(path), 300)
    data = _read(path, file)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8-sig")
        message = f"the byte 0x{data[error.start]:02x} is not UTF-8"
        where = _place(file, before)
        raise InputError("bad-yaml", message, where=where, hint="Save it as UTF-8.") from None
    if bad := _REFUSED.search(text):
        raise _refused_character(bad[0], _place(file, text[: bad.start()]))
    return _Composer(text, file).document()


def _read(path: Path, file: str) -> bytes:
    """Return the bytes of a regular file of at most ``MAX_BYTES``."""
    try:
        if path.exists() and not path.is_file():
            raise InputError("no-file", "this is not a file", where=file)
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError as error:
        reason = error.strerror or "it cannot be read"
        raise InputError("no-file", f"cannot read the file: {reason}", where=file) from None
    if len(data) > MAX_BYTES:
        raise InputError("bad-yaml", f"the file has more than {MAX_BYTES // 1024} KiB", where=file)
    return data


def _place(file: str, before: str) -> str:
    """Return the place that follows a text."""
    lines = re.split(r"\r\n|\r|\n", before)
    return f"{file}:{len(lines)}:{len(lines[-1]) + 1}"


def _refused_character(character: str, where: str) -> InputError:
    message = f"the character {clean(character)} is not allowed"
    return InputError("bad-yaml", message, where=where)


class _Composer:
    """Builds nodes from the parser's events, so that what is refused is never built."""

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.lines = text.splitlines()
        self.events: Iterator[Any] = yaml.parse(text, Loader=LOADER)

    def document(self) -> Node:
        """Return the only document."""
        try:
            return self._document()
        except yaml.MarkedYAMLError as error:
            raise self._syntax_error(error) from None
        except (yaml.YAMLError, ValueError, OverflowError):
            # The parser in Python lets some escapes and directives fail as they may.
            raise InputError("bad-yaml", "this is not YAML", where=self.file) from None

    def _document(self) -> Node:
        next(self.events)
        root = None
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent):
                if root is not None:
                    raise self._bad(
                        "a second document starts here", event, "Keep one, without '---'."
                    )
                root = self._node(next(self.events), "the file", "", 1)
        if root is None or root.value is None:
            raise InputError("bad-yaml", "the file is empty", where=self.file)
        return root

    def _node(self, event: Any, name: str, key_where: str, depth: int) -> Node:
        """Return the node that an event starts."""
        where = self._at(event)
        if isinstance(event, yaml.AliasEvent) or event.anchor is not None:
            raise self._bad("anchors and aliases (& and *) are not allowed", event)
        if event.tag is not None:
            raise self._bad(
                "tags (!) are not allowed", event, "A text that starts so goes in quotes."
            )
        if depth > MAX_DEPTH:
            raise self._bad(f"this is nested more than {MAX_DEPTH} deep", event)
        if isinstance(event, yaml.MappingStartEvent):
            return Node(self._mapping(depth), name, where, key_where or where)
        if isinstance(event, yaml.SequenceStartEvent):
            return Node(self._sequence(name, depth), name, where, key_where or where)
        return Node(self._scalar(event), name, where, key_where or where, event.value)

    def _mapping(self, depth: int) -> dict[str, Node]:
        nodes: dict[str, Node] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            if isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
                raise self._bad("a key must be a word", event)
            key = self._node(event, "a key", "", depth)
            word = key.written
            if word in nodes:
                message = f"the key {quoted(word)} was given in line {nodes[word].line} already"
                raise InputError("duplicate-key", message, where=key.where, hint="Remove one.")
            nodes[word] = self._node(next(self.events), clean(word, 60), key.where, depth + 1)
        return nodes

    def _sequence(self, name: str, depth: int) -> list[Node]:
        nodes = []
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            nodes.append(self._node(event, f"an item of {name}", "", depth + 1))
        return nodes

    def _scalar(self, event: Any) -> Scalar:
        text: str = event.value
        if bad := _REFUSED.search(text):
            raise _refused_character(bad[0], self._at(event))
        if event.style:  # quoted or a block
            return text
        if text in _WORDS:
            return _WORDS[text]
        if _INTEGER.fullmatch(text):
            return int(text)
        return float(text) if _FLOAT.fullmatch(text) else text

    def _at(self, event: Any) -> str:
        return f"{self.file}:{event.start_mark.line + 1}:{event.start_mark.column + 1}"

    def _bad(self, message: str, event: Any, hint: str = "") -> InputError:
        return InputError("bad-yaml", message, where=self._at(event), hint=hint)

    def _syntax_error(self, error: yaml.MarkedYAMLError) -> InputError:
        """Return the parser's own complaint with the usual cause of it."""
        unfinished_key = error.context == "while scanning a simple key"
        mark = error.context_mark if unfinished_key else error.problem_mark
        line, column = (mark.line, mark.column) if mark else (0, 0)
        shown = self.lines[line] if line < len(self.lines) else ""
        tab = "\t" in shown[: len(shown) - len(shown.lstrip())]
        hint = "A text that holds ': ' or ' #', or starts with a sign, goes in quotes."
        message = f"not YAML: {error.problem}"
        if error.context_mark and error.context_mark.line != line:
            message += f" ({error.context} from line {error.context_mark.line + 1})"
        return InputError(
            "bad-yaml",
            clean(message),
            where=f"{self.file}:{line + 1}:{column + 1}",
            hint="Indent with spaces, not with tabs." if tab else hint,
        )
