"""Exports of a tournament, and its picture for link previews."""
