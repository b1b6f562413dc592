"""Load and crash tests: real sockets that play whole games against real servers, and verify.

    seating    makes players, sessions and rooms in the database
    generator  a process of its own: sockets (picows on uvloop) that play, and keep a journal
    checker    a process of its own: compares that journal with the log in the database
    processes  starts, kills and stops the servers
    run        ties these together for `manage.py loadtest`; chaos does for `manage.py chaos`

What checks (scorer, checker) shares no code with what is checked (rules, engine).
"""
