"""A PostgreSQL server for tests: that of TANGZI_POSTGRES_URL, or one started from Debian's binaries."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ASKED = "TANGZI_POSTGRES_URL"


def binaries() -> Path | None:
    """The folder of the newest installed server."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    return Path(on_path).parent if on_path else None


@contextmanager
def postgres() -> Iterator[str]:
    """The URL of a server. Without one the tests are skipped, but in CI (CI=true) that is a failure."""
    url = os.environ.get(ASKED)
    if url:
        yield url
        return
    folder = binaries()
    if folder is None:
        said = f"no PostgreSQL server: install Debian's postgresql, or set {ASKED}"
        if os.environ.get("CI") == "true":
            pytest.fail(said)
        pytest.skip(said)
    with tempfile.TemporaryDirectory(prefix="tangzi-pg-") as home, _running(folder, Path(home)) as running:
        yield running


@contextmanager
def _running(folder: Path, home: Path) -> Iterator[str]:
    # the server refuses to run as root, as CI's containers do: it runs as the package's own user
    as_user: list[str] = []
    if os.geteuid() == 0:
        shutil.chown(home, "postgres")
        as_user = ["runuser", "-u", "postgres", "--"]
    data = home / "data"
    port = _free_port()

    def server(program: str, *words: str) -> None:
        done = subprocess.run(
            [*as_user, str(folder / program), *words], cwd=home, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr + done.stdout

    server("initdb", "-D", str(data), "-A", "trust", "-U", "postgres", "--no-sync", "-E", "UTF8")
    options = f"-h 127.0.0.1 -p {port} -k {home} -c fsync=off"
    server("pg_ctl", "-D", str(data), "-w", "-l", str(home / "log"), "-o", options, "start")
    try:
        yield f"postgresql://postgres@127.0.0.1:{port}/postgres"
    finally:
        server("pg_ctl", "-D", str(data), "-w", "-m", "immediate", "stop")


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])
