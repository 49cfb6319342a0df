"""A module as the views of its header and its source: finished lines for the templates."""

from __future__ import annotations

from dataclasses import dataclass

from t27c.backends.base import EmitContext
from t27c.backends.c.comments import comment, text_string
from t27c.backends.c.file import FileContext
from t27c.backends.c.functions import function_lines, inlined_functions, prototype, recursive_functions
from t27c.backends.c.names import global_name, local_name, module_prefix
from t27c.backends.c.types import TypeTable, c_type, storage_bits
from t27c.backends.printer import origin
from t27c.backends.pycode.names import Declarations
from t27c.backends.pycode.undefined import has_undefined_views
from t27c.ir.nodes import Constant, EnumDecl, Function, Global, Module, Program
from t27c.ir.types import Int, Slice, is_aggregate
from t27c.outpaths import c_path


@dataclass(frozen=True, slots=True, kw_only=True)
class HeaderView:
    """What stands in a header."""

    spec: str
    digest: str
    about: list[str]
    guard: str
    runtime: str
    includes: list[str]
    forward: list[str]
    types: list[str]
    constants: list[str]
    variables: list[str]
    functions: list[str]
    reset: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceView:
    """What stands in a source file."""

    spec: str
    digest: str
    spec_literal: str
    header: str
    runtime: list[str]
    types: list[str]
    statics: list[str]
    helpers: list[str]
    data: list[str]
    functions: list[str]


def up(module_id: str, path: str) -> str:
    """`path`, relative to the folder of all C files, as seen from the folder of a module."""
    return "../" * module_id.count("/") + path


class ModulePrinter:
    """Prints one module of a program."""

    def __init__(self, program: Program, module: Module, ctx: EmitContext) -> None:
        self.module, self.ctx, self.program = module, ctx, program
        self.decls = Declarations(program)
        checks = has_undefined_views(program)
        public = TypeTable(self.decls, module.id)
        self.public = FileContext(decls=self.decls, module_id=module.id, types=public, checks_views=checks)
        self._public_types()
        private = TypeTable(self.decls, module.id, public.done)
        self.private = FileContext(decls=self.decls, module_id=module.id, types=private, checks_views=checks)

    def _public_types(self) -> None:
        for decl in self.module.types:
            self.public.types.need(decl.type)
        for type_ in [item.type for item in self.module.constants] + [item.type for item in self.module.globals]:
            self.public.types.need(type_)
        for function in self.module.functions:
            for type_ in (*[param.type for param in function.params], function.result):
                self.public.types.need(type_)

    @property
    def _spec(self) -> str:
        return self.ctx.spec_path(self.module.id)

    # The header

    def header(self) -> HeaderView:
        """The view of the header."""
        functions = [line for function in self.module.functions for line in self._declaration(function)]
        return HeaderView(
            spec=origin(self._spec),
            digest=self.ctx.digest,
            about=comment(self.module.header),
            guard=f"T27_{module_prefix(self.module.id)}_H",
            runtime=up(self.module.id, "t27_rt.h"),
            includes=[up(self.module.id, c_path(name, "h").removeprefix("c/")) for name in self.module.imports],
            forward=[
                f"typedef struct {c_type(decl.type)} {c_type(decl.type)};"
                for decl in self.module.types
                if not isinstance(decl, EnumDecl)
            ],
            types=[*self._enums(), *self._type_texts()],
            constants=[line for constant in self.module.constants for line in self._constant(constant)],
            variables=[line for variable in self.module.globals for line in self._variable(variable)],
            functions=functions,
            reset=f"{module_prefix(self.module.id)}__Zreset",
        )

    def _enums(self) -> list[str]:
        lines = []
        for decl in self.module.types:
            if isinstance(decl, EnumDecl):
                name = c_type(decl.type)
                lines += [*comment(decl.doc), f"typedef {c_type(decl.tag)} {name};"]
                lines += [
                    f"#define {name}__{local_name(variant)} (({name}){_tag(value, decl.tag)})"
                    for variant, value in decl.variants
                ]
        return lines

    def _type_texts(self) -> list[str]:
        docs = {c_type(decl.type): decl.doc for decl in self.module.types}
        lines: list[str] = []
        for text in self.public.types.texts:
            name = text.split()[1] if text.startswith("struct ") else ""
            lines += ["", *comment(docs.get(name, "")), *text.splitlines()]
        return lines

    def _is_inline(self, constant: Constant) -> bool:
        return not is_aggregate(constant.type) and not isinstance(constant.type, Slice)

    def _constant(self, constant: Constant) -> list[str]:
        declaration = self.public.declare(constant.type, global_name(constant.name))
        if self._is_inline(constant):
            value = self.public.initialisers.text(constant.type, constant.value)
            return [*comment(constant.doc), f"static const {declaration} = {value};"]
        return [*comment(constant.doc), f"extern const {declaration};"]

    def _variable(self, variable: Global) -> list[str]:
        return [*comment(variable.doc), f"extern {self.public.declare(variable.type, global_name(variable.name))};"]

    def _declaration(self, function: Function) -> list[str]:
        return ["", *comment(function.doc), f"{prototype(self.public, function)};"]

    # The source

    def source(self) -> SourceView:
        """The view of the source file."""
        recursive = recursive_functions(self.program)
        inlined = inlined_functions(self.module, recursive)
        functions: list[str] = []
        for function in self.module.functions:
            name = function.name
            functions += ["", *function_lines(self.private, function, name in recursive, name in inlined)]
        data = self._data()
        return SourceView(
            spec=origin(self._spec),
            digest=self.ctx.digest,
            spec_literal=text_string(self._spec),
            header=c_path(self.module.id, "h").rpartition("/")[2],
            runtime=self.runtime_includes(),
            types=self.private.types.texts,
            statics=[text for _, text in self.private.statics.values()],
            helpers=list(self.private.helpers.values()),
            data=data,
            functions=functions,
        )

    def runtime_includes(self) -> list[str]:
        """The headers of the runtime that sources use."""
        return [up(self.module.id, name) for name in ("t27_int.h", "t27_math32.h")]

    def _data(self) -> list[str]:
        """Constants with parts, module variables, and the function that sets those to their first values."""
        lines = []
        for constant in self.module.constants:
            if not self._is_inline(constant):
                value = self.private.initialisers.text(constant.type, constant.value)
                lines.append(f"const {self.private.declare(constant.type, global_name(constant.name))} = {value};")
        for variable in self.module.globals:
            value = self.private.initialisers.text(variable.type, variable.value)
            lines.append(f"{self.private.declare(variable.type, global_name(variable.name))} = {value};")
        return [*lines, "", *self._reset()]

    def _reset(self) -> list[str]:
        lines = []
        for variable in self.module.globals:
            first = self.private.static_value(variable.type, variable.value)
            lines.append(f"    {global_name(variable.name)} = {first};")
        return [f"void {module_prefix(self.module.id)}__Zreset(void) {{", *lines, "}"]


def _tag(value: int, tag: Int) -> str:
    suffix = "" if tag.signed else "u"
    if storage_bits(tag) == 64 and abs(value) >= 1 << 31:
        return f"{'' if tag.signed else 'U'}INT64_C({value})"
    return f"{value}{suffix}"

