"""Codes of imports, names and declarations."""

from __future__ import annotations

from t27c.diagnostics.catalogue import Code, Phase, rows

IMPORTS: tuple[Code, ...] = (
    *rows(
        Phase.IMPORTS,
        "WWW",
        {
            "missing-module": "no file belongs to this `use`",
            "ambiguous-module": "several files could belong to this `use`",
            "damaged-import": "an imported file has syntax errors in parts that are not needed",
        },
    ),
    *rows(
        Phase.IMPORTS,
        "WEW",
        {
            "inexact-import": "a `use` that was resolved by a guess at its path",
            "implicit-import": "a full path is used without a `use` for it",
            "ambiguous-import": "two imports offer different things under one name",
            "prelude-shadowed": "an import hides a prelude function that the spec uses",
            "self-import": "a file imports itself",
        },
    ),
    *rows(
        Phase.IMPORTS,
        "EEE",
        {
            "import-name-missing": "the imported file declares no such name",
            "constant-cycle": "constants whose values depend on each other",
        },
    ),
)

NAMES: tuple[Code, ...] = (
    *rows(
        Phase.NAMES,
        "EEE",
        {
            "unknown-name": "nothing of this name is declared, imported or in the prelude",
            "unknown-type": "no type of this name is declared or imported",
            "unknown-field": "the struct or union has no such field",
            "unknown-method": "the type has no such method",
            "unknown-variant": "the enum or union has no such variant",
            "unknown-label": "no enclosing loop or block has this label",
            "unknown-builtin": "no builtin has this name",
            "duplicate-field": "a field is declared or given twice",
            "duplicate-variant": "a variant is declared twice",
            "duplicate-tag": "two variants of an enum have one tag",
            "duplicate-arm": "two arms of a switch match the same value",
            "duplicate-label": "a label that an enclosing block already has",
            "duplicate-parameter": "two parameters of a function share a name",
            "captures-local": "a nested function uses a local of its host",
        },
    ),
    *rows(Phase.NAMES, "EEW", {"duplicate-declaration": "two declarations of one file share a name"}),
    *rows(
        Phase.NAMES,
        "WEW",
        {
            "shadowed-local": "a local hides another local",
            "shadowed-module-var": "a local hides a module variable",
            "implicit-local": "a test assigns to a name that was never declared",
            "length-reads-module-constant": "an array length reads the module constant, not the local of that name",
        },
    ),
)
