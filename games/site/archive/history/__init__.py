"""Games that were played, from their logs: `record` reads one, `page`, `review` and `story` make
its page, `text` its plain text. Reads only.
"""
