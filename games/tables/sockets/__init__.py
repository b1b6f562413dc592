"""The websockets of rooms and the lobby, and the base of all others. They decode commands,
authorise and answer.

games/assembly/routing says which socket and which command leads where.
"""
