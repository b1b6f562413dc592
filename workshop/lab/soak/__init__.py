"""Play for hours with people who come and go, and sample what the processes hold."""
