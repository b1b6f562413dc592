"""Reports, the moderators' desk, decisions and appeals.

`reports`: what players report. `evidence`: what is copied at that moment. `queue`: the order of the
cases. `decisions`: what moderators decide, and how it is undone. `appeals`. `audit`: the log of all
that, as a hash chain. `access`: who may open the desk. `reasons`: the words for reasons.
"""
