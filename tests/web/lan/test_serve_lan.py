"""`tangzi serve --lan`: what it prints, where it listens, what it refuses, what is there after a restart."""

from __future__ import annotations

import argparse
import contextlib
import http.client
import http.cookiejar
import io
import json
import os
import re
import ssl
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.web.test_serve import ended, started
from tests.web.waiting import PATIENCE, until
from web.cli import main
from web.commands import serve_lan
from web.commands.folders import own_folder
from web.commands.serve import LOG
from web.lan.addresses import Address, Kind
from web.lan.certificate import FILE, ensure, make
from web.lan.doors import Doors
from web.server import listen

PORTS = ("--port", "0", "--https-port", "0")


class Told:
    """A running `serve --lan` and what it printed."""

    def __init__(self, process: subprocess.Popen[str], data: Path) -> None:
        assert process.stdout is not None
        form = json.loads(process.stdout.readline())
        self.process = process
        self.plain = str(form["address"])
        self.addresses = list(form["addresses"])
        self.port = int(form["secure"].rsplit(":", 1)[1].strip("/"))
        self.secure = f"https://127.0.0.1:{self.port}/"
        trusting = ssl.create_default_context(cafile=str(data / "tls" / FILE))
        self.jar = http.cookiejar.CookieJar()
        self.browser = urllib.request.build_opener(
            urllib.request.HTTPSHandler(context=trusting), urllib.request.HTTPCookieProcessor(self.jar)
        )

    def get(self, url: str) -> str:
        with self.browser.open(url, timeout=PATIENCE) as answer:
            return str(answer.read().decode())

    def post(self, url: str, **body: object) -> dict[str, object]:
        headers = {"X-Tangzi": "1", "Content-Type": "application/json"}
        request = urllib.request.Request(url, json.dumps(body).encode(), headers)
        return dict(json.loads(self.get(request)))  # type: ignore[arg-type]


@contextmanager
def lan(data: Path, *options: str) -> Iterator[Told]:
    command = [sys.executable, "-m", "web", "serve", "--lan", "--json", "--data", str(data), *PORTS, *options]
    process = started(command, {"PYTHONIOENCODING": "utf-8"})
    try:
        yield Told(process, data)
    finally:
        if process.poll() is None:
            ended(process)


def test_phones_get_pages_with_and_without_tls(tmp_path: Path) -> None:
    with lan(tmp_path) as told:
        assert "堂子" in told.get(told.secure)
        assert "堂子" in told.get(told.plain)
        assert "访客网络" in told.get(told.plain + "check")
        table = told.post(told.secure + "api/tables", title="周六", name="阿强")
        printed = ended(told.process)
    assert told.process.returncode == 0
    assert "Traceback" not in printed
    assert f"桌号 table {table['code']} 周六" in printed
    assert printed.count("█") > 200
    for address in told.addresses:
        assert f"https://{address}:{told.port}/" in printed


def test_tables_and_certificate_are_there_after_a_restart(tmp_path: Path) -> None:
    with lan(tmp_path) as told:
        table = told.post(told.secure + "api/tables", title="周六")
        cookie = next(one for one in told.jar if one.name == f"__Host-tangzi-{table['id']}")
        assert cookie.secure
    key = (tmp_path / "tls" / FILE).read_bytes()
    assert (tmp_path / LOG).exists()
    with lan(tmp_path) as again:
        again.jar.set_cookie(cookie)
        assert str(table["code"]) in again.get(again.secure + f"api/tables/{table['id']}")
        printed = ended(again.process)
    assert f"桌号 table {table['code']} 周六" in printed
    assert (tmp_path / "tls" / FILE).read_bytes() == key


def test_a_lost_host_gets_in_again_by_a_printed_link(tmp_path: Path) -> None:
    with lan(tmp_path) as told:
        table = told.post(told.secure + "api/tables", title="周六")
        own = next(one for one in told.jar if one.name == f"__Host-tangzi-{table['id']}")
    with lan(tmp_path, "--host-link", str(table["code"])) as told:
        link = None
        assert told.process.stderr is not None
        while link is None:  # it is the last thing said
            link = re.search(r"https://\S+?/(host/\S+)", told.process.stderr.readline())
        told.jar.set_cookie(own)
        assert str(table["code"]) in told.get(told.secure + f"api/tables/{table['id']}")
    with lan(tmp_path) as told:
        with pytest.raises(OSError, match="401"):
            told.get(told.secure + f"api/tables/{table['id']}")
        with contextlib.suppress(urllib.error.HTTPError):
            told.get(told.secure + link[1])  # the page it leads to does not matter here
        assert str(table["code"]) in told.get(told.secure + f"api/tables/{table['id']}")


def test_an_interruption_while_it_starts_ends_it(tmp_path: Path) -> None:
    for _ in range(3):
        with lan(tmp_path) as told:
            printed = ended(told.process)  # the address is said, the rest is still being written
        assert told.process.returncode == 0
        assert "Traceback" not in printed


def test_a_database_can_be_named(tmp_path: Path) -> None:
    with lan(tmp_path, "--database", f"sqlite:///{tmp_path / 'own.db'}") as told:
        told.post(told.secure + "api/tables")
    assert (tmp_path / "own.db").exists()
    assert not (tmp_path / LOG).exists()


@pytest.mark.parametrize(
    ("options", "status", "said"),
    [
        (["--address", "10.9.9.9", "--lan"], 2, "no address 10.9.9.9"),
        (["--address", "10.9.9.9"], 2, "add --lan"),
        (["--database", "tables.sqlite"], 2, "is no URL"),
        (["--database", "nonsense://x"], 1, "is no database"),
        (["--database", "sqlite:////nowhere/at/all.db"], 1, "check its file"),
        (["--host-link", "AAAAA"], 2, "No table has the code AAAAA"),
        (["--https-port", "70000", "--lan"], 2, "70000 is no port"),
    ],
)
def test_options_that_cannot_be(
    options: list[str], status: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", *options]) == status
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--port", "--https-port"])
def test_a_taken_port_says_which_option_chooses_another(
    option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    taken = listen(lambda *_: [b""], "127.0.0.1", 0)  # type: ignore[arg-type]
    other = "--https-port" if option == "--port" else "--port"
    options = ["--lan", "--host", "127.0.0.1", "--data", str(tmp_path)]
    try:
        status = main(["serve", *options, option, str(taken.bind_addr[1]), other, "0"])
    finally:
        taken.stop()
    assert status == 1
    assert f"choose {option} {taken.bind_addr[1] + 1}." in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="a file in the way of a folder is told otherwise on Windows")
def test_a_folder_that_cannot_hold_the_certificate(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "tls").write_text("in the way")
    assert main(["serve", "--lan", "--data", str(tmp_path), *PORTS]) == 1
    assert "name a folder with --data" in capsys.readouterr().err


def test_what_is_kept_lies_in_the_user_s_own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert own_folder() == tmp_path / "tangzi"
    monkeypatch.delenv("XDG_DATA_HOME")
    assert own_folder() == Path.home() / ".local" / "share" / "tangzi"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert own_folder() == Path.home() / "Library" / "Application Support" / "tangzi"
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "Local"))
    assert own_folder() == tmp_path / "Local" / "tangzi"


def test_another_network_gets_another_certificate_while_it_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(serve_lan, "LOOK_AGAIN", 0.01)
    certificate = ensure(tmp_path, ["192.168.1.7"])
    addresses = [Address("192.168.1.7", "wlan0", Kind.PRIVATE)]
    doors = Doors(8443, 8080, certificate.fingerprint, lambda: tuple(addresses))
    over = threading.Event()
    keeper = threading.Thread(target=serve_lan.keep_good, args=(tmp_path, doors, certificate.context(), over))
    keeper.start()
    try:
        addresses.append(Address("172.17.0.1", "docker0", Kind.VIRTUAL))
        over.wait(0.2)
        assert doors.fingerprint == certificate.fingerprint  # a container is no other network
        addresses[0] = Address("192.168.43.9", "wlan0", Kind.PRIVATE)
        until(lambda: doors.fingerprint != certificate.fingerprint)
    finally:
        over.set()
        keeper.join(PATIENCE)
    assert "https://192.168.43.9:8443/" in capsys.readouterr().err


def test_a_certificate_near_its_end_is_made_anew_at_the_start(tmp_path: Path) -> None:
    make(tmp_path / FILE, ["localhost"], datetime.now(UTC) - timedelta(days=390))
    before = (tmp_path / FILE).read_bytes()
    serve_lan.certificate_for(tmp_path, ())
    assert (tmp_path / FILE).read_bytes() != before


class Terminal(io.TextIOWrapper):
    def __init__(self, encoding: str, tty: bool) -> None:
        super().__init__(io.BytesIO(), encoding=encoding)
        self._tty = tty

    def isatty(self) -> bool:
        return self._tty


def test_the_terminal_s_code_fits_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    assert "\x1b[" in serve_lan.code_lines("http://a/", Terminal("utf-8", tty=True))
    assert "\x1b[" not in serve_lan.code_lines("http://a/", Terminal("utf-8", tty=False))
    assert serve_lan.code_lines("http://a/", Terminal("ascii", tty=True)) == ""
    monkeypatch.setattr(sys, "platform", "win32")
    assert "\x1b[" not in serve_lan.code_lines("http://a/", Terminal("utf-8", tty=True))


def test_the_default_ports_differ_and_are_not_the_one_macos_keeps() -> None:
    """FIELD D10."""
    from web.commands.serve import add_arguments

    parser = argparse.ArgumentParser()
    add_arguments(parser)
    chosen = parser.parse_args(["--lan"])
    assert len({chosen.port, chosen.https_port, 5000, 7000}) == 4
