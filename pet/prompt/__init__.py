"""What the model is given: caps, drop order, fences and the report; pure functions."""
