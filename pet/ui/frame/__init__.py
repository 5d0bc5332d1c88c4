"""The ordinary windows: what all of them share. Each window's own parts are in its own room."""
