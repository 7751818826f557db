"""One game: rules and bots in, a record with a verdict out; and the same record checked again."""
