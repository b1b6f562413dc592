"""Pages to learn and to look back."""
