"""What a locked family sees: its device, and the names of others."""
