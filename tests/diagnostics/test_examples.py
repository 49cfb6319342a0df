"""The examples of `t27c explain` tell the truth: the wrong one draws its code, the right one draws nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from t27c.diagnostics.codes import CODES, policy_for
from t27c.diagnostics.explain import examples
from t27c.diagnostics.render import render_text
from t27c.driver import SpecResult, compile_spec
from t27c.modules import memory_workspace
from t27c.options import Options

# Codes about what stands at the top of a file, so that nothing may be put in front.
ABOUT_HEADERS = {"no-module-header", "bad-module-header", "not-a-spec", "text-after-module", "empty-spec"}
WITH_TEXT = [slug for slug in CODES if any(example.language == "t27" for example in examples(slug))]


def options_for(slug: str) -> Options:
    """The mildest options under which the code is drawn."""
    code = CODES[slug]
    if code.default:
        return Options()
    if code.strict:
        return Options(strict=True)
    return Options(lenient=True) if code.lenient else Options(analysis="lazy")


def compile_example(slug: str, *, right: bool) -> SpecResult:
    """Compile the main file of an example among its other files."""
    texts: dict[str, str] = {}
    for example in examples(slug):
        if example.is_right == right:
            headless = not example.file and slug not in ABOUT_HEADERS and not example.text.startswith("module ")
            texts[example.file or "spec.t27"] = f"module spec;\n{example.text}" if headless else example.text
    options = options_for(slug)
    workspace = memory_workspace(texts, policy_for(options))
    spec = workspace.shelf.at(Path(), "spec")
    assert spec is not None
    return compile_spec(workspace, spec, options, ())


@pytest.mark.parametrize("slug", WITH_TEXT)
def test_wrong_examples_draw_their_code(slug: str) -> None:
    """In the main file."""
    result = compile_example(slug, right=False)
    assert result.crash == ""
    assert slug in {d.code for d in result.found}, render_text(result.found)


@pytest.mark.parametrize("slug", WITH_TEXT)
def test_right_examples_are_right(slug: str) -> None:
    """Nothing is left to say about them."""
    result = compile_example(slug, right=True)
    assert result.crash == ""
    assert [d.code for d in result.found] == [], render_text(result.found)


def test_most_codes_have_an_example_that_compiles() -> None:
    """Only what is about files, limits and targets has none."""
    without = sorted(set(CODES) - set(WITH_TEXT))
    assert without == [
        "no-such-file", "not-a-file", "output-conflict", "too-deep", "too-large", "too-many-errors",
        "unreadable-file", "unsupported", "unsupported-on-target",
    ]  # fmt: skip
