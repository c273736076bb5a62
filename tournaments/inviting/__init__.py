"""Invitations of players by the organisers."""
