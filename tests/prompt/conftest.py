"""A real Ollama for the tests that ask one."""

from __future__ import annotations

from tests.engines.real import real_ollama

__all__ = ["real_ollama"]  # a fixture
