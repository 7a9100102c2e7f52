"""`tangzi serve --lan`: two ports for phones, one with TLS; says where, and keeps the certificate good."""

from __future__ import annotations

import argparse
import ssl
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from cheroot.wsgi import Server

from assistant.problems import Problem
from web.commands.addresses import EVERYWHERE, port_taken, shown_address, tell_host_link
from web.commands.common import WRONG_ARGUMENTS, RefusedError, print_json, say
from web.lan.addresses import Address, AddressError, Kind, choose, here
from web.lan.certificate import Certificate, ensure
from web.lan.doors import Doors
from web.lan.doorway import KINDS
from web.lan.qr import terminal
from web.server import PortTakenError, listen, serve, stopping

if TYPE_CHECKING:
    from web.companion import Companion
    from web.tables.members import TableInfo

LOOK_AGAIN = 60
"""Seconds between two looks at this machine's addresses and the certificate's end."""


def serve_lan(arguments: argparse.Namespace, app: Companion, data: Path, ready: Callable[[], None]) -> None:
    """Serve phones until interrupted; `ready` is called when both ports can be used."""

    def addresses() -> tuple[Address, ...]:
        try:
            return choose(here(), arguments.address)
        except AddressError:
            return here()  # the chosen network is gone for now

    try:
        choose(here(), arguments.address)
    except AddressError as error:
        raise RefusedError(error.problem, WRONG_ARGUMENTS) from error
    folder = data / "tls"
    certificate = certificate_for(folder, addresses())
    context = certificate.context()
    host = arguments.host or EVERYWHERE
    secure = open_port(app, host, arguments.https_port, "--https-port", context)
    with stopping(secure):
        plain = open_port(app, host, arguments.port, "--port")
        with stopping(plain):
            fingerprint = certificate.fingerprint
            app.doors = doors = Doors(secure.bind_addr[1], plain.bind_addr[1], fingerprint, addresses)
            app.on_open = lambda info: say(table_lines(info, doors))
            ended = threading.Event()
            threading.Thread(target=keep_good, args=(folder, doors, context, ended), daemon=True).start()
            threading.Thread(target=serve, args=(plain,), daemon=True).start()
            ready()
            tell(arguments, app, doors)
            serve(secure)
            ended.set()


def tell(arguments: argparse.Namespace, app: Companion, doors: Doors) -> None:
    """Say where to go: for people on standard error, for programs on standard output."""
    if arguments.json:
        print_json(
            {
                "address": shown_address(arguments.host or EVERYWHERE, doors.plain_port),
                "secure": doors.link("/"),
                "addresses": [one.ip for one in doors.addresses()],
            }
        )
        sys.stdout.flush()
    for line in opening_lines(app, doors):
        say(line)
    tell_host_link(arguments.host_link, app, doors.link(""))


def open_port(app: Companion, host: str, port: int, option: str, tls: ssl.SSLContext | None = None) -> Server:
    """Listen on a port; RefusedError says which option chooses another."""
    try:
        return listen(app, host, port, tls)
    except PortTakenError as error:
        raise port_taken(host, port, option, error) from error


def certificate_for(folder: Path, addresses: tuple[Address, ...]) -> Certificate:
    """A certificate that is good for these addresses; those of virtual adapters come and go, and count for
    nothing.
    """
    try:
        return ensure(folder, [one.ip for one in addresses if one.kind is not Kind.VIRTUAL])
    except OSError as error:
        raise RefusedError(
            Problem(
                "no_certificate",
                f"The certificate cannot be kept in {folder} ({error}): name a folder with --data.",
                f"证书存不进 {folder}：请用 --data 指一个文件夹。",
            )
        ) from error


def keep_good(folder: Path, doors: Doors, context: ssl.SSLContext, ended: threading.Event) -> None:
    """Look again now and then: another network or a certificate near its end means a new one, which
    connections from then on are given.
    """
    while not ended.wait(LOOK_AGAIN):
        try:
            certificate = certificate_for(folder, doors.addresses())
        except RefusedError as error:
            say(str(error))
            continue
        if certificate.fingerprint != doors.fingerprint:
            context.load_cert_chain(certificate.path)
            doors.fingerprint = certificate.fingerprint
            say(f"新证书 new certificate: {doors.fingerprint}\n手机 phones: {doors.link('/')}")


def opening_lines(app: Companion, doors: Doors) -> list[str]:
    """What is said at the start: the QR code, the open tables' codes, every address, the fingerprint."""
    known = doors.addresses()
    lines = [code_lines(doors.link("/"))]
    lines.append(f"堂子 手机扫码，或打开 scan it, or open: {doors.link('/')} （Ctrl-C 结束 ends it）")
    lines.append(f"本机 on this machine: http://localhost:{doors.plain_port}/tables/new 开桌 opens a table")
    if not known:
        lines.append("没有网络地址：先连上 Wi-Fi。 No network address: join a Wi-Fi first.")
    for one in known:
        chinese, english = KINDS[one.kind]
        lines.append(f"  {doors.link('/', one.ip)}  {one.interface}: {chinese} {english}")
    lines.append(f"没有证书提醒，但没有实时相机 no warning, no live camera: {doors.link('/', secure=False)}")
    lines.append(f"证书指纹 certificate SHA-256: {doors.fingerprint}")
    lines.append(f"连不上 cannot connect: http://localhost:{doors.plain_port}/check")
    return lines + [
        f"桌号 table {info.code} {info.title}: {doors.link('/join/' + info.code)}"
        for info in app.tables.latest()
    ]


def table_lines(info: TableInfo, doors: Doors) -> str:
    """What is said of a table just opened: its QR code and its short code."""
    link = doors.link(f"/join/{info.code}")
    return f"{code_lines(link)}\n桌号 table {info.code} {info.title}: {link}"


def code_lines(text: str, out: TextIO | None = None) -> str:
    """A QR code for the terminal, or nothing where it cannot show the blocks it is made of."""
    out = sys.stderr if out is None else out
    code = terminal(text, colours=out.isatty() and sys.platform != "win32")
    try:
        code.encode(out.encoding or "utf-8")
    except UnicodeEncodeError:
        return ""
    return code
