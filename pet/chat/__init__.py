"""A conversation: turns, commands and the events that whoever listens iterates."""
