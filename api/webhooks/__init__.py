"""Tells addresses of organisers what happens in their tournaments (docs/api.md)."""
