"""Games that were played, from their logs: `page` and `story` make the page of one, `text` its
plain text. Reads only.
"""
