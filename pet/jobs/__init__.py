"""Work that the pet does by itself, when the user is not talking."""
