"""Attacks of one client on a server, and how long other people's moves take meanwhile.

    target        what an attack needs, and raw connections from the attacker's address
    frames        floods of websocket frames and messages
    crowds        many sockets: handshakes, open connections, chat, changes of a room
    requests      HTTP requests: slow, in pieces, or for many pages
    writers       sixteen addresses that write: rooms, seats, tickets
    attacks       all attacks by name
    measurement   runs servers, players and attacks for `script/lab attacks`
    __main__      a process that runs one attack

Everything stays on loopback: players and attackers have different addresses in 127.0.0.0/8, so that
the limits of an address apply as on a real network.
"""
