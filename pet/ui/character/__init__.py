"""The character on the screen and its bubble."""
