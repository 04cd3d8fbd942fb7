"""The app in a browser, by textual-serve: each page that is opened gets a process of its own."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from ipaddress import ip_address
from shlex import join
from typing import Any
from weakref import WeakSet

from aiohttp import WSCloseCode, web
from textual_serve.server import Server

from pokerbot.errors import InputError

WEB = 80
"""The port that browsers leave out of a page's address."""
EVERY = ("0.0.0.0", "::")
"""Addresses that mean all of a machine's addresses, and that no browser can ask for."""
FAREWELL = 0.5
"""How many seconds a page has to answer that it closes, once the server is asked to end."""
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def is_own(host: str) -> bool:
    """Whether an address can only be reached from this machine."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


class Guarded(Server):  # type: ignore[misc]
    """Serves only requests that name this server's address and come from its own pages.

    Otherwise any page of another site that is open in the same browser could play here: browsers
    let it send requests to this machine, and name the site in the header `Origin`.

    ended_by: the signal that ended it, 0 for none
    """

    ended_by = 0

    def __init__(self, command: Sequence[str], host: str, port: int) -> None:
        address = f"[{host}]" if ":" in host else host
        url = f"http://{address}:{port}"
        super().__init__(join(command), host, port, title="pokerbot", public_url=url)
        own = {host, "localhost", "127.0.0.1"} if is_own(host) else {host}
        names = {f"[{each}]" if ":" in each else each for each in own}
        self.names = {f"{name}:{port}" for name in names} | (names if port == WEB else set())
        self._pages = WeakSet[web.WebSocketResponse]()

    def initialize_logging(self) -> None:
        """Leave Python's logging as it is."""

    async def _make_app(self) -> web.Application:
        app = await super()._make_app()

        @web.middleware  # type: ignore[untyped-decorator]
        async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
            if not self.is_own_page(request.host, request.headers.get("Origin")):
                raise web.HTTPForbidden(text="Only pages of this address are served.")
            return await handler(request)

        app.middlewares.append(check)
        app.on_response_prepare.append(self.keep_to_itself)
        app.on_response_prepare.append(self._note_page)
        return app

    def is_own_page(self, host: str, origin: str | None) -> bool:
        """Whether a request names this server as host, and comes from no other site's page."""
        pages = {None, *(f"http://{name}" for name in self.names)}
        return host in self.names and origin in pages

    async def keep_to_itself(self, request: web.Request, response: web.StreamResponse) -> None:
        """Forbid the browser to load from other sites: textual-serve's page would fetch a font."""
        socket = self.public_url.replace("http", "ws", 1)
        own = f"'self' {self.public_url} {socket} 'unsafe-inline' data: blob:"
        response.headers["Content-Security-Policy"] = f"default-src {own}"

    async def _note_page(self, request: web.Request, response: web.StreamResponse) -> None:
        if isinstance(response, web.WebSocketResponse):
            self._pages.add(response)

    def _end(self, number: int) -> None:
        self.ended_by = number
        self.request_exit()

    async def on_shutdown(self, app: web.Application) -> None:
        """Close all pages, which ends what each of them shows; aiohttp would wait for them."""
        await asyncio.gather(*(self._close(page) for page in [*self._pages]))

    async def _close(self, page: web.WebSocketResponse) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(page.close(code=WSCloseCode.GOING_AWAY), FAREWELL)

    async def on_startup(self, app: web.Application) -> None:
        """Tell the server's address if it is free, and note from now on which signal ends it."""
        loop = asyncio.get_running_loop()
        tried = await loop.create_server(asyncio.Protocol, self.host, self.port)
        tried.close()
        with suppress(NotImplementedError):  # on Windows
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.add_signal_handler(number, self._end, number)
        whose = "this machine alone" if is_own(self.host) else "whoever reaches this address"
        told = f"{self.public_url} for {whose}; click there to use its keys; Ctrl-C ends it"
        self.console.print(told, highlight=False)


def serve(command: Sequence[str], host: str, port: int) -> int:
    """Serve what a command shows until a signal ends it; return the signal's number.

    Raises:
        InputError: the address or port cannot be used.
    """
    if host in EVERY:
        raise InputError(f"{host} cannot be a page's address: name the one that others use")
    asyncio.set_event_loop(asyncio.new_event_loop())
    server: Any = Guarded(command, host, port)
    try:
        server.serve()
        return int(server.ended_by)
    except OSError as error:
        reason = error.strerror or str(error)
        raise InputError(f"cannot listen at {host}, port {port}: {reason}") from None
