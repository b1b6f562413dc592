"""The rules of Yacht and its relatives."""
