"""What a process of the site does: `lifecycle` of a server, `worker`, `monitoring` of both."""
