"""Tests of `games/tables`."""
