"""Tests of leagues with several divisions."""
