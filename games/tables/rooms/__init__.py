"""Rooms and seats: opening, seating, hosting, starting games, settings, chat and replays.

Nothing else writes rooms, seats and chat, apart from the exceptions in docs/architecture.md.
"""
