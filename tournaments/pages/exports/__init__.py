"""A tournament to take home, and its picture for link previews."""
