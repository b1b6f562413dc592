"""Tests of `games/people`."""
