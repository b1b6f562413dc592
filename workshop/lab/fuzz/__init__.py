"""A fuzzer: valid and broken frames and requests against a server, while people play.

    oddities   odd values, and ways to break the text of a command
    commands   valid commands of every type, with values from the present state
    policy     the next sensible command of a player: sit, seal, start, reveal, roll, score
    frames     bytes of websocket frames, whole and broken
    wire       a websocket over a plain connection, which may send anything
    player     one player: visits rooms and the lobby, plays, and sends everything else between
    paths      the site's paths, from its URL configuration
    http_client  one client of the pages and the API
    record     what was sent and answered, and what was found
    watch      follows the server: its log, its health, its process
    people     a process: creates players and rooms in the database
    run        one run for `script/lab fuzz`

What is sent depends on the seed and on the answers: times differ from run to run, so the same seed
sends the same kinds of input, not the same bytes. Each finding therefore carries its input.
"""
