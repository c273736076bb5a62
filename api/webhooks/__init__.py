"""Webhooks, which notify organisers' URLs of the events in their tournaments (docs/api.md)."""
