"""The websockets of rooms, tournaments and the lobby: they decode, authorise and answer."""
