"""The memory window: what the pet knows, seen and changed by the user."""
