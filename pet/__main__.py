"""`python -m pet`."""
