"""Tests of `games/site/study`."""
