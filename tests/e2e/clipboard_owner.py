"""A program for the tests: owns the clipboard with the text on stdin, or prints what is in it."""

from __future__ import annotations

import sys

from PySide6.QtGui import QClipboard, QGuiApplication


def main() -> int:
    app = QGuiApplication(sys.argv)
    clipboard = app.clipboard()
    if sys.argv[1] == "read":
        sys.stdout.write(clipboard.text(QClipboard.Mode.Clipboard))
        return 0
    clipboard.setText(sys.argv[2])
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    return app.exec()


if __name__ == "__main__":
    sys.exit(main())
