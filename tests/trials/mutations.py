"""Small faults that can be put into a source text, one at a time.

Left out, since nothing observable hangs on them or they die at once: docstrings, annotations and
type aliases, decorators, imports, asserts, the texts of errors, all f-strings and other prose,
`strict=` (an assertion), `mode=` and `maxsize=` (speed), `dtype=` and other conversions.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial

COMPARISONS: dict[type, list[type]] = {
    ast.Lt: [ast.LtE, ast.GtE],
    ast.LtE: [ast.Lt, ast.Gt],
    ast.Gt: [ast.GtE, ast.LtE],
    ast.GtE: [ast.Gt, ast.Lt],
    ast.Eq: [ast.NotEq],
    ast.NotEq: [ast.Eq],
    ast.Is: [ast.IsNot],
    ast.IsNot: [ast.Is],
    ast.In: [ast.NotIn],
    ast.NotIn: [ast.In],
}
ARITHMETIC: dict[type, list[type]] = {
    ast.Add: [ast.Sub],
    ast.Sub: [ast.Add],
    ast.Mult: [ast.Div],
    ast.Div: [ast.Mult],
    ast.FloorDiv: [ast.Mult],
    ast.Mod: [ast.FloorDiv],
    ast.Pow: [ast.Mult],
    ast.LShift: [ast.RShift],
    ast.RShift: [ast.LShift],
    ast.BitAnd: [ast.BitOr],
    ast.BitOr: [ast.BitAnd],
    ast.MatMult: [ast.Mult],
}
TWINS = {
    **{"max": "min", "min": "max", "maximum": "minimum", "minimum": "maximum"},
    **{"any": "all", "all": "any", "zeros": "ones", "ones": "zeros", "zeros_like": "ones_like"},
    **{"ones_like": "zeros_like", "argmax": "argmin", "cumsum": "cumprod", "repeat": "tile"},
    **{"tile": "repeat", "sum": "max", "reversed": "list", "sorted": "list", "prod": "sum"},
}
WRAPPERS = ("abs", "sorted", "set", "sqrt", "sign")
UNORDERED = ("isinstance", "max", "min", "maximum", "minimum")
KEPT_KEYWORDS = ("strict", "mode", "dtype", "maxsize")


@dataclass(frozen=True)
class Mutation:
    """Other text between two offsets of a source; `kind` says what sort of fault."""

    line: int
    begin: int
    end: int
    new: str
    kind: str

    def apply(self, source: str) -> str:
        return source[: self.begin] + self.new + source[self.end :]


@cache
def mutations(source: str) -> list[Mutation]:
    """All that can be put into this source."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    lines = source.splitlines()

    def offset(line: int, column: int) -> int:
        return starts[line - 1] + len(lines[line - 1].encode()[:column].decode())

    found = []
    for node, kind, new in _places(ast.parse(source), top=True):
        begin = offset(node.lineno, node.col_offset)
        end = offset(node.end_lineno, node.end_col_offset)
        if source[begin:end] != new:
            found.append(Mutation(node.lineno, begin, end, new, kind))
    return found


def _places(node: ast.AST, *, top: bool) -> Iterator[tuple[ast.AST, str, str]]:
    """(node, kind, text in its place) of the node and all below."""
    if isinstance(node, ast.stmt):
        yield from _of_statement(node)
    elif isinstance(node, ast.expr):
        yield from _of_expression(node)
    for child in _children(node, top=top):
        yield from _places(child, top=top and isinstance(node, ast.Module))


def _sealed(node: ast.AST, *, top: bool) -> bool:
    """Whether nothing below a node is to be broken."""
    match node:
        case ast.JoinedStr() | ast.Assert() | ast.Raise() | ast.Import() | ast.ImportFrom():
            return True
        case ast.Expr(ast.Constant()):
            return True
        case ast.If(ast.Name("TYPE_CHECKING")):
            return True
        case ast.Assign(_, ast.Subscript()):
            return top
    return False


def _children(node: ast.AST, *, top: bool) -> Iterator[ast.AST]:
    """What below a node may be broken."""
    left_out = {"annotation", "returns", "decorator_list", "bases", "op", "ops", "ctx"}
    if isinstance(node, ast.ClassDef):
        left_out.add("keywords")
    for name, value in ast.iter_fields(node):
        if name in left_out or _sealed(node, top=top):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and getattr(child, "arg", None) not in KEPT_KEYWORDS:
                yield child


def _of_statement(node: ast.stmt) -> Iterator[tuple[ast.AST, str, str]]:
    match node:
        case ast.AugAssign(target, op, value):
            yield node, "statement removed", "pass"
            for other in ARITHMETIC[type(op)]:
                yield node, "arithmetic", ast.unparse(ast.AugAssign(target, other(), value))
            yield node, "assignment", f"{ast.unparse(target)} = {ast.unparse(value)}"
        case ast.Raise() | ast.Continue() | ast.Break() | ast.Expr(ast.Call()):
            yield node, "statement removed", "pass"
        case ast.Assign([ast.Attribute() | ast.Subscript(), *_]):
            yield node, "statement removed", "pass"
        case ast.Return(None | ast.Constant(None)):
            return
        case ast.Return():
            yield node, "return value", "return None"


def _of_expression(node: ast.expr) -> Iterator[tuple[ast.AST, str, str]]:
    for kind, of_kind in KINDS.items():
        for new in filter(partial(_differs, node), of_kind(node)):
            yield node, kind, f"({ast.unparse(ast.fix_missing_locations(new))})"


def _differs(node: ast.expr, new: ast.expr) -> bool:
    return ast.dump(node) != ast.dump(new)


def _comparisons(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.Compare):
        for at, op in enumerate(node.ops):
            for other in COMPARISONS[type(op)]:
                changed = copy.deepcopy(node)
                changed.ops[at] = other()
                yield changed


def _arithmetic(node: ast.expr) -> Iterator[ast.expr]:
    match node:
        case ast.BinOp(left, op, right) if not _is_union(node):
            yield from (ast.BinOp(left, other(), right) for other in ARITHMETIC[type(op)])
        case ast.UnaryOp(ast.USub(), operand):
            yield operand


def _boolean(node: ast.expr) -> Iterator[ast.expr]:
    match node:
        case ast.BoolOp(op, values):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
            for at in range(len(values)):
                rest = values[:at] + values[at + 1 :]
                yield rest[0] if len(rest) == 1 else ast.BoolOp(op, rest)
        case ast.UnaryOp(ast.Not(), operand):
            yield operand
        case ast.IfExp(test, body, orelse):
            yield ast.IfExp(test, orelse, body)


def _constants(node: ast.expr) -> Iterator[ast.expr]:
    match node:
        case ast.Constant(bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(int(value)):
            yield from (ast.Constant(value + 1), ast.Constant(value - 1))
        case ast.Constant(float(value)):
            yield from (ast.Constant(value * 2 or -1.0), ast.Constant(value + 1))
        case ast.Constant(str(value)) if value and " " not in value:
            yield ast.Constant(f"X{value}")


def _slices(node: ast.expr) -> Iterator[ast.expr]:
    match node:
        case ast.Subscript(value, ast.Slice(lower, upper, step)):
            for a, b in ((_more(lower), upper), (lower, _more(upper))):
                if (a, b) != (lower, upper):
                    yield ast.Subscript(value, ast.Slice(a, b, step))


def _conditions(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp):
        for at, part in enumerate(node.generators):
            if part.ifs:
                changed = copy.deepcopy(node)
                changed.generators[at].ifs = []
                yield changed


def _is_union(node: ast.BinOp) -> bool:
    """`int | float` is a type."""
    names = [part for part in (node.left, node.right) if isinstance(part, ast.Name)]
    return isinstance(node.op, ast.BitOr) and any(
        name.id in ("int", "float", "str", "dict", "list", "tuple", "None", "Strategy", "NoLimit")
        for name in names
    )


def _calls(node: ast.expr) -> Iterator[ast.expr]:
    """A twin in the function's place, arguments swapped, a keyword left out, the call left out."""
    if not isinstance(node, ast.Call):
        return
    name, args = node.func, node.args
    called = name.attr if isinstance(name, ast.Attribute) else getattr(name, "id", "")
    if called in TWINS:
        twin = copy.deepcopy(name)
        setattr(twin, "attr" if isinstance(name, ast.Attribute) else "id", TWINS[called])
        yield ast.Call(twin, args, node.keywords)
    for at in range(len(args) - 1 if called not in UNORDERED else 0):
        if not any(isinstance(arg, ast.Starred) for arg in args[at : at + 2]):
            swapped = [*args[:at], args[at + 1], args[at], *args[at + 2 :]]
            yield ast.Call(name, swapped, node.keywords)
    for at, keyword in enumerate(node.keywords):
        if keyword.arg is not None and keyword.arg not in KEPT_KEYWORDS:
            yield ast.Call(name, args, node.keywords[:at] + node.keywords[at + 1 :])
    if called in WRAPPERS and len(args) == 1 and not node.keywords:
        yield args[0]
    if called in ("copy", "ravel") and isinstance(name, ast.Attribute) and not args:
        yield name.value


def _more(bound: ast.expr | None) -> ast.expr | None:
    """One more than a bound that is no constant."""
    if bound is None or isinstance(bound, ast.Constant | ast.UnaryOp):
        return bound
    return ast.BinOp(bound, ast.Add(), ast.Constant(1))


KINDS: dict[str, Callable[[ast.expr], Iterator[ast.expr]]] = {
    "comparison": _comparisons,
    "arithmetic": _arithmetic,
    "boolean": _boolean,
    "constant": _constants,
    "call": _calls,
    "slice": _slices,
    "condition removed": _conditions,
}
