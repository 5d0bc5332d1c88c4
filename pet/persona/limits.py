"""How much of a stranger's file is read: enough for every real card, too little to do harm."""

from __future__ import annotations

from typing import Final

MIB: Final = 1024 * 1024
MAX_FILE_BYTES: Final = 16 * MIB
MAX_CHUNK_BYTES: Final = 4 * MIB  # the text in a picture, as it stands there
MAX_INFLATED_BYTES: Final = 16 * MIB  # of anything that was compressed
MAX_DEPTH: Final = 32  # of JSON
MAX_VALUES: Final = 200_000  # of JSON; a card with a large lorebook has 20,000
MAX_CHUNKS: Final = 20_000  # of a PNG file
MAX_MEGAPIXELS: Final = 40
MAX_LISTED: Final = 4_096  # entries in the list of a ZIP archive; two of them are read
