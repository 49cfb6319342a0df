"""Options and fixtures that all tests share."""

from __future__ import annotations

import pytest

from tests.golden import Golden


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--bless`."""
    parser.addoption("--bless", action="store_true", help="write golden files instead of comparing with them")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """The golden-file helper, in the mode that the command line chose."""
    return Golden(bless=request.config.getoption("--bless"))
