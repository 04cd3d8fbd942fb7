"""The mutator breaks what it says, and the survivors that are explained still stand there."""

import ast

from tests.trials.faults import ROOT
from tests.trials.mutants import function_at, sample
from tests.trials.mutations import mutations
from tests.trials.survivors import EQUIVALENT

SOURCE = '''
def f(a: int, b: int = 1) -> int:
    """Not this 1."""
    a += 2
    if a < b and not b:
        raise ValueError("nor this")
    return max(x[1:], y) if a else sum([é for é in b if é])
'''


def test_what_can_be_broken():
    found = [mutation.apply(SOURCE) for mutation in mutations(SOURCE)]
    assert len(set(found)) == len(found) > 15
    assert SOURCE not in map(ast.unparse, map(ast.parse, found))
    for line in (
        *("b: int=(2)", "pass", "a -= 2", "a = 2", "(a <= b)", "(a < b or not b)", "and (b)"),
        *("return None", "(min(x[1:], y))", "x[(2):]", "sum(([é for é in b]))", "a += (3)"),
    ):
        kept = line.replace("b: int=", "b: int = ")
        assert any(kept in source for source in found), line
    assert all('"nor this"' in source or "pass" in source for source in found)
    assert function_at(SOURCE, 4) == 2
    assert function_at(SOURCE, 2) is None


def test_every_room_has_its_share():
    chosen = sample(200, 1)
    assert chosen == sample(200, 1) != sample(200, 2)
    assert 190 <= len(chosen) <= 210
    rooms = {file.split("/")[1] for file, _ in chosen}
    assert rooms == {"games", "sequence", "solvers", "evaluation"}


def test_what_is_explained_stands_there():
    for file, text, _ in EQUIVALENT:
        assert text in (ROOT / file).read_text("utf-8"), (file, text)
