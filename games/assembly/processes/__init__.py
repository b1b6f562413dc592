"""The processes of the site: `lifecycle` of a server, `worker`, and `monitoring` of both."""
