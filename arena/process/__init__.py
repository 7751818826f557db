"""One bot as a process: start it, exchange lines with it, end it and all it started."""
