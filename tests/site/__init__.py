"""Tests of `games/site`."""
