"""Tests of the hours that players of a league's table agree on."""
