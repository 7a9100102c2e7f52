"""`tangzi serve`: the companion page on this machine."""

from __future__ import annotations

import argparse
import sys
import threading
from pathlib import Path

from assistant.problems import Problem
from web.commands.common import DONE, WRONG_ARGUMENTS, RefusedError, print_json, say

NAME = "serve"
HELP = "the companion page: photograph a hand, see what it waits for"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Give the parser the options of `serve`."""
    parser.add_argument(
        "--host", default="127.0.0.1", help="address to listen on (127.0.0.1: this machine only)"
    )
    parser.add_argument("--port", type=int, default=8080, help="port, 0 for any free one (default: 8080)")
    parser.add_argument(
        "--data", type=Path, metavar="DIR", help="a folder whose rules/*.toml are offered as rule sets too"
    )
    parser.add_argument("--json", action="store_true", help="print the address as JSON when it can be opened")


def run(arguments: argparse.Namespace) -> int:
    """Serve until interrupted."""
    if not 0 <= arguments.port <= 65535:
        raise RefusedError(
            Problem("bad_port", f"{arguments.port} is no port: give one from 0 to 65535."), WRONG_ARGUMENTS
        )
    if arguments.data is not None and not arguments.data.is_dir():
        raise RefusedError(
            Problem("no_data", f"There is no folder {arguments.data}: make it or name another."),
            WRONG_ARGUMENTS,
        )
    start(arguments)
    return DONE


def start(arguments: argparse.Namespace) -> None:
    """Open what serving needs and answer requests until interrupted."""
    from web.app import create_app
    from web.reading import Reader
    from web.server import PortTakenError, listen, serve

    reader = Reader()
    app = create_app(reader, data=arguments.data)
    try:
        server = listen(app, arguments.host, arguments.port)
    except PortTakenError as error:
        raise RefusedError(
            Problem(
                "port_taken",
                f"{arguments.host} port {arguments.port} cannot be used ({error}): choose another, "
                "like --port 8081.",
            )
        ) from error
    address = shown_address(arguments.host, server.bind_addr[1])
    if arguments.json:
        print_json({"address": address})
        sys.stdout.flush()
    say(f"堂子 {address} (Ctrl-C ends it)")
    # the page is there at once; the weights are read while the first photo is being taken
    threading.Thread(target=reader.warm_up, daemon=True).start()
    serve(server)


def shown_address(host: str, port: int) -> str:
    """The address to open on this machine."""
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}/"
