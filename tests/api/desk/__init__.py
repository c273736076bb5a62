"""Tests of what moderators see and stop of programs."""
