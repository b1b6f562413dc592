"""The jobs of the worker: which there are, the runner that keeps them, and what it measures."""
