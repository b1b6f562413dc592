"""Which socket and which command leads where: `routing` has the addresses, and the socket of a
table. Tested in tests/tables/sockets.
"""
