"""`t27c explain`: every code has sentences and a wrong and a right example, and the examples tell the truth."""

from __future__ import annotations

import re

import pytest

from t27c.diagnostics.codes import CODES
from t27c.diagnostics.explain import examples, explained_codes, explanation, prose


def test_every_code_is_explained_once() -> None:
    """And nothing else is."""
    assert sorted(explained_codes()) == sorted(CODES)


@pytest.mark.parametrize("slug", CODES)
def test_an_explanation_has_sentences_and_examples(slug: str) -> None:
    """One to six sentences, something wrong and something right."""
    sentences = re.findall(r"[.!?](?=\s|$)", prose(slug))
    assert 1 <= len(sentences) <= 6
    assert {example.is_right for example in examples(slug)} == {True, False}
    text = explanation(slug)
    assert text.startswith(f"{slug}: {CODES[slug].summary}\n")
    assert "```" not in text
