"""The log: never the reason for anything that the user sees."""

from __future__ import annotations

import logging
import shutil

from pet import log


def test_a_log_that_cannot_be_written_says_nothing_on_the_terminal(tmp_path, capfd, monkeypatch):
    monkeypatch.setattr(logging, "raiseExceptions", True)
    log.set_up(tmp_path / "home" / "pet.log")
    shutil.rmtree(tmp_path / "home")
    logging.getLogger("pet.somewhere").info("a program event")
    assert capfd.readouterr().err == ""
