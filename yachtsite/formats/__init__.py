"""How dates look in each language."""
