"""What a socket costs: to connect, to hold at rest, and when all come back after a restart.

    crowd         many players who connect, ping and reconnect as browsers do
    crowd_process the same in a process of its own
    measurement   runs a server and a crowd for `script/lab sockets`

Every player has an address of their own in 127.0.0.0/8, so that the limits of an address apply as
on a real network.
"""
