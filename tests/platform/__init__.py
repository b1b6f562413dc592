"""Tests of `games/platform`."""
