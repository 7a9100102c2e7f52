"""`tangzi serve`: the address it says, the ports and folders it refuses, what it opens and when."""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from assistant.rules import load
from tests.web.ports import free_port
from tests.web.scripted import ScriptedReader
from tests.web.test_browser import shows
from tests.web.waiting import PATIENCE, until
from web.cli import main
from web.commands.addresses import LOOPBACK, shown_address
from web.companion import Companion
from web.drawings.demo import truth
from web.reading import Reader
from web.server import THREADS

ROOT = Path(__file__).parents[2]


def get(url: str) -> tuple[int, bytes]:
    with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
        return answer.status, answer.read()


def answers(url: str) -> bool:
    """Whether somebody serves there."""
    try:
        return get(url)[0] == 200
    except OSError:
        return False


def started(command: list[str], environment: dict[str, str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def ended(process: subprocess.Popen[str]) -> str:
    """Interrupt a process and its children, as Ctrl-C does; gives what it has said on standard error."""
    os.killpg(process.pid, signal.SIGINT)
    try:
        return process.communicate(timeout=PATIENCE)[1]
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        raise


@pytest.fixture
def command(tmp_path: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    process = started([sys.executable, "-m", "web", "serve", "--port", "0", "--json"], {})
    assert process.stdout is not None
    yield json.loads(process.stdout.readline())["address"], process
    if process.poll() is None:
        ended(process)


def test_command_serves_the_page_and_ends_quietly(command: tuple[str, subprocess.Popen[str]]) -> None:
    address, process = command
    status, page = get(address)
    assert status == 200
    assert "堂子" in page.decode()
    assert get(address + "static/tiles/1s.svg")[1].startswith(b"<svg")
    printed = ended(process)
    assert process.returncode == 0
    assert "Traceback" not in printed
    assert f"堂子 {address}" in printed


def test_command_page_and_shipped_reader_together(
    command: tuple[str, subprocess.Popen[str]], context: BrowserContext, demo_file: Path
) -> None:
    """The main job from end to end: a photo goes in, what the hand waits for comes out."""
    page = context.new_page()
    page.goto(command[0])
    page.locator("#album").set_input_files(demo_file)
    expect(page.locator("#stage svg .box")).to_have_count(13, timeout=180_000)
    shows(page, "#stage svg .box", "box", [str(tile) for tile, _ in truth()])
    expect(page.locator("#photo-problems li")).to_have_count(0)
    expect(page.locator("#answer")).to_contain_text("听 3 种，剩 11 张")
    shows(page, "[data-wait]", "wait", ["1m", "3m", "4m"])


@pytest.mark.parametrize("port", ["-1", "65536"])
def test_a_port_that_is_none(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--port", port]) == 2
    assert f"{port} is no port" in capsys.readouterr().err


def test_a_folder_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--data", str(tmp_path / "none")]) == 2
    assert "There is no folder" in capsys.readouterr().err


def test_a_port_that_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert main(["serve", "--port", port]) == 1
        said = capsys.readouterr().err
        assert said.startswith(f"端口 {port} 被占了")
        assert f"Port {port} is taken, perhaps by tangzi" in said
        assert f"choose --port {int(port) + 1 if port != '65535' else 8081}." in said
        assert main(["serve", "--port", port, "--json"]) == 1
        assert json.loads(capsys.readouterr().out)["error"]["code"] == "port_taken"


def test_a_host_that_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--port", "0", "--host", "nowhere.invalid"]) == 1
    said = capsys.readouterr().err
    assert said.startswith(
        "nowhere.invalid 不是这台电脑的地址：请核对 --host。 nowhere.invalid is no address"
    )


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://127.0.0.1:8080/"),
        ("0.0.0.0", "http://127.0.0.1:8080/"),
        ("::", "http://[::1]:8080/"),
        ("::1", "http://[::1]:8080/"),
        ("table.local", "http://table.local:8080/"),
    ],
)
def test_address_can_be_opened_on_this_machine(host: str, address: str) -> None:
    assert shown_address(host, 8080) == address


def test_default_port_is_not_the_one_macos_keeps() -> None:
    from web.commands.serve import add_arguments

    parser = argparse.ArgumentParser()
    add_arguments(parser)
    chosen = parser.parse_args([])
    assert (chosen.host or LOOPBACK) == "127.0.0.1"
    assert 5000 not in (chosen.port, chosen.https_port)  # FIELD D10: AirPlay answers 403 there


def test_page_is_served_while_photos_are_read(address: str, app: Companion, reader: ScriptedReader) -> None:
    reader.gate = threading.Event()
    body = b'--cut\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\nx\r\n--cut--\r\n'
    request = urllib.request.Request(
        address + "/api/scan", body, {"Content-Type": "multipart/form-data; boundary=cut"}
    )
    answers: list[int] = []

    def upload() -> None:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            answers.append(answer.status)

    uploads = [threading.Thread(target=upload) for _ in range(2)]
    for thread in uploads:
        thread.start()
    until(lambda: bool(reader.photos))
    for _ in range(THREADS):
        assert get(address)[0] == 200
    assert answers == []
    reader.gate.set()
    for thread in uploads:
        thread.join(PATIENCE)
    assert answers == [200, 200]


def test_weights_are_opened_once_and_not_before_they_are_needed() -> None:
    """FIELD D12 a, within a process: two first photos at once open one detector."""
    opened: list[int] = []
    inside = threading.Event()

    def opening() -> object:
        opened.append(1)
        assert inside.wait(PATIENCE)
        return object()

    reader = Reader(opening)  # type: ignore[arg-type]
    assert opened == []
    threads = [threading.Thread(target=reader.warm_up) for _ in range(4)]
    for thread in threads:
        thread.start()
    inside.set()
    for thread in threads:
        thread.join(PATIENCE)
    assert opened == [1]


RELOADED = """
import os, sys
from pathlib import Path
from web.app import create_app
from web.reading import Reader

def opening():
    with open({log!r}, "a") as log:
        print(os.getpid(), file=log)
    raise SystemError("opened")

app = create_app(Reader(opening))
"""


def test_debug_reloader_opens_nothing_twice(tmp_path: Path) -> None:
    """FIELD D12 a: the reloader imports the application in two processes; one of them opens the reader."""
    log, port = tmp_path / "opened", free_port()
    (tmp_path / "reloaded.py").write_text(RELOADED.format(log=str(log)))
    run = [sys.executable, "-m", "flask", "--app", "reloaded:app", "run", "--debug", "--port", str(port)]
    process = started(run, {"PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}"})
    address = f"http://127.0.0.1:{port}"
    try:
        until(lambda: answers(address), every=0.1)
        assert not log.exists()
        body = b'--cut\r\nContent-Disposition: form-data; name="photo"; filename="a"\r\n\r\nx\r\n--cut--\r\n'
        request = urllib.request.Request(
            address + "/api/scan", body, {"Content-Type": "multipart/form-data; boundary=cut"}
        )
        with pytest.raises(OSError, match="500"):
            urllib.request.urlopen(request, timeout=PATIENCE)
        assert len(log.read_text().split()) == 1
        assert int(log.read_text()) != process.pid
    finally:
        ended(process)


def test_reader_names_a_file_that_is_no_picture() -> None:
    from web.refused import RefusedError

    reader = Reader(lambda: object())  # type: ignore[arg-type,return-value]
    with pytest.raises(RefusedError) as refused:
        reader(b"no picture at all", load("chengdu"))
    assert refused.value.status == 400
    assert re.search("[一-鿿]", refused.value.chinese)


def test_missing_weights_are_told_to_the_photo_and_do_not_stop_the_page() -> None:
    from vision.detectors.weights import ModelError
    from web.refused import RefusedError

    def opening() -> None:
        raise ModelError("No model lies there: install it.", "没有模型：请安装。")

    reader = Reader(opening)  # type: ignore[arg-type]
    reader.warm_up()
    with pytest.raises(RefusedError) as refused:
        reader(b"x", load("chengdu"))
    assert (refused.value.status, refused.value.problem.code) == (503, "bad_model")
