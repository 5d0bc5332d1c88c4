"""Tests with faults, for test_guards.py to run; the file's name keeps them out of ordinary runs."""

import logging
import socket
import subprocess
import sys
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.guards import leftovers

leftovers._PATIENCE = 0.2  # nothing here ends by itself
kept = []


def test_leaves_a_thread():
    threading.Thread(target=threading.Event().wait, daemon=True).start()


def test_leaves_a_process():
    kept.append(subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE))


def test_leaves_a_timer(qapp):
    from PySide6.QtCore import QTimer

    kept.append(QTimer())
    kept[-1].start(50)


def test_logs_a_warning():
    logging.getLogger("pet.planted").warning("odd")


def test_speaks_to_a_stranger():
    with pytest.raises(AssertionError), socket.socket() as connection:
        connection.connect(("192.0.2.1", 80))


@pytest.mark.tiny
def test_skips_what_must_run():
    pytest.skip("no model here")


def test_skips_elsewhere():
    pytest.skip("another system")


@given(st.text())
def test_cleans_up(text):
    thread = threading.Thread(target=kept.append, args=[text])
    thread.start()
    thread.join()
    with socket.create_server(("127.0.0.1", 0)) as server:
        socket.create_connection(server.getsockname()).close()


def test_expects_a_warning(caplog):
    logging.getLogger("pet.planted").warning("expected")
    assert "expected" in caplog.text
