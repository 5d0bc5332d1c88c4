"""The quick chat."""
