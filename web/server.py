"""端口: serves the page with cheroot: threads as many as pages are open, streaming, and TLS for phones."""

from __future__ import annotations

import logging
import re
import socket
import ssl
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from cheroot.makefile import MakeFile
from cheroot.server import HTTPConnection
from cheroot.ssl import Adapter
from cheroot.wsgi import Server
from flask import Flask

from web.cameras import Cameras
from web.tables.open_tables import LiveTables

THREADS = 24
"""Requests answered at once at one port, to begin with: more than uploads may wait, so that the page always
finds a free thread."""
SPARE = 12
"""Threads kept free. Each open page of a table holds one with its stream, and a browser may hold more with
connections on which it has not asked yet: a page must still find a free one (FIELD D07)."""
MOST_THREADS = 2000
"""At one port."""
TLS_SECONDS = 10
"""To agree on TLS; a phone that walks off meanwhile holds nobody up."""
HEADER_BYTES = 64 * 1024


class PortTakenError(OSError):
    """The address cannot be listened on."""


class TlsLater(Adapter):
    """Marks a server as secure. cheroot would agree on TLS in the thread that accepts connections, where one
    phone that falls silent holds up all others; here each connection does it in its own thread.
    """

    def __init__(self, context: ssl.SSLContext) -> None:
        self.context = context

    def bind(self, sock: socket.socket) -> socket.socket:
        """See `Adapter.bind`."""
        return sock

    def wrap(self, sock: socket.socket) -> tuple[socket.socket, dict[str, str]]:
        """The socket as it is, and what the application is told."""
        return sock, self.get_environ()

    def get_environ(self) -> dict[str, str]:
        """See `Adapter.get_environ`."""
        return {"wsgi.url_scheme": "https", "HTTPS": "on"}

    def makefile(self, sock: socket.socket, mode: str = "r", bufsize: int = -1) -> object:
        """See `Adapter.makefile`."""
        return MakeFile(sock, mode, bufsize)


class PageConnection(HTTPConnection):
    """A connection that agrees on TLS before its first request, where the server is secure."""

    def communicate(self) -> bool:
        """Answer one request; gives whether the connection stays open."""
        adapter = self.server.ssl_adapter
        if adapter is not None and not isinstance(self.socket, ssl.SSLSocket):
            try:
                self.socket.settimeout(TLS_SECONDS)
                if not self._secure(adapter.context):
                    return False
                self.socket.settimeout(self.server.timeout)
            except (OSError, ValueError):
                # it went away, or does not trust the certificate: its own page says so
                self.socket.close()
                self.linger = True  # there is nothing left to close
                return False
        return bool(super().communicate())  # type: ignore[no-untyped-call]

    def _secure(self, context: ssl.SSLContext) -> bool:
        if self.socket.recv(1, socket.MSG_PEEK) != TLS_HELLO:
            self._send_over()
            return False
        self.socket = context.wrap_socket(self.socket, server_side=True)
        self.rfile = MakeFile(self.socket, "rb", self.rbufsize)
        self.wfile = MakeFile(self.socket, "wb", self.wbufsize)
        return True

    def _send_over(self) -> None:
        """Somebody asked for http:// at the port of https://: send them over."""
        asked = ASKED.match(self.socket.recv(4096))
        if asked is not None:
            place = b"https://" + asked["host"] + asked["path"]
            head = b"HTTP/1.1 307 Temporary Redirect\r\nLocation: " + place
            self.socket.sendall(head + b"\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")


TLS_HELLO = b"\x16"
"""The first byte of a TLS connection."""
ASKED = re.compile(
    rb"[A-Z]+ (?P<path>/[!-~]*) HTTP/1\.[01]\r\n(?:[^\r\n]*\r\n)*?"
    rb"[Hh][Oo][Ss][Tt]: *(?P<host>[A-Za-z0-9.:\[\]-]+) *\r\n"
)


GONE = (ssl.SSLEOFError, ssl.SSLZeroReturnError, ConnectionError, TimeoutError)
"""What writing to a phone raises that has closed its page or left the network."""


class PageServer(Server):
    """cheroot's server; where an address cannot be bound it closes the socket, which cheroot leaves open."""

    ConnectionClass = PageConnection
    closing: Callable[[], None] = staticmethod(lambda: None)
    """told when the server stops, so that streams end instead of holding it up"""

    def stop(self) -> None:
        """Stop serving."""
        self.closing()
        super().stop()

    def error_log(self, msg: str = "", level: int = logging.INFO, traceback: bool = False) -> None:
        """Tell of an error on standard error; that a phone has gone away is none."""
        if not isinstance(sys.exc_info()[1], GONE):
            super().error_log(msg, level, traceback)

    def process_conn(self, conn: HTTPConnection) -> None:
        """Hand a connection to a thread, and see that the next one will find one too."""
        missing = self.requests.qsize + 1 + SPARE - self.requests.idle
        if missing > 0:
            self.requests.grow(missing + SPARE)
        super().process_conn(conn)

    def put_conn(self, conn: HTTPConnection) -> None:
        """Keep a connection for its next request; a server that stops meanwhile has no place for it."""
        try:
            super().put_conn(conn)
        except (ValueError, KeyError, OSError):
            if self.ready:
                raise
            conn.close()

    @staticmethod
    def bind_socket(socket_: socket.socket, bind_addr: tuple[str, int]) -> socket.socket:
        """Bind the socket, or close it."""
        try:
            socket_.bind(bind_addr)
        except OSError:
            socket_.close()
            raise
        return socket_


def listen(app: Flask, host: str, port: int, tls: ssl.SSLContext | None = None) -> Server:
    """A server that listens, with TLS where a context is given; its `bind_addr` says where. `port` 0 takes a
    free one. Raises PortTakenError where the address cannot be used.
    """
    server = PageServer(
        (host, port), app, numthreads=THREADS, max=MOST_THREADS, request_queue_size=128, timeout=30
    )
    server.max_request_header_size = HEADER_BYTES
    server.server_name = "tangzi"
    if tls is not None:
        server.ssl_adapter = TlsLater(tls)
    live: LiveTables | None = getattr(app, "live", None)
    if live is not None:
        server.closing = partial(close, app, live)
    try:
        server.prepare()
    except OSError as error:
        raise PortTakenError(str(error)) from error
    return server


def close(app: Flask, live: LiveTables) -> None:
    """End every stream and every camera."""
    live.close()
    cameras: Cameras | None = getattr(app, "cameras", None)
    if cameras is not None:
        cameras.close()


@contextmanager
def stopping(server: Server) -> Iterator[None]:
    """Stop a server at the end; an interruption (Ctrl-C) is the usual one. A server that listens has threads
    that would keep the process alive.
    """
    try:
        yield
    except KeyboardInterrupt:
        return
    finally:
        server.stop()


def serve(server: Server) -> None:
    """Answer requests until interrupted, or until another thread calls `server.stop()`."""
    with stopping(server):
        server.serve()
