"""What pages of several features share."""
