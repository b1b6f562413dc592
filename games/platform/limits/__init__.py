"""What one client may use, so that nobody slows others down.

`rates`: the limits of settings.LIMITS. `page_limit` and `fair_queue`: how many pages are computed
at once. `pace`: downloads wait for their readers. `connection_limit`: sockets of an address.
`turns`: one costly thing of an address at a time. `proxies`: whose address that is; `forwarded`
reads the headers of proxies.
"""
