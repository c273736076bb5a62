"""Invites players whom an organiser has named."""
