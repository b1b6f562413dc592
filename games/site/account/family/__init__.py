"""The family lock: no text and no name of a stranger reaches a child.

`device`: the lock on a device, by a code. `middleware`: the pages that a locked player may open.
`locking`: turn the lock on and off. `masking`: what a socket sends to a locked player.
"""
