"""TOML is read as the standard library reads it, but for keys of which that takes minutes."""

import tomllib

import pytest

from pokerbot.errors import InputError
from pokerbot.games.spot_file import read_spot
from pokerbot.io.toml import MOST_PARTS, parse_toml

DOTS = "a." * 50_000
PARTS = "a." * (MOST_PARTS - 1) + "a"
UNSPLIT = {
    "a text": f'x = "{DOTS}"',
    "a text with quotes": rf'x = "\"{DOTS}"',
    "a literal text": f"x = '\"{DOTS}'",
    "lines of text": f'x = """\n"{DOTS}"\\"""{DOTS}"""',
    "literal lines": f"x = '''\n'{DOTS}'''",
    "a comment": f'x = 1 # "{DOTS}\ny = 2',
    "shares": "x = { " + ", ".join(f'"a{i}" = 0.5' for i in range(100)) + " }",
    "a key of so many parts": f"{PARTS} = 1",
}


@pytest.mark.parametrize("text", UNSPLIT.values(), ids=UNSPLIT)
def test_dots_that_separate_no_parts_are_no_matter(text):
    assert parse_toml(text, "x.toml") == tomllib.loads(text)


LONG = {
    "bare": f"{PARTS}.a = 1",
    "apart": PARTS.replace(".", " . ") + "\t.a = 1",
    "quoted": f'"a.b".\'c"\'.{PARTS} = 1',
    "a table": f"[{PARTS}.a]",
    "inline": f"x = [\"\"\"\n\"\"\", '''\n'''  , {{ {PARTS}.a = 1 }}]",
    "after texts": f"x = 'it\"s' # it's\n{PARTS}.a = 1",
    "of 50,000 parts": f"{DOTS}a = 1",
}


@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
def test_a_key_of_too_many_parts_is_refused_before_it_is_taken_apart(text, monkeypatch):
    assert len(text) > 10_000 or tomllib.loads(text)
    monkeypatch.setattr(tomllib, "loads", None)
    with pytest.raises(InputError, match=f"^x.toml has a key of more than {MOST_PARTS} parts$"):
        parse_toml(text, "x.toml")


@pytest.mark.parametrize("text", ["x = [", "[[x", "x = " + "[" * 10_000, 'x = "', "x = '", '"""\\'])
def test_what_is_no_toml_is_refused(text):
    with pytest.raises(InputError, match=r"^x.toml is not TOML: "):
        parse_toml(text, "x.toml")


def test_of_a_spot_that_is_no_toml_the_file_is_named_in_a_line(tmp_path):
    """By its name alone, of which 60 characters are told."""
    path = tmp_path / f"{'long' * 20}.toml"
    path.write_text("x = [")
    with pytest.raises(InputError, match=rf"^{'long' * 15} is not TOML: "):
        read_spot(path)
