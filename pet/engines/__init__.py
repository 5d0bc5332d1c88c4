"""Where words come from: Ollama, the bundled tiny model, or none."""
