"""Which socket and which command leads where: `routing` has the addresses, `room` the socket of a
table. Tested in tests/tables/sockets.
"""
