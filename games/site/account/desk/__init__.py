"""Reports, the moderators' desk, decisions and appeals.

`reports`: what players report. `evidence`: what is copied at that moment. `cases`: their order, and
what the desk shows of them. `decisions`: what moderators decide, how it is undone, and appeals.
`audit`: the log of all that, as a hash chain. `access`: who may open the desk. `reasons`: the words
for reasons. `rules_names`, `circle_names`: the names that players give to house rules and circles.
"""
