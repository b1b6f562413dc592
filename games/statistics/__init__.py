"""What perfect play scores, as numbers that were computed beforehand and are shown at once."""
