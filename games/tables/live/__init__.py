"""The live rooms of this process: their games, sockets and people, and the bus to other processes.

`current_hubs()` has all of them. They are a cache of the database.
"""
