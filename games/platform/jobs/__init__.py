"""The worker's jobs. `job` says what a job is, `runner` runs jobs that are due, and `backlog`
measures what waits for them.

Each package declares its jobs in its module `jobs`, as `JOBS`.
"""
