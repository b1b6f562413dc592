"""Settings, urls and the ASGI entry point of the site."""
