"""Tests of `games/core`."""
