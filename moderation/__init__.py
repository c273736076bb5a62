"""Moderation: what players report, how moderators judge it, and how players appeal."""
