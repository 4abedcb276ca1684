"""The project's own files, for the tests that hold it to its rules."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
APPS = ("audit", "matters", "documents", "retrieval")
PRODUCT = ("legalrag", *APPS)


def files(*folders: str, endings: tuple[str, ...] = (".py",)) -> list[Path]:
    """Files written by hand below ``folders``; migrations are generated."""
    found = (path for folder in folders for path in (ROOT / folder).rglob("*") if path.suffix in endings)
    return sorted(path for path in found if not {"migrations", "__pycache__"} & set(path.parts))


def module_of(path: Path) -> str:
    """The dotted name of a file of the project."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path, *, top_level_only: bool = False) -> Iterator[str]:
    """Dotted names of what a file imports, inside functions too; ``from a import b`` gives ``a.b``."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in tree.body if top_level_only else ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
