"""Tests of `games/site/archive/proof`."""
