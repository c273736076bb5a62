"""Requests that the site makes to addresses given by its users."""
