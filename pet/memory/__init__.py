"""What the pet remembers: one SQLite file behind one file lock."""
