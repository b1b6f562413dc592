"""Tests of games without the server, and of their tables."""
