"""Load and crash tests: real sockets play whole games against real servers, and verify them.

    seating            creates players, sessions and rooms in the database
    generator          a process: sockets (picows on uvloop) that play and keep a journal
    generator_process  starts the generator, follows its phases, has its journal checked
    checker            a process: compares the journal with the log in the database
    testbed            a temporary directory, a database, perhaps Redis, and the servers
    load_test          runs one test for `script/lab load`; the chaos tests do so, too

The checker and tests.support.oracles share no code with what they check (rules, engine).
"""
