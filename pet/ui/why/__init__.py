"""The window that a reply's "why?" opens."""
