"""Start the image and docker-compose.yml as operators do, and play: `script/containers`."""
