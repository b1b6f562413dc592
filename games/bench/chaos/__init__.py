"""Inject faults into running games, and verify that nothing was lost: `manage.py chaos`."""
