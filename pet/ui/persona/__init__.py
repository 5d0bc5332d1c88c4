"""The windows about who the pet is: the editor, trying her out, and taking cards in and out."""
