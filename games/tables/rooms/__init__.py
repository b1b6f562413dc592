"""Rooms and seats in the database, always through `changes`.

`opening`, `seating`, `hosting`, `starting`, `sealing`, `shared_games`, `chat`: what people do.
`permissions` and `consent`: whether they may. `room_view`: what browsers get. Nothing else writes
rooms, seats and chat, apart from the exceptions in docs/data.md.
"""
