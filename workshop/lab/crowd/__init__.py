"""A crowd: how many people one core serves, who play, talk, watch and read as people do.

pace        how long people think, how often they talk, read and lose the connection
plan        what to measure; what the processes of a run exchange
frames      the server's messages, with deltas, as browsers get them
person      one person at a table: thinks, holds, moves, talks, seals, asks for another game
table       the people of a room, and what they saw
reader      somebody who reads pages
generator   a process: the whole crowd
costs       CPU, memory and cores of the processes of a site, from /proc
sampling    in the server's process: where its time goes
server      a process: the site's server with the sampler
steps       to which step of work a sample belongs
flames      draws samples as an SVG
run         one run for `script/lab load --real`
report      its figures
"""
