"""Tests of `games/site/archive`."""
