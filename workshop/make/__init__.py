"""What makes the data that the site ships: `script/make NAME`. Nothing here is installed with it.

programs  one for each kind of data, and for the figures of some docs
entry     finds and runs programs, also those of `workshop/lab`
solver    plays whole games with the solver's values
bots      plays games of the bots, and computes their ratings
statistics, triple, winning, messages, losses, bot_mistakes    parts of the programs
"""
