"""Where to find other people: the page of the community with its search, who is online, and links
that people and chat apps have changed.
"""
