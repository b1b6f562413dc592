"""Rooms and seats: opening, seating, hosting, starting games, settings, chat and replays.

The only writer of rooms, seats and chat, apart from the exceptions in docs/architecture.md.
"""
