"""Brings the whole site up on one machine, and keeps it up."""
