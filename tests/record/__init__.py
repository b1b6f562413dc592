"""Tests of `games/record`."""
