"""What makes the site installable: the manifest, the service worker and the offline page."""
