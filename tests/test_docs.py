"""The documentation is tested: commands, options, events, links, the README as a doctest."""

from __future__ import annotations

import argparse
import doctest
import re
from pathlib import Path

import pytest

from assistant.history import codec
from web.cli import COMMANDS, build_parser

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
HIDDEN = {".venv", ".git", "runs", "node_modules", "build"}
PAGES = [path for path in sorted(ROOT.rglob("*.md")) if not HIDDEN & set(path.relative_to(ROOT).parts)]


def commands() -> dict[str, argparse.ArgumentParser]:
    (action,) = (one for one in build_parser()._actions if isinstance(one, argparse._SubParsersAction))
    return dict(action.choices)


def section(command: str) -> str:
    """The README's section that shows the command first."""
    sections = re.split(r"^## ", README, flags=re.MULTILINE)
    return next(one for one in sections[2:] if f"\n    tangzi {command}" in one)


def test_the_readme_runs_as_a_doctest() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried >= 5
    assert failed == 0


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_and_option_is_documented(command: str) -> None:
    text = section(command)
    for action in commands()[command]._actions:
        for option in action.option_strings:
            if option not in ("-h", "--help"):
                assert f"`{option}" in text, (
                    f"{option} of tangzi {command} is not in its section of the README"
                )


@pytest.mark.parametrize("command", COMMANDS)
def test_every_documented_option_exists(command: str) -> None:
    known = {option for action in commands()[command]._actions for option in action.option_strings}
    for line in section(command).splitlines():
        if line.startswith("| `--"):
            for option in re.findall(r"`(--[a-z-]+)", line.split(" | ")[0]):
                assert option in known, f"the README gives tangzi {command} an option {option}"


def test_every_event_is_documented() -> None:
    text = section("settle")
    assert codec.READERS
    for word in codec.READERS:
        assert f"`{word}`" in text


def test_ci_runs_the_readme_test_command() -> None:
    (command,) = re.findall(r"^    (.*-m pytest.*)$", README, flags=re.MULTILINE)
    assert command in (ROOT / ".ci" / "run").read_text("utf-8").splitlines()
    assert f"    {command}" in (ROOT / "CONTRIBUTING.md").read_text("utf-8").splitlines()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)", page.read_text("utf-8")):
        if not re.match(r"[a-z]+:", target):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_paths_named_in_contributing_exist() -> None:
    for target in re.findall(r"`([a-z_]+/[^`*]*)`", (ROOT / "CONTRIBUTING.md").read_text("utf-8")):
        assert (ROOT / target).exists(), target


@pytest.mark.parametrize(
    "text", [README, (ROOT / "CONTRIBUTING.md").read_text("utf-8")], ids=["README", "CONTRIBUTING"]
)
def test_modules_named_exist(text: str) -> None:
    for module in re.findall(r"python -m ([a-z_.]+)", text):
        if module not in ("pytest", "venv"):
            place = ROOT / module.replace(".", "/")
            assert place.with_suffix(".py").exists() or (place / "__main__.py").exists(), module
