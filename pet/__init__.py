"""A private companion that lives on the desktop.

The first level of this package is the product's vocabulary: `memory` (what is remembered),
`persona` (who the pet is), `body` (how it moves), `engines` (where words come from), `prompt`
(what the model is given), `chat` (a conversation), `jobs` (what is done at night), `diagnostics`
(what is wrong, and where), `ui` (the only part that knows Qt) and `cli` (the same program without a
screen). `app` builds all of it; nothing happens at import.
"""

__version__ = "0.1.0"
