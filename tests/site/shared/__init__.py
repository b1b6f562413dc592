"""Tests of `games/site/shared`."""
