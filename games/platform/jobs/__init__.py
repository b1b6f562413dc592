"""The worker's jobs. `job` says what a job is and measures what waits for it, `runner` runs
jobs that are due.

Each package declares its jobs in its module `jobs`, as `JOBS`.
"""
