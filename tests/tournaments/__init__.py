"""Tests of games/tournaments."""
