"""Who the pet is: one Character Card V3 JSON file each."""
