"""Inject faults into running games, and verify that nothing was lost: `script/lab chaos`."""
