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


def test_a_message_is_one_line_and_moves_no_cursor(tmp_path):
    log.set_up(tmp_path / "pet.log")
    logging.getLogger("pet.somewhere").info("a server said %s", "no\r\n\x1b[2Jgone\u202e\ud800")
    written = (tmp_path / "pet.log").read_bytes()
    assert written.count(b"\n") == 1
    assert rb"no\r\n\x1b[2Jgone\u202e\ud800" in written
