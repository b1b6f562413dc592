"""Tests of `games/site/account`."""
