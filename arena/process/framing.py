"""Cut a byte stream into lines, with a cap; nothing here touches a file descriptor."""

from __future__ import annotations

BOM = b"\xef\xbb\xbf"


class LineTooLong(Exception):  # noqa: N818 - says what happened
    """More bytes than the cap came without a newline."""


class LineBuffer:
    """Bytes in, lines out: LF ends a line; one CR before it and a first BOM are dropped.

    ``cap`` counts the bytes of a line, newline included.
    """

    def __init__(self, cap: int) -> None:
        self._cap = cap
        self._pending = bytearray()
        self._first = True

    def feed(self, data: bytes) -> None:
        """Take more bytes of the stream."""
        self._pending += data

    @property
    def pending(self) -> bool:
        """Whether bytes are waiting that no line was made of yet."""
        return bool(self._pending)

    def next_line(self) -> bytes | None:
        """Return the next whole line, or ``None``; ``LineTooLong`` when the cap is passed."""
        end = self._pending.find(b"\n", 0, self._cap)
        if end < 0:
            if len(self._pending) >= self._cap:
                raise LineTooLong
            return None
        line = bytes(self._pending[:end])
        del self._pending[: end + 1]
        if self._first:
            self._first = False
            line = line.removeprefix(BOM)
        return line.removesuffix(b"\r")


class HeadAndTail:
    """Keep the first and the last bytes of a stream and count the rest."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._head = bytearray()
        self._tail = bytearray()
        self.total = 0

    def feed(self, data: bytes) -> None:
        """Take more bytes of the stream."""
        self.total += len(data)
        room = self._size - len(self._head)
        self._head += data[:room]
        self._tail += data[room:]
        if len(self._tail) > 2 * self._size:
            del self._tail[: -self._size]

    def text(self) -> str:
        """Return what is kept, with a line that says how much is missing."""
        tail = self._tail[-self._size :]
        missing = self.total - len(self._head) - len(tail)
        gap = f"\n… {missing} bytes left out …\n".encode() if missing else b""
        return (bytes(self._head) + gap + bytes(tail)).decode("utf-8", "replace")
