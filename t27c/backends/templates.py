"""Finds and renders the templates: the frame of each output file. All text and all decisions come in with the view."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined


@cache
def template_folder() -> Path:
    """The folder of templates: inside the installed package, or at the top of a checkout."""
    package = Path(__file__).resolve().parents[1]
    installed = package / "templates"
    return installed if installed.is_dir() else package.parent / "templates"


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(template_folder(), encoding="utf-8"),
        undefined=StrictUndefined,
        autoescape=False,  # the output is code, and the printers escape for it
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def render(name: str, view: object) -> str:
    """The template `name` (`python/module.py.jinja`) filled from `view`, which it knows by that name."""
    return _environment().get_template(name).render(view=view)


def support_text(name: str) -> str:
    """A file of the template folder that is copied as it is (`python/_t27.py`)."""
    return (template_folder() / name).read_text(encoding="utf-8")
