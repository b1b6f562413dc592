"""The foresight index: whether a player's choices fit dice that they could not know yet.

`index` measures the choices of a game, `evidence` says how unlikely a player's total is by chance,
and `counting` stores both. docs/analysis.md has the method, the proof and the measured power.
"""
