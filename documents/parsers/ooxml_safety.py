"""What is refused before a Word file is opened: bombs, document types, macros, passwords, other formats."""

from __future__ import annotations

import zipfile
from pathlib import Path

from documents.parsers.base import UnreadableDocument
from documents.parsers.sandbox import STORED

OLE_MAGIC = bytes.fromhex("d0cf11e0a1b11ae1")
ENCRYPTED_STREAM = "EncryptedPackage".encode("utf-16-le")
MOST_PARTS = 5_000
MOST_BYTES = 300 << 20
MOST_XML_BYTES = 64 << 20
CHUNK = 1 << 20
MAIN_PART = "word/document.xml"
XML_ENDINGS = (".xml", ".rels", ".vml")


def refuse_old_office(path: Path) -> None:
    """Raise for an OLE container: a Word file with a password, or one of the format before 2007."""
    with path.open("rb") as file:
        if file.read(len(OLE_MAGIC)) != OLE_MAGIC:
            return
        rest = file.read(MOST_BYTES)
    if ENCRYPTED_STREAM in rest:
        raise UnreadableDocument(
            f"This file needs a password. {STORED} until a copy without a password is filed."
        )
    raise UnreadableDocument(
        f"This file is in the Word format from before 2007. {STORED}. "
        "Save it as a Word document (.docx) and file that."
    )


def refuse_unsafe_package(path: Path) -> None:
    """Raise ``UnreadableDocument`` unless the ZIP at ``path`` is a plain Word document of bearable size."""
    try:
        with zipfile.ZipFile(path) as package:
            _refuse_by_directory(package)
            for part in package.infolist():
                _refuse_by_content(package, part)
    except (zipfile.BadZipFile, EOFError, OSError, ValueError, NotImplementedError, RuntimeError) as error:
        raise damaged() from error


def damaged() -> UnreadableDocument:
    """The text for a Word file that does not hold together."""
    return UnreadableDocument(
        f"This Word file is damaged or not complete. {STORED}. File a copy that opens in Word."
    )


def _refuse_by_directory(package: zipfile.ZipFile) -> None:
    parts = package.infolist()
    names = {part.filename for part in parts}
    if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_BYTES:
        raise _too_large()
    if any(part.flag_bits & 1 for part in parts):
        raise UnreadableDocument(
            f"This file needs a password. {STORED} until a copy without a password is filed."
        )
    if any(name.lower().endswith("vbaproject.bin") for name in names):
        raise UnreadableDocument(
            f"This file holds macros. {STORED}. Save it without macros (.docx) and file the new copy."
        )
    if "[Content_Types].xml" not in names or MAIN_PART not in names:
        raise UnreadableDocument(
            f"This file is an archive or another kind of Office file, not a Word document. {STORED}. "
            "File the documents themselves, as .docx, PDF, Markdown or plain text."
        )


def _refuse_by_content(package: zipfile.ZipFile, part: zipfile.ZipInfo) -> None:
    """Read a part to its end: its real size counts, not the one that the directory declares."""
    is_xml = part.filename.lower().endswith(XML_ENDINGS)
    most = MOST_XML_BYTES if is_xml else MOST_BYTES
    size, tail = 0, b""
    with package.open(part) as stream:
        while chunk := stream.read(CHUNK):
            size += len(chunk)
            if size > most:
                raise _too_large()
            if is_xml:
                # Without its NULs, UTF-16 shows its markup like any other encoding.
                window = tail + chunk.replace(b"\0", b"")
                if b"<!DOCTYPE" in window or b"<!ENTITY" in window:
                    raise UnreadableDocument(
                        f"This file holds a document type definition, which Word does not write and which "
                        f"can be used to do harm. {STORED}. Save it again in Word and file the new copy."
                    )
                tail = window[-16:]
            if part.filename == "[Content_Types].xml" and b"macroEnabled" in chunk:
                raise UnreadableDocument(
                    f"This file is of a kind that holds macros. {STORED}. "
                    "Save it without macros (.docx) and file the new copy."
                )


def _too_large() -> UnreadableDocument:
    return UnreadableDocument(
        f"This file unpacks to far more than a document needs. {STORED}. "
        "Save it again in Word and file the new copy."
    )
