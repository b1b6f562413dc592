"""Tests of `games/assembly`."""
