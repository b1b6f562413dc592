"""The family lock: no text and no name of a stranger reaches a child.

`locking`: turn the lock on and off. `middleware`: the pages that a locked player may open. The
lock on a device, and what a socket masks, are in `people/family`.
"""
