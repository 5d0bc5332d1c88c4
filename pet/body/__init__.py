"""The pet's physical life: motion and behaviour as pure functions of numbers."""
