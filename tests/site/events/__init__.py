"""Tests of `games/site/events`."""
