"""The processes of the site: `lifecycle` of a server, and `monitoring` of server and worker."""
