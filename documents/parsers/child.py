"""The child's side of reading: set the limits, do one task, write one JSON file. Never imports Django."""

from __future__ import annotations

import json
import resource
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from documents.parsers.base import DocumentParser, ParsedDocument, UnreadableDocument
from documents.parsers.sandbox import STORED

HEAD_BYTES = 8192


def main(task_file: str, result_file: str) -> int:
    """Do the task in ``task_file`` and write the result, or why the file can't be read."""
    request = json.loads(Path(task_file).read_text(encoding="utf-8"))
    limits, task = request["limits"], request["task"]
    _limit(limits)
    try:
        result = TASKS[task["do"]](task)
        encoded = json.dumps(result, ensure_ascii=False).encode()
    except UnreadableDocument as refusal:
        encoded = json.dumps({"unreadable": str(refusal)}).encode()
    except MemoryError:
        encoded = json.dumps({"unreadable": out_of_memory(limits["memory_mib"])}).encode()
    if len(encoded) > limits["result_mib"] << 20:
        text = f"This file holds more text than one version may. {STORED}. Split it into smaller files."
        encoded = json.dumps({"unreadable": text}).encode()
    Path(result_file).write_bytes(encoded)
    return 0


def out_of_memory(mebibytes: int) -> str:
    """The text for a file that needs more memory than a child may use."""
    return (
        f"Reading this file takes more than the {mebibytes} MiB of memory that one file may use. {STORED}. "
        "Split it into smaller files, or save it again where it was made."
    )


def _limit(limits: dict[str, Any]) -> None:
    memory = limits["memory_mib"] << 20
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    # One second between the soft and the hard limit, so that the signal tells time from memory.
    resource.setrlimit(resource.RLIMIT_CPU, (limits["cpu_seconds"], limits["cpu_seconds"] + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def read(task: dict[str, Any]) -> dict[str, Any]:
    """Read a document with the first parser that accepts it."""
    path, filename = Path(task["path"]), task["filename"]
    with path.open("rb") as file:
        head = file.read(HEAD_BYTES)
    for definition in task["parsers"]:
        parser = load_parser(definition)
        if parser.accepts(head, filename):
            document = parser.parse(path)
            _refuse_empty(document)
            return {"parser": f"{parser.name} {parser.version}", "document": _as_json(document)}
    raise UnreadableDocument(
        f'"{filename}" is in a format that can\'t be read here. {STORED}. '
        "File it again as a Word document (.docx), a PDF, Markdown or plain text."
    )


def render(task: dict[str, Any]) -> dict[str, Any]:
    """Render one page as PNG, in base64."""
    from documents.parsers.pdf_pages import page_image

    return {"png": page_image(Path(task["path"]), task["number"], task["scale"])}


def rectangles(task: dict[str, Any]) -> dict[str, Any]:
    """The rectangles of a span of one page's text."""
    from documents.parsers.pdf_pages import page_rectangles

    return {"rectangles": page_rectangles(Path(task["path"]), task["number"], task["start"], task["end"])}


TASKS = {"read": read, "render": render, "rectangles": rectangles}


def load_parser(definition: dict[str, Any]) -> DocumentParser:
    """Build a parser from its definition, with the standard library alone."""
    module, _, name = definition["BACKEND"].rpartition(".")
    return getattr(import_module(module), name)(**definition.get("OPTIONS", {}))


def _refuse_empty(document: ParsedDocument) -> None:
    if not document.text.strip():
        raise UnreadableDocument(f"This file holds no text. {STORED}. File a copy that has its text.")
    if "\0" in document.text:
        raise UnreadableDocument(
            f"The text of this file holds characters that can't be stored. {STORED}. "
            "Save it again where it was made and file the new copy."
        )


def _as_json(document: ParsedDocument) -> dict[str, Any]:
    return {
        # A lone surrogate is no character: it could neither be written here nor stored.
        "text": document.text.encode("utf-16", "surrogatepass").decode("utf-16", "replace"),
        "pages": [(page.number, page.start, page.end) for page in document.pages],
        "blocks": [(b.start, b.end, b.kind, b.label, b.level) for b in document.blocks],
        "warnings": document.warnings,
        "has_page_images": document.has_page_images,
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
