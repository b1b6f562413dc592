"""Settings, URLs and the ASGI entry point of the site."""
