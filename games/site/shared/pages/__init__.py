"""What the pages of all features use.

`shortcuts`: the current player, rendering. `refusals`: what is answered when something is refused.
`sent_forms`: forms that are sent twice. `etags`, `cursors`, `url_converters`, and template tags.
"""
