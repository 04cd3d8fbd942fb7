"""The app in a browser: for this machine alone, and for no other site's page."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import psutil
import pytest
from click.testing import CliRunner

import pokerbot
from pokerbot.cli.commands.play import command
from pokerbot.errors import InputError
from pokerbot.play.session.challenge import Challenge
from pokerbot.strategy import library, storage

web = pytest.importorskip("pokerbot.tui.web", reason="textual-serve is not there")
StreamResponse = pytest.importorskip("aiohttp.web").StreamResponse


def test_pages_of_other_sites_are_refused():
    server = web.Guarded(["true"], "127.0.0.1", 8000)
    assert server.is_own_page("127.0.0.1:8000", None)
    assert server.is_own_page("localhost:8000", "http://127.0.0.1:8000")
    assert not server.is_own_page("127.0.0.1:8000", "http://evil.example")
    assert not server.is_own_page("127.0.0.1:8000", "http://127.0.0.1:9000")
    assert not server.is_own_page("127.0.0.1:8000", "null")
    assert not server.is_own_page("evil.example:8000", "http://evil.example:8000")  # rebound names


def test_a_page_asks_no_other_site_for_anything():
    """The page's own files and its socket stay; a font from elsewhere does not."""
    server, response = web.Guarded(["true"], "127.0.0.1", 8000), StreamResponse()
    asyncio.run(server.keep_to_itself(None, response))
    allowed = response.headers["Content-Security-Policy"].removeprefix("default-src ").split()
    assert {each for each in allowed if "//" in each} == {
        "http://127.0.0.1:8000", "ws://127.0.0.1:8000",
    }  # fmt: skip


def test_a_port_that_browsers_leave_out_need_not_be_named():
    assert web.Guarded(["true"], "127.0.0.1", 80).is_own_page("localhost", "http://localhost")
    assert not web.Guarded(["true"], "127.0.0.1", 8000).is_own_page("localhost", None)


def test_what_stands_for_all_addresses_is_refused():
    with pytest.raises(InputError, match="name the one that others use"):
        web.serve(["true"], "0.0.0.0", 8000)


def test_an_address_that_is_taken_is_not_told_as_served(capsys):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(InputError, match=f"port {port}: .*in use"):
            web.serve(["true"], "127.0.0.1", port)
    assert capsys.readouterr().out == ""


def test_which_addresses_are_this_machine_s_own():
    assert all(map(web.is_own, ("127.0.0.1", "127.8.8.8", "localhost", "::1")))
    assert not any(map(web.is_own, ("0.0.0.0", "10.0.0.1", "::", "example.org", "127.0.0.1.evil")))


def asked(monkeypatch, *words):
    """What is served, and where, if anything; and what a command says."""
    served = []
    monkeypatch.setenv("PYTHONPATH", "")
    monkeypatch.setattr(web, "serve", lambda *given: served.append(given) or 0)
    ran = CliRunner().invoke(command, ["--color", "never", *words], standalone_mode=False)
    return served, ran.exception


def test_the_same_command_is_served(monkeypatch):
    told = ["--seat", "first", "--ascii", "--seed", "0"]
    served, wrong = asked(monkeypatch, "felix", "--web", "8123", *told)
    assert wrong is None
    ((words, host, port),) = served
    assert words[:5] == [sys.executable, "-P", "-m", "pokerbot", "play"]
    assert sorted(words[5:]) == sorted(["felix", *told])
    assert os.environ["PYTHONPATH"] == str(Path(pokerbot.__file__).parents[1])
    assert (host, port) == ("127.0.0.1", 8123)
    assert asked(monkeypatch, "--web")[0][0][1:] == ("127.0.0.1", 8000)


def test_files_of_the_current_folder_do_not_stand_in_for_modules(monkeypatch, tmp_path):
    """A page stayed empty in a folder with a `random.py`."""
    (tmp_path / "random.py").write_text("raise SystemExit('not this one')")
    monkeypatch.chdir(tmp_path)
    ((words, *_),), _ = asked(monkeypatch, "--web")
    assert subprocess.run([*words, "--help"], capture_output=True, check=False).returncode == 0


def test_a_challenge_is_served_without_the_seat_that_it_settles(monkeypatch):
    """With --seat it would be refused where it is served."""
    fingerprint = storage.fingerprint(library.find("kuhn-cfr+"))
    code = Challenge(1, "first", 10, fingerprint[:12], 0.5).code
    ((words, *_),), wrong = asked(monkeypatch, "--web", "--challenge", code)
    assert (words[5:], wrong) == (["--challenge", code], None)


@pytest.mark.parametrize(
    "words",
    [
        ["--web", "--host", "10.0.0.1"],
        ["--web", "--host", "0.0.0.0"],
        ["--host", "127.0.0.1"],
        ["--trust-network"],
        ["nobody", "--web"],
        ["--web", "0"],
    ],
)
def test_what_is_refused(monkeypatch, words):
    served, wrong = asked(monkeypatch, *words)
    assert not served
    assert wrong is not None


def test_another_address_is_served_where_the_network_is_trusted(monkeypatch):
    served, wrong = asked(monkeypatch, "--web", "--host", "10.0.0.1", "--trust-network")
    assert wrong is None
    assert served[0][1:] == ("10.0.0.1", 8000)
    assert "10.0.0.1" not in served[0][0]


@pytest.mark.slow
@pytest.mark.parametrize("way", ["SIGINT", "SIGTERM", "SIGKILL"])
def test_what_ends_the_server_ends_its_pages(way, tmp_path, monkeypatch):
    """Ctrl-C took 19 seconds with a page open, and after a kill the pages' processes stayed."""
    aiohttp = pytest.importorskip("aiohttp")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    monkeypatch.setenv("HOME", str(tmp_path))
    served = subprocess.Popen([sys.executable, "-m", "pokerbot", "play", "--web", str(port)])

    async def visit():
        async with aiohttp.ClientSession() as session:
            page = await opened(session, f"http://127.0.0.1:{port}/ws?width=80&height=24", served)
            with suppress(TimeoutError):
                while True:  # until it draws no more, which would tell it that the server is gone
                    await asyncio.wait_for(page.receive(), 1)
            pages = psutil.Process(served.pid).children(recursive=True)
            served.send_signal(signal.Signals[way])
            status = await asyncio.to_thread(served.wait, 10)
            assert status == {"SIGINT": 130, "SIGTERM": 143, "SIGKILL": -9}[way]
            return pages

    try:
        pages = asyncio.run(asyncio.wait_for(visit(), 120))
    finally:
        served.kill()
    assert pages
    _, left = psutil.wait_procs(pages, timeout=60)
    assert not left


async def opened(session, address, served):
    """A page, as soon as the server answers."""
    while True:
        assert served.poll() is None
        try:
            return await session.ws_connect(address)
        except OSError:
            await asyncio.sleep(0.05)
