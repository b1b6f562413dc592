"""Turns, seats, actions and events: a game as a pure function of its log."""
