"""Tests of games/site/events/tournaments."""
