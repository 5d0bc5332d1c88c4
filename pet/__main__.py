"""`python -m pet`."""

from __future__ import annotations

import sys

from pet.cli import main

if __name__ == "__main__":
    sys.exit(main())
