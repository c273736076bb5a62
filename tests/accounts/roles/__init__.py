"""Tests of roles, and people with a role for other tests."""
