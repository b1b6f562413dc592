"""What people visit."""
