"""Functions compiled by numba, and where their machine code is kept between runs.

A function's name in the cache ends in a digest of its code, of all code that it calls, and of the
compiler's options, so that changed code is compiled anew. The checksums of a function's files are
kept beside them; a file that does not have its checksum is deleted.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, update_wrapper
from pathlib import Path
from tempfile import TemporaryFile
from types import CodeType, FunctionType, ModuleType
from typing import Any, get_type_hints

import numba
from llvmlite.binding import Linkage, parse_assembly
from numba import types
from numba.core import event, sigutils
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from platformdirs import user_cache_path

from pokerbot.errors import InputError
from pokerbot.io.files import write_whole
from pokerbot.io.machine import cores, in_forks

if numba.config.DISABLE_JIT:
    raise ImportError("NUMBA_DISABLE_JIT keeps it from compiling")


class _Apart(Compiler):  # type: ignore[misc]
    """Compiles functions under the assumption that none of their arrays overlap."""

    def define_pipelines(self) -> Any:
        self.state.flags.noalias = True
        return super().define_pipelines()


class _AsItStands(JITCodeLibrary):  # type: ignore[misc]
    """The code of a function that other machine code calls, before it is optimized."""

    def _optimize_final_module(self) -> None:
        """Nothing: the caller's code is optimized with this in it, and a second time costs much."""

    def _finalize_final_module(self) -> None:
        """Keep the code for callers; the engine gets its variables alone, which numba looks up.

        If it had the code, it would run that, as it stands, in the place of what callers have of it
        in their own code, where it is optimized.
        """
        self._finalize_dynamic_globals()
        self._finalized = True
        variables = self._get_module_for_linking().global_variables
        told = [str(each) for each in variables if each.linkage == Linkage.common]
        empty = str(self._codegen._create_empty_module(self.name))
        self._final_module = parse_assembly("\n".join([empty, *told]))
        super()._finalize_final_module()


class _Inner(_Apart):
    """Compiles functions for other machine code to call."""

    def define_pipelines(self) -> Any:
        codegen, name = self.state.targetctx.codegen(), self.state.func_id.func_qualname
        self.state.library = _AsItStands(codegen, name)
        self.state.library.enable_object_caching()
        return super().define_pipelines()


def jit(function: Callable[..., Any], *, inline: bool = False, allocates: bool = False) -> Any:
    """The function in machine code, which is made at the first call, or by its method `compile`.

    `compile(signature)` gives a function for arguments of just these types, which are then not
    looked at again. Other machine code calls a second copy, which Python cannot call. The arrays
    that are given must not overlap. Sums are in the written order, whatever the processor.

    Args:
        function: the function, in the part of Python that numba compiles.
        inline: whether it becomes a part of the code that calls it.
        allocates: whether it makes arrays. If not, references to arrays are not counted, which
            would take as long as the rest of an iteration on a small game.
    """
    options = {
        "nogil": True,
        "error_model": "numpy",
        "forceinline": inline,
        "_nrt": allocates,
    }
    ways = [fingerprint(each.define_pipelines) for each in (_Apart, _Inner)]
    ways.extend(_texts(_AsItStands._finalize_final_module.__code__))
    digest = _digest([fingerprint(function), repr(options), *ways])
    name = f"{function.__name__}_{digest[:16]}"
    made = _dispatcher(function, name, options, _Apart)
    inner = _dispatcher(function, f"{name}_in", options | BARE, _Inner)
    made.get_call_template, made.get_overload = inner.get_call_template, inner.get_overload
    made.digest = digest
    return made


BARE = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""Options for the copy that machine code calls: no wrapper for Python, a third of the work."""


def _dispatcher(
    function: Callable[..., Any], name: str, options: dict[str, object], way: type[_Apart]
) -> Any:
    """The dispatcher of numba that compiles the function, under that name, for each signature."""
    named = FunctionType(
        function.__code__, function.__globals__, function.__name__, function.__defaults__,
        function.__closure__,
    )  # fmt: skip
    update_wrapper(named, function).__qualname__ = name
    before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(folder() or "")
    try:
        made = numba.njit(**options, cache=bool(folder()), pipeline_class=way)(named)
    finally:
        numba.config.CACHE_DIR = before
    made.kept = _Kept(made, name) if folder() else None
    return made


def compile_side_by_side(wanted: Iterable[tuple[Any, Callable[[], object]]]) -> None:
    """Compile the functions that the cache lacks, as many at a time as there are processors.

    They are read from the cache when they are called. Where none can be kept, nothing is done.

    Args:
        wanted: functions made by `jit`, each with a call that compiles it, the longest work first.
    """
    missing = [work for made, work in wanted if made.kept and not made.kept.is_there]
    if len(missing) > 1 and has_room():
        with event.trigger_event("numba:compile"):
            for begin in range(0, len(missing), cores()):
                in_forks(missing[begin : begin + cores()])


class Callback:
    """A function in machine code that can be an argument of others; its address is looked up once.

    It has one signature, and raises nothing. numba would look up a function's address at each call,
    which takes as long as 30 iterations of a small game.
    """

    def __init__(self, function: Callable[..., Any], signature: Any) -> None:
        self._made = jit(function)
        self._call = self._made.compile(signature)
        (result,) = self._made.overloads.values()
        name = result.fndesc.llvm_cfunc_wrapper_name
        self._address: int = result.library.get_pointer_to_function(name)
        self._numba_type_ = types.FunctionType(signature)

    def __wrapper_address__(self) -> int:
        return self._address

    def __call__(self, *arguments: Any) -> Any:
        """As the function itself."""
        return self._call(*arguments)


class _Kept:
    """Guards a function's cache: changed files are not loaded, and a full disk does no harm.

    What the cache lacks is compiled in a process of its own and then read from the cache, since the
    compiler keeps all memory that it has used: a quarter of a gigabyte for what solves a flop.
    Where the cache has no room for it, that would be in vain.
    """

    def __init__(self, made: Any, name: str) -> None:
        cache, self._compile = made._cache, made._compiler.compile
        self._folder, self._name = Path(cache.cache_path), name
        self._load, self._save = cache.load_overload, cache.save_overload
        cache.load_overload, cache.save_overload = self._load_whole, self._save_or_not

    def _load_whole(self, *asked: Any) -> Any:
        """Delete the files that have changed; load what was asked for, compiled if missing."""
        with suppress(OSError):
            sums = self._checksums_then()
            for path, found in self._checksums_now().items():
                if sums.get(path) != found:
                    (self._folder / path).unlink(missing_ok=True)
        found = self._load(*asked)
        if found is None:
            if not has_room():
                return None
            with event.trigger_event("numba:compile"):
                in_forks([lambda: self._compile_and_keep(asked[0])])
            found = self._load(*asked)
        return found

    def _compile_and_keep(self, signature: Any) -> None:
        """Compile into the cache; whatever fails here will fail again in the calling process."""
        self._save_or_not(signature, self._compile(*sigutils.normalize_signature(signature)))

    def _save_or_not(self, *compiled: Any) -> None:
        """Save compiled code and its checksums; what cannot be saved is compiled again later."""
        with suppress(OSError, InputError):
            self._save(*compiled)
            write_whole(self._checksum_file, [json.dumps(self._checksums_now()).encode()])

    @property
    def is_there(self) -> bool:
        """Whether the cache has the function, for some signature."""
        return self._checksum_file.exists()

    @property
    def _checksum_file(self) -> Path:
        """The file of checksums."""
        return self._folder / f"{self._name}.json"

    def _checksums_then(self) -> dict[str, str]:
        """The checksum of each file when it was written."""
        try:
            sums = json.loads(self._checksum_file.read_text())
        except (OSError, ValueError):
            return {}
        return sums if isinstance(sums, dict) else {}

    def _checksums_now(self) -> dict[str, str]:
        """The checksum of each file now."""
        return {
            path.name: hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sorted(self._folder.glob(f"*{self._name}-*.nb?"))
        }


def fingerprint(function: Callable[..., Any], within: tuple[object, ...] = ()) -> str:
    """A digest of what a function does: its code and that of what it calls, not its name and place.

    Whatever it reads from outside counts by its content: globals, closures, defaults, and the names
    that it uses of a module. So does the order of a named tuple's fields, which numba leaves out
    when it tells such tuples apart. What `jit` made has the digest of the moment when it was made.

    within: the functions that are being digested and call this one, which may call them back
    """
    if isinstance(digest := getattr(function, "digest", None), str):
        return digest
    options = getattr(function, "targetoptions", {})
    function = getattr(function, "py_func", function)
    if not isinstance(function, FunctionType):
        name = getattr(function, "__name__", None)
        named = get_type_hints(function) if hasattr(function, "_fields") else {}
        fields = [f"{field} {fingerprint(kind)}" for field, kind in named.items()]
        whole = f"{getattr(function, '__module__', '')}.{name}" if name else repr(function)
        return _digest([whole, repr(getattr(function, "__members__", "")), *fields])
    if function in within:
        return str(within.index(function))
    held = [cell.cell_contents for cell in function.__closure__ or ()]
    told = [*_names(function.__code__), *map(str, function.__annotations__.values())]
    used = [function.__globals__.get(name) for name in told]
    given = function.__defaults__, function.__kwdefaults__
    within = (*within, function)
    parts = [*_texts(function.__code__), repr(options)]
    return _digest(parts + [_content(each, told, within) for each in (*given, *held, *used)])


def _content(value: Any, names: list[str], within: tuple[object, ...]) -> str:
    """A value as a text, as far as machine code reads it; of a module, only these names."""
    if isinstance(value, ModuleType):
        if value in within:
            return value.__name__
        found = [vars(value).get(name) for name in names]
        return _digest([value.__name__, *(_content(one, names, (*within, value)) for one in found)])
    if isinstance(getattr(value, "shape", None), tuple):
        return _digest([repr((value.dtype, value.shape)), value.tobytes().hex()])
    if isinstance(value, tuple | list):
        whole = fingerprint(type(value), within)
        return _digest([whole, *(_content(one, names, within) for one in value)])
    return fingerprint(value, within) if callable(value) else repr(value)


def _digest(parts: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _names(code: CodeType) -> list[str]:
    """The names that code reads from outside, those of the functions within it included."""
    inner = [
        name for const in code.co_consts if isinstance(const, CodeType) for name in _names(const)
    ]
    return sorted({*code.co_names, *inner})


def _texts(code: CodeType) -> Iterator[str]:
    """All that determines what code does, as texts, the functions within it included."""
    yield from (code.co_code.hex(), repr(code.co_names), repr(code.co_varnames))
    for const in code.co_consts:
        yield from _texts(const) if isinstance(const, CodeType) else (repr(const),)


@cache
def folder() -> Path | None:
    """The folder where machine code is kept, made if needed; NUMBA_CACHE_DIR moves it.

    None where nothing can be written, or where other users may write.
    """
    above = os.environ.get("NUMBA_CACHE_DIR")
    made = Path(above) if above else user_cache_path("pokerbot")
    made = made / f"pokerbot-numba-{numba.__version__}-{sys.implementation.cache_tag}"
    try:
        made.mkdir(0o700, parents=True, exist_ok=True)
        status, own = made.stat(), getattr(os, "getuid", lambda: None)()
        if own is not None and (status.st_uid != own or status.st_mode & 0o022):
            return None
    except OSError:
        return None
    return made if os.access(made, os.W_OK) else None


ROOM = 4 << 20
"""The size of a file, in bytes, for which a cache has room: thrice the longest code."""


@cache
def has_room() -> bool:
    """Whether files can be written to the folder: not on a full disk, or under a limit on files."""
    try:
        with TemporaryFile(dir=folder()) as file:
            file.write(bytes(ROOM))
    except OSError:
        return False
    return True


@contextmanager
def compiling(tell: Callable[[str], object]) -> Iterator[None]:
    """Tell when something is compiled within the block, and at its end how long that took."""
    listener = _Listener(tell)
    with event.install_listener("numba:compile", listener):
        yield
    if listener.told:
        tell(f"compiled in {listener.spent:.1f} s")


class _Listener(event.Listener):  # type: ignore[misc]
    """Adds up the time that compiling takes; one function may be compiled within another."""

    def __init__(self, tell: Callable[[str], object]) -> None:
        self.tell, self.told = tell, False
        self.spent = self._since = 0.0
        self._deep = 0

    def on_start(self, event: Any) -> None:
        if not self._deep:
            self._since = time.perf_counter()
        self._deep += 1
        if not self.told:
            self.told = True
            self.tell("compiling for this machine, once …")

    def on_end(self, event: Any) -> None:
        self._deep -= 1
        if not self._deep:
            self.spent += time.perf_counter() - self._since
