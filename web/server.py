"""端口: serves the page on this machine with cheroot: threads, streaming, and TLS where it will be needed."""

from __future__ import annotations

import socket

from cheroot.wsgi import Server
from flask import Flask

THREADS = 12
"""Requests answered at once: more than uploads may wait, so that the page always finds a free one."""
HEADER_BYTES = 64 * 1024


class PortTakenError(OSError):
    """The address cannot be listened on."""


class PageServer(Server):
    """cheroot's server; where an address cannot be bound it closes the socket, which cheroot leaves open."""

    @staticmethod
    def bind_socket(socket_: socket.socket, bind_addr: tuple[str, int]) -> socket.socket:
        """Bind the socket, or close it."""
        try:
            socket_.bind(bind_addr)
        except OSError:
            socket_.close()
            raise
        return socket_


def listen(app: Flask, host: str, port: int) -> Server:
    """A server that listens; its `bind_addr` says where. `port` 0 takes a free one.

    Raises PortTakenError where the address cannot be used.
    """
    server = PageServer((host, port), app, numthreads=THREADS, request_queue_size=64, timeout=30)
    server.max_request_header_size = HEADER_BYTES
    server.server_name = "tangzi"
    try:
        server.prepare()
    except OSError as error:
        raise PortTakenError(str(error)) from error
    return server


def serve(server: Server) -> None:
    """Answer requests until interrupted (Ctrl-C), or until another thread calls `server.stop()`."""
    try:
        server.serve()
    except KeyboardInterrupt:
        return
    finally:
        server.stop()
