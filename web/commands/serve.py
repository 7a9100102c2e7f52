"""`tangzi serve`: the companion page and the table pages, on this machine or for the phones around it."""

from __future__ import annotations

import argparse
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from assistant.problems import Problem
from web.commands.addresses import LOOPBACK, port_taken, shown_address, tell_host_link, wrong
from web.commands.common import DONE, RefusedError, print_json, say
from web.commands.folders import own_folder

if TYPE_CHECKING:
    from assistant.history.sql import SqlHistory
    from web.companion import Companion

NAME = "serve"
HELP = "the companion page: photograph a hand, see what it waits for; --lan: a table for all phones around"

LOG = "tables.sqlite"
"""The file of the log in the data folder."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Give the parser the options of `serve`."""
    parser.add_argument(
        "--host", help="address to listen on (127.0.0.1: this machine only; with --lan 0.0.0.0: every one)"
    )
    parser.add_argument("--port", type=int, default=8080, help="port, 0 for any free one (default: 8080)")
    parser.add_argument(
        "--lan", action="store_true", help="listen for phones, with HTTPS too, and print a QR code for them"
    )
    parser.add_argument(
        "--https-port", type=int, default=8443, help="with --lan: the port of HTTPS (default: 8443)"
    )
    parser.add_argument(
        "--address",
        metavar="IP|INTERFACE",
        help="with --lan: the address of this machine to give to phones, where the first one is wrong",
    )
    parser.add_argument(
        "--data",
        type=Path,
        metavar="DIR",
        help="the folder of tables, certificate and own rule sets, rules/*.toml (default: the user's own)",
    )
    parser.add_argument(
        "--database",
        metavar="URL",
        help=f"where tables stay: postgresql://USER@HOST/NAME or sqlite:///FILE (default: {LOG} in --data)",
    )
    parser.add_argument(
        "--host-link",
        metavar="CODE",
        help="print a link that makes one browser the host's of this table, where the host's own is lost",
    )
    parser.add_argument("--json", action="store_true", help="print the address as JSON when it can be opened")


def run(arguments: argparse.Namespace) -> int:
    """Serve until interrupted."""
    for port in (arguments.port, arguments.https_port):
        if not 0 <= port <= 65535:
            raise wrong(
                "bad_port",
                f"{port} is no port: give one from 0 to 65535.",
                f"{port} 不是端口：请写 0 到 65535。",
            )
    if arguments.data is not None and not arguments.data.is_dir():
        said = f"There is no folder {arguments.data}: make it or name another."
        raise wrong("no_data", said, f"没有文件夹 {arguments.data}：请先建，或换一个。")
    if arguments.address is not None and not arguments.lan:
        said = "--address says which address phones are given: add --lan."
        raise wrong("no_lan", said, "--address 是给手机的地址：请加上 --lan。")
    data = own_folder() if arguments.data is None else arguments.data
    history = open_log(arguments.database, data)
    try:
        start(arguments, data, history)
    except KeyboardInterrupt:
        return DONE  # while it was still starting
    finally:
        history.close()
    return DONE


def start(arguments: argparse.Namespace, data: Path, history: SqlHistory) -> None:
    """Open what serving needs and answer requests until interrupted."""
    from web.app import create_app
    from web.memory.forgetting import keep_tidy
    from web.reading import Reader

    reader = Reader()
    app = create_app(reader, data=data, history=history)
    if arguments.host_link is not None and app.tables.find(arguments.host_link) is None:
        said = f"No table has the code {arguments.host_link}: read it again."
        raise wrong("no_such_code", said, f"没有桌号 {arguments.host_link}：请再看一遍。")
    # the page is there at once; the weights are read while the first photo is being taken, and to the end:
    # the process must not go away under them
    warm = threading.Thread(target=reader.warm_up)
    ended = threading.Event()
    threading.Thread(target=keep_tidy, args=(app, ended, tell_gone), name="tidy", daemon=True).start()
    try:
        if arguments.lan:
            from web.commands.serve_lan import serve_lan

            serve_lan(arguments, app, data, warm.start)
        else:
            serve_here(arguments, app, warm)
    finally:
        ended.set()


def tell_gone(gone: Mapping[str, object]) -> None:
    """Say what was let go because the house keeps it no longer."""
    if "problem" in gone:
        say(str(gone["problem"]))
    elif "tileset" in gone:
        say("过期已删 too old, deleted: 改正所学 what was learnt from corrections")
    elif "table" not in gone:
        say(f"过期已删 too old, deleted: {gone['pictures']} 张照片 pictures")
    else:
        say(f"过期已删 too old, deleted: {gone['title'] or '牌桌'}, {gone['rounds']} 局 rounds")


def serve_here(arguments: argparse.Namespace, app: Companion, warm: threading.Thread) -> None:
    """Serve this machine, or the one address that was named."""
    from web.server import PortTakenError, listen, serve, stopping

    host = arguments.host or LOOPBACK
    try:
        server = listen(app, host, arguments.port)
    except PortTakenError as error:
        raise port_taken(host, arguments.port, "--port", error) from error
    with stopping(server):
        address = shown_address(host, server.bind_addr[1])
        if arguments.json:
            print_json({"address": address})
            sys.stdout.flush()
        say(f"堂子 {address} （Ctrl-C 结束 ends it）")
        tell_host_link(arguments.host_link, app, address.removesuffix("/"))
        warm.start()
        serve(server)


def open_log(database: str | None, data: Path) -> SqlHistory:
    """The log of the tables: at a database URL, else in the data folder. Raises RefusedError."""
    from assistant.history.records import HistoryError
    from assistant.history.sql import open_history

    if database is not None and "://" not in database:
        said = f"“{database}” is no URL: like postgresql://me@host/tangzi."
        raise wrong("bad_database", said, f"“{database}”不是数据库地址：写成 postgresql://me@host/tangzi。")
    try:
        if database is None:
            data.mkdir(mode=0o700, parents=True, exist_ok=True)
        return open_history(data / LOG if database is None else database)
    except HistoryError as error:
        raise RefusedError(
            Problem("bad_database", str(error), "牌局记录的数据库用不了：请核对文件、文件夹或服务器。")
        ) from error
    except OSError as error:
        said = f"{data} cannot be made ({error}): name a folder with --data."
        raise RefusedError(Problem("bad_data", said, f"建不了 {data}：请用 --data 指一个文件夹。")) from error
