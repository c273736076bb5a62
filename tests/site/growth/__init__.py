"""Tests that the site stays quick as its data grow."""
