"""A warning in the pet's log that no test asked for is a failure.

A test that expects one takes the `caplog` fixture, and looks at it.
"""

from __future__ import annotations

import logging

import pytest

_records: list[logging.LogRecord] = []


def pytest_configure(config):
    # A factory sees every record, wherever a test's own logging set-up sends it.
    ordinary = logging.getLogRecordFactory()

    def noting(name, level, *arguments, **named):
        record = ordinary(name, level, *arguments, **named)
        if level >= logging.WARNING and (name == "pet" or name.startswith("pet.")):
            _records.append(record)
        return record

    logging.setLogRecordFactory(noting)


@pytest.fixture(autouse=True)
def no_unexpected_warning(request):
    logger = logging.getLogger("pet")
    before = (logger.level, logger.propagate, tuple(logger.handlers))
    _records.clear()
    yield
    level, logger.propagate, handlers = before
    logger.setLevel(level)
    for added in [handler for handler in logger.handlers if handler not in handlers]:
        logger.removeHandler(added)
        added.close()
    if "caplog" not in request.fixturenames:
        told = [f"{record.levelname} {record.name}: {record.getMessage()}" for record in _records]
        assert not told, "unexpected in the log:\n" + "\n".join(told)
