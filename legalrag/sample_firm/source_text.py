"""Reads the sources of the sample documents: paragraphs with the labels that are printed in them."""

import re
from dataclasses import dataclass
from pathlib import Path

TABLE_RULE = re.compile(r"^\|(?:-+\|)+$")
LABEL = re.compile(
    r"^(?:\*\*)?(?P<label>(?:ARTICLE|Schedule) [A-Z0-9]+|Section \d+\.\d+|§ \d+\.|\d+\.\d+|\d+\.|\([a-z]+\))"
    r"(?=[ *]|$)"
)
ROMAN = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"]


@dataclass(frozen=True)
class Block:
    """One paragraph of a source.

    kind is "title", "heading", "paragraph", "quote" or "table"; label is as printed ("7.2", "(a)", "§ 5.");
    path is what a lawyer cites ("7.2(a)(i)", "Schedule 2, 4(a)"); only a table has rows.
    """

    kind: str
    text: str
    label: str = ""
    path: str = ""
    rows: tuple[tuple[str, ...], ...] = ()

    @property
    def rest(self) -> str:
        """The text without its label; the bold mark that opened before the label is kept."""
        if not self.label:
            return self.text
        bold = "**" if self.text.startswith("**") else ""
        rest = self.text[len(bold) + len(self.label) :].lstrip(" —")
        return rest.removeprefix("**").lstrip() if bold and rest.startswith("**") else bold + rest


def read_source(path: Path) -> list[Block]:
    """Return the blocks of a Markdown or plain text source in order; blocks are parted by blank lines."""
    labels = _LabelPath()
    chunks = re.split(r"\n\s*\n", path.read_text(encoding="utf-8").strip("\n"))
    return [_block(chunk, labels) for chunk in chunks if chunk.strip()]


def clause_text(blocks: list[Block], path: str) -> str:
    """Return the text of the clause at path, with bracketed children and quoted text.

    Raise KeyError when the document has no such clause.
    """
    found: list[str] = []
    inside = False
    for block in blocks:
        if block.kind in ("title", "heading") or block.path:
            inside = block.path == path or (block.path.startswith(path + "(") and bool(path))
        if inside:
            found.append(" ".join(" ".join(row) for row in block.rows) or block.text)
    if not found:
        raise KeyError(path)
    return "\n".join(found)


def plain(text: str) -> str:
    """Return text without Markdown's marks for bold."""
    return text.replace("**", "")


def _block(chunk: str, labels: "_LabelPath") -> Block:
    lines = [line.strip() for line in chunk.strip().splitlines()]
    if lines[0].startswith("|"):
        rows = [line.strip("|").split("|") for line in lines if not TABLE_RULE.match(line)]
        return Block("table", "", rows=tuple(tuple(cell.strip() for cell in row) for row in rows))
    if lines[0].startswith("> "):
        return Block("quote", " ".join(line.removeprefix("> ") for line in lines))
    hashes = len(lines[0]) - len(lines[0].lstrip("#"))
    text = " ".join(lines)[hashes:].strip()
    kind = {0: "paragraph", 1: "title"}.get(hashes, "heading")
    match = LABEL.match(text)
    label = match["label"] if match else ""
    return Block(kind, text, label, labels.advance(label) if label else "")


class _LabelPath:
    """Follows the labels of a document and says how each is cited."""

    def __init__(self) -> None:
        self.schedule = ""
        self.number = ""
        self.letter = ""
        self.roman = ""

    def advance(self, label: str) -> str:
        if label.startswith(("ARTICLE", "Schedule")):
            self.schedule = label if label.startswith("Schedule") else ""
            self.number = self.letter = self.roman = ""
            return label
        if not label.startswith("("):
            self.number = label.removeprefix("Section ").rstrip(".")
            self.letter = self.roman = ""
        elif self._is_roman(label.strip("()")):
            self.roman = label
        else:
            self.letter, self.roman = label, ""
        prefix = f"{self.schedule}, " if self.schedule else ""
        return prefix + self.number + self.letter + self.roman

    def _is_roman(self, mark: str) -> bool:
        # "(i)" after "(h)" is a letter; "(i)" after "(a)" opens a roman list inside it.
        if not self.letter or mark not in ROMAN:
            return False
        expected = ROMAN[ROMAN.index(self.roman.strip("()")) + 1] if self.roman else "i"
        return mark == expected and not (mark == "i" and self.letter == "(h)")
