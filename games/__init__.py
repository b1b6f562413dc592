"""Yacht and its relatives, in wings: docs/architecture.md has the tree."""
