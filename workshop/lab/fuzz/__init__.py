"""A fuzzer: valid and broken frames and requests against a server, while people play.

    oddities   odd values, and a way to break the text of a command
    player     one player: visits rooms and the lobby, plays, and sends everything else between
    paths      the site's paths, from its URL configuration
    http_client  one client of the pages: their forms, and headers for the server itself
    record     what was sent and answered, and what was found
    watch      follows the server: its log, its health, its process
    site       the players and rooms of a run
    people     a process: creates players and rooms in the database
    run        one run for `script/lab fuzz`

What one socket may send is the work of hypothesis (tests/tables/sockets/test_bad_input.py and
tests/platform/server/test_frames.py), the API that of schemathesis (tests/site/front/api), and what
one request may ask that of tests/system/addresses. This is for what comes of all at once.

What is sent depends on the seed and on the answers: times differ from run to run, so the same seed
sends the same kinds of input, not the same bytes. Each finding therefore carries its input.
"""
