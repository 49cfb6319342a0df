"""Every form of the language does what the support page says, and the page is up to date."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden import Golden
from tests.support.model import Row
from tests.support.page import ROWS, failures_of, page


@pytest.mark.parametrize("row", [pytest.param(row, id=f"{title}: {row.form}") for title, row in ROWS])
def test_a_form_does_what_the_page_says(row: Row) -> None:
    assert failures_of(row) == ""


def test_the_page_is_up_to_date(golden: Golden) -> None:
    golden.check(page(), Path(__file__).parents[2] / "docs" / "support.md")
