"""Tests of how moderators look up and stop programs."""
