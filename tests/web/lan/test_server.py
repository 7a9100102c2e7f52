"""The server that phones meet: TLS that nobody can hold up, streams that leave room for pages."""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from pathlib import Path

import pytest
from cheroot.server import HTTPConnection
from flask import Flask, Response, request

from tests.web.waiting import PATIENCE
from web.lan.certificate import Certificate, ensure
from web.server import SPARE, THREADS, listen, serve

WAIT = PATIENCE


@contextmanager
def running(app: Flask, tls: ssl.SSLContext | None = None) -> Iterator[int]:
    server = listen(app, "127.0.0.1", 0, tls)
    thread = threading.Thread(target=serve, args=(server,))
    thread.start()
    try:
        yield int(server.bind_addr[1])
    finally:
        server.stop()
        thread.join(WAIT)
    assert not thread.is_alive()


@pytest.fixture
def certificate(tmp_path: Path) -> Certificate:
    return ensure(tmp_path / "tls", [])


@pytest.fixture
def app() -> Flask:
    app = Flask("small")

    @app.get("/")
    def page() -> str:
        return f"{request.scheme} {request.remote_addr}"

    return app


@pytest.fixture
def port(app: Flask, certificate: Certificate) -> Iterator[int]:
    with running(app, certificate.context()) as port:
        yield port


def trusting(certificate: Certificate, strict: bool = False) -> ssl.SSLContext:
    context = ssl.create_default_context(cafile=str(certificate.path))
    if strict:
        context.verify_flags |= ssl.VERIFY_X509_STRICT
    return context


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
@pytest.mark.parametrize("strict", [False, True])
def test_who_trusts_the_certificate_gets_the_page(
    certificate: Certificate, port: int, host: str, strict: bool
) -> None:
    page = http.client.HTTPSConnection(host, port, timeout=WAIT, context=trusting(certificate, strict))
    with closing(page):
        for _ in range(3):  # on one connection
            page.request("GET", "/")
            answer = page.getresponse()
            assert (answer.status, answer.read()) == (200, b"https 127.0.0.1")


def test_who_does_not_trust_it_gets_nothing_and_nobody_is_troubled(
    certificate: Certificate, port: int, capfd: pytest.CaptureFixture[str]
) -> None:
    for context, name in (
        (ssl.create_default_context(), "127.0.0.1"),  # it is signed by nobody known
        (trusting(certificate), "192.168.1.7"),  # it is trusted, but for other names
    ):
        with (
            closing(socket.create_connection(("127.0.0.1", port), WAIT)) as raw,
            pytest.raises(ssl.SSLCertVerificationError),
        ):
            context.wrap_socket(raw, server_hostname=name)
    with closing(
        http.client.HTTPSConnection("127.0.0.1", port, timeout=WAIT, context=trusting(certificate))
    ) as page:
        page.request("GET", "/")
        assert page.getresponse().status == 200
    assert "Traceback" not in capfd.readouterr().err


@pytest.mark.parametrize("secure", [False, True])
def test_a_phone_that_leaves_in_the_middle_is_no_error(
    app: Flask, certificate: Certificate, secure: bool, capfd: pytest.CaptureFixture[str]
) -> None:
    left, said = threading.Event(), threading.Event()

    @app.get("/long")
    def long() -> Response:
        def lines() -> Iterator[bytes]:
            yield b"here"
            assert left.wait(WAIT)
            try:
                while True:
                    yield b"x" * 1_000_000
            finally:
                said.set()

        return Response(lines())

    with running(app, certificate.context() if secure else None) as port:
        raw = socket.create_connection(("127.0.0.1", port), WAIT)
        one = trusting(certificate).wrap_socket(raw, server_hostname="127.0.0.1") if secure else raw
        one.sendall(b"GET /long HTTP/1.1\r\nHost: here\r\n\r\n")
        while b"here" not in one.recv(1000):
            pass
        one.close()
        left.set()
        assert said.wait(WAIT)
    assert "Traceback" not in capfd.readouterr().err


@pytest.mark.parametrize("stopped", [False, True])
def test_a_connection_that_is_answered_while_the_server_stops_is_closed(
    app: Flask, monkeypatch: pytest.MonkeyPatch, stopped: bool
) -> None:
    """What keeps connections is closed between the question whether it is open and the use of it."""
    closed: list[bool] = []
    monkeypatch.setattr(HTTPConnection, "close", lambda _: closed.append(True))
    server = listen(app, "127.0.0.1", 0)
    conn = HTTPConnection(server, socket.socket())

    def too_late() -> None:
        server.ready = not stopped
        raise ValueError("I/O operation on closed epoll object")

    monkeypatch.setattr("cheroot.connections.ConnectionManager.put", lambda *_: too_late())
    with nullcontext() if stopped else pytest.raises(ValueError, match="closed epoll"):
        server.put_conn(conn)
    assert closed == [True] * stopped
    conn.socket.close()
    server.ready = True  # what has not been ready is not stopped
    server.stop()


def test_an_error_of_our_own_is_told(app: Flask, capfd: pytest.CaptureFixture[str]) -> None:
    @app.get("/broken")
    def broken() -> Response:
        def lines() -> Iterator[bytes]:
            yield b"here"
            raise KeyError("ours")

        return Response(lines())

    with running(app) as port, closing(http.client.HTTPConnection("127.0.0.1", port, timeout=WAIT)) as page:
        page.request("GET", "/broken")
        with pytest.raises(http.client.IncompleteRead):
            page.getresponse().read()
    assert "ours" in capfd.readouterr().err


def test_a_phone_that_falls_silent_holds_nobody_up(certificate: Certificate, port: int) -> None:
    silent = [socket.create_connection(("127.0.0.1", port), WAIT) for _ in range(2 * THREADS)]
    for number, one in enumerate(silent):
        if number % 2:
            one.sendall(b"\x16\x03\x01")  # the first bytes of TLS, and no more
    with closing(
        http.client.HTTPSConnection("127.0.0.1", port, timeout=WAIT, context=trusting(certificate))
    ) as page:
        page.request("GET", "/")
        assert page.getresponse().status == 200
    for one in silent:
        one.close()


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_http_at_the_port_of_https_is_sent_over(port: int, host: str) -> None:
    with closing(http.client.HTTPConnection(host, port, timeout=WAIT)) as page:
        page.request("GET", "/join/ABCDE?a=%E5%A0%82", headers={"X-Long": "x" * 200})
        answer = page.getresponse()
        assert answer.status == 307
        assert answer.headers["Location"] == f"https://{host}:{port}/join/ABCDE?a=%E5%A0%82"


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a b\r\n\r\n",
        b"\x00" * 5000,
        b"SSH-2.0-x\r\n",
    ],
)
def test_other_talk_at_the_port_of_https_is_dropped(
    port: int, sent: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    # it may be gone before we have said it all
    with closing(socket.create_connection(("127.0.0.1", port), WAIT)) as other, suppress(OSError):
        other.sendall(sent)
        other.shutdown(socket.SHUT_WR)
        assert other.recv(100) == b""
    assert "Traceback" not in capfd.readouterr().err


def test_a_header_cannot_be_smuggled_into_the_way_over(port: int) -> None:
    with closing(socket.create_connection(("127.0.0.1", port), WAIT)) as other:
        other.sendall(b"GET /a HTTP/1.1\r\nHost: here\r\nSet-Cookie: x=1\r\n\r\n")
        answer = other.recv(4096)
        assert b"Set-Cookie" not in answer


def test_a_new_certificate_is_given_to_who_comes_next(app: Flask, tmp_path: Path) -> None:
    first = ensure(tmp_path / "tls", [])
    context = first.context()
    with running(app, context) as port:
        given = [ssl.get_server_certificate(("127.0.0.1", port), timeout=WAIT)]
        second = ensure(tmp_path / "tls", ["192.168.1.7"])
        context.load_cert_chain(second.path)
        given.append(ssl.get_server_certificate(("127.0.0.1", port), timeout=WAIT))
    assert given[0] != given[1]
    assert given[1].strip() in second.path.read_text()


PHONES, TABS = 5, 2


@pytest.mark.parametrize("secure", [False, True])
def test_phones_with_streams_still_get_pages(app: Flask, certificate: Certificate, secure: bool) -> None:
    """FIELD D07: five phones with two tabs each, and ten times as many, leave room for a page. What a browser
    may open before it asks is there too."""
    ended = threading.Event()

    @app.get("/stream")
    def stream() -> Response:
        def lines() -> Iterator[str]:
            yield ": here\n\n"
            while not ended.wait(0.2):
                yield ": still here\n\n"

        return Response(lines(), mimetype="text/event-stream")

    context = trusting(certificate) if secure else None

    def connection(port: int) -> http.client.HTTPConnection:
        if context is not None:
            return http.client.HTTPSConnection("127.0.0.1", port, timeout=WAIT, context=context)
        return http.client.HTTPConnection("127.0.0.1", port, timeout=WAIT)

    open_ones: list[http.client.HTTPConnection] = []
    with running(app, certificate.context() if secure else None) as port:
        try:
            for count in (PHONES * TABS, 10 * PHONES * TABS):
                while len(open_ones) < count:
                    one = connection(port)
                    open_ones.append(one)
                    one.request("GET", "/stream")
                    assert one.getresponse().readline() == b": here\n"  # at once: FIELD D06
                silent = [socket.create_connection(("127.0.0.1", port), WAIT) for _ in range(PHONES * 4)]
                with closing(connection(port)) as page:
                    page.request("GET", "/")
                    assert page.getresponse().status == 200
                for other in silent:
                    other.close()
        finally:
            ended.set()
            for one in open_ones:
                one.close()
    assert len(open_ones) > THREADS + SPARE
