"""The imports go one way: web -> vision -> assistant.tiles, web -> assistant; nobody imports models."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = ("assistant", "vision", "models", "web")

ALLOWED = {
    "assistant": {"assistant"},
    "vision": {"vision", "assistant.tiles"},
    "models": {"models", "vision", "assistant.tiles"},
    "web": {"web", "vision", "assistant"},
}
"""What a room may import of the project."""

ONLY_IN = {
    "ultralytics": ("vision/detectors/ultralytics_yolo.py", "models/recipe/"),
    "torch": ("vision/detectors/ultralytics_yolo.py", "models/recipe/"),
    "onnxruntime": ("vision/detectors/", "models/recipe/"),
    "openvino": ("vision/detectors/", "models/recipe/"),
    "flask": ("web/",),
    "werkzeug": ("web/",),
    "sqlalchemy": ("assistant/history/",),
    "sqlite3": ("assistant/history/",),
}
"""Where alone a package may be imported."""

SHELL = ("assistant/history/", "assistant/session.py")
"""The rooms of assistant/ that may know the clock, files and the machine."""
IMPURE = {
    "time",
    "datetime",
    "random",
    "secrets",
    "os",
    "subprocess",
    "socket",
    "threading",
    "pathlib",
    "tempfile",
}
PURE_EXCEPT = {
    "assistant/rules.py": {"pathlib"},
}
"""Loading presets is the one file access of the pure modules."""


def sources() -> list[Path]:
    return sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative imports hide the arrow"
            assert node.module
            yield node.module


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", sources(), ids=name)
def test_imports_follow_the_arrows(path: Path) -> None:
    room = name(path).split("/")[0]
    for module in imports(path):
        top = module.split(".")[0]
        if top in ROOMS:
            assert any(module == ok or module.startswith(ok + ".") for ok in ALLOWED[room]), module
        if top in ONLY_IN:
            assert name(path).startswith(ONLY_IN[top]), module
        if room == "assistant" and not name(path).startswith(SHELL):
            assert top not in IMPURE - PURE_EXCEPT.get(name(path), set()), module


def test_no_circle() -> None:
    """A module never reaches itself through imports, those inside functions and for types included."""
    graph: dict[str, set[str]] = {}
    for path in sources():
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        tree = ast.parse(path.read_text("utf-8"))
        graph[module] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                graph[module] |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                graph[module] |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    for start in graph:
        seen: set[str] = set()
        ahead = [module for module in graph[start] if module in graph]
        while ahead:
            module = ahead.pop()
            assert module != start, f"{start} imports itself in a circle"
            if module not in seen:
                seen.add(module)
                ahead += [other for other in graph[module] if other in graph]
