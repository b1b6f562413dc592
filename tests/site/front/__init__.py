"""Tests of `games/site/front`."""
