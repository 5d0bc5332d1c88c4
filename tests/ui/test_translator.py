"""Qt's own words are Korean where the pet speaks Korean."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QTranslator

from pet.ui.translator import translate_qt


def test_qt_speaks_korean_too(qapp):
    known = set(qapp.findChildren(QTranslator))
    translate_qt(qapp, "ko")
    try:
        assert QCoreApplication.translate("QWidgetTextControl", "&Copy").startswith("복사")
        assert "Details" not in QCoreApplication.translate("QMessageBox", "Show Details...")
    finally:
        for translator in set(qapp.findChildren(QTranslator)) - known:
            qapp.removeTranslator(translator)
            translator.deleteLater()
