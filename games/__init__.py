"""Yacht and its relatives: rules, engine, rooms, sockets and pages."""
