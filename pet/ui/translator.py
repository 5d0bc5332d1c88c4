"""The words that Qt itself puts on the screen (Copy, Select All, Show Details…), translated."""

from __future__ import annotations

import logging

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QTranslator

from pet.i18n import Language

_log = logging.getLogger(__name__)


def translate_qt(app: QCoreApplication, language: Language) -> None:
    """Have Qt speak *language*; without its catalogue it stays with English."""
    translator = QTranslator(app)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if translator.load(f"qtbase_{language}", folder):
        app.installTranslator(translator)
    elif language != "en":
        _log.info("Qt has no words in %s", language)
