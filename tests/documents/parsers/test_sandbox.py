"""Hostile and broken files: each is refused in its own words, and the parent goes on."""

from __future__ import annotations

import os
import time
import zipfile
from pathlib import Path

import pytest

from documents.parsers.base import DocumentParser, ParsedDocument, UnreadableDocument, single_page
from documents.parsers.sandbox import Limits, read_document
from tests.documents.parsers.files import CONTENT, paragraph, write_docx, write_locked_pdf, write_pdf

OURS = [
    {"BACKEND": f"documents.parsers.{module}.{name}"}
    for module, name in (
        ("docx", "DocxParser"), ("pdf", "PdfParser"), ("markdown", "MarkdownParser"), ("text", "TextParser"),
    )
]  # fmt: skip
QUICK = Limits(memory_mib=700, cpu_seconds=20, wall_seconds=30)
OLE = bytes.fromhex("d0cf11e0a1b11ae1")


class ProbeParser(DocumentParser):
    """Does what the file says: used to see what a child may do."""

    name = "probe"
    version = "7"

    def accepts(self, head: bytes, filename: str) -> bool:
        return head.startswith(b"PROBE")

    def parse(self, path: Path) -> ParsedDocument:
        text = PROBES[path.read_text().split()[1]](path)
        return ParsedDocument(text=text, pages=single_page(text))


def _modules(path: Path) -> str:
    import sys

    return " ".join(sorted({name.split(".")[0] for name in sys.modules}))


def _sleep_with_a_child(path: Path) -> str:
    import subprocess

    child = subprocess.Popen(["sleep", "60"])
    path.with_suffix(".pid").write_text(str(child.pid))
    time.sleep(60)
    return "never"


def _spin(path: Path) -> str:
    while True:
        pass


PROBES = {
    "modules": _modules,
    "sleep": _sleep_with_a_child,
    "spin": _spin,
    "swallow": lambda path: str(len(b"x" * (4 << 30))),
    "abort": lambda path: os.abort(),
    "fail": lambda path: str(1 / 0),
    "nul": lambda path: "a\0b",
    "surrogate": lambda path: "a\ud800b",
    "flood": lambda path: "x" * (3 << 20),
}


def refusal(path: Path, name: str = "file.bin", limits: Limits = QUICK, parsers=OURS) -> str:
    with pytest.raises(UnreadableDocument) as refused:
        read_document(path, name, parsers, limits)
    text = str(refused.value)
    assert "stored unaltered" in text
    return text


def probe(tmp_path: Path, what: str, limits: Limits = QUICK):
    path = tmp_path / "probe"
    path.write_text(f"PROBE {what}")
    return read_document(path, "probe", [{"BACKEND": f"{__name__}.ProbeParser"}], limits)


def probe_refusal(tmp_path: Path, what: str, limits: Limits = QUICK) -> str:
    with pytest.raises(UnreadableDocument) as refused:
        probe(tmp_path, what, limits)
    return str(refused.value)


def test_a_file_is_read_by_the_first_parser_that_accepts_it(tmp_path):
    document, parser = read_document(
        write_pdf(tmp_path / "misnamed.txt", [["Words"]]), "misnamed.txt", OURS, QUICK
    )
    assert (document.text, parser) == ("Words", "pdf 1")


def test_the_document_comes_back_whole(tmp_path):
    path = tmp_path / "file.md"
    path.write_text("# Täxt 𝔘\n\n1. One\n", encoding="utf-8")
    document, _ = read_document(path, "file.md", OURS, QUICK)
    assert document.text == "Täxt 𝔘\n\n1. One"
    assert [(b.kind, b.label, b.level) for b in document.blocks] == [
        ("heading", "", 1),
        ("list_item", "1.", 0),
    ]


def test_the_child_loads_neither_django_nor_torch(tmp_path):
    loaded = probe(tmp_path, "modules")[0].text.split()
    assert "documents" in loaded
    assert not {"django", "torch"} & set(loaded)


def test_an_unknown_format_names_what_can_be_read(tmp_path):
    path = tmp_path / "photo"
    path.write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00")
    assert "Word document (.docx), a PDF" in refusal(path, "photo.png")


def test_an_empty_text_is_a_failure(tmp_path):
    path = tmp_path / "blank.txt"
    path.write_text(" \n\t\n")
    assert refusal(path, "blank.txt").startswith("This file holds no text.")


def test_a_pdf_with_a_password_is_refused_as_such(tmp_path):
    assert refusal(write_locked_pdf(tmp_path / "locked.pdf")).startswith("This file needs a password.")


def test_a_word_file_with_a_password_is_refused_as_such(tmp_path):
    path = tmp_path / "locked.docx"
    path.write_bytes(OLE + bytes(500) + "EncryptedPackage".encode("utf-16-le") + bytes(500))
    assert refusal(path).startswith("This file needs a password.")


def test_an_old_word_file_is_refused_as_such(tmp_path):
    path = tmp_path / "old.doc"
    path.write_bytes(OLE + bytes(2000))
    assert "before 2007" in refusal(path)


@pytest.mark.parametrize("length", [200, 900])
def test_a_truncated_word_file_is_refused(tmp_path, length):
    path = write_docx(tmp_path / "cut.docx", paragraph("Words"))
    path.write_bytes(path.read_bytes()[:length])
    assert refusal(path).startswith("This Word file is damaged or not complete.")


def test_a_truncated_pdf_is_refused(tmp_path):
    path = write_pdf(tmp_path / "cut.pdf", [["Words"]])
    path.write_bytes(path.read_bytes()[:40])
    assert refusal(path).startswith("This PDF is damaged or not complete.")


def test_broken_xml_in_a_word_file_is_damage(tmp_path):
    assert "damaged" in refusal(write_docx(tmp_path / "broken.docx", "<w:p><w:r>"))


def test_a_word_file_with_a_macro_is_refused(tmp_path):
    path = write_docx(tmp_path / "macro.docx", paragraph("Words"), extra={"word/vbaProject.bin": b"x"})
    assert "holds macros" in refusal(path)


def test_a_word_file_of_the_macro_kind_is_refused_under_any_name(tmp_path):
    kind = "application/vnd.ms-word.document.macroEnabled.main+xml"
    assert "macros" in refusal(write_docx(tmp_path / "macro.docx", paragraph("Words"), main_type=kind))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_document_type_is_refused_in_any_encoding(tmp_path, encoding):
    path = write_docx(tmp_path / "typed.docx", paragraph("Words"))
    declared = '<?xml version="1.0"?><!DOCTYPE w [<!ENTITY a "aaaa">]><w/>'.encode(encoding)
    with zipfile.ZipFile(path, "a") as package:
        package.writestr("word/extra.xml", declared)
    assert "document type definition" in refusal(path)


def test_a_document_type_across_two_chunks_is_seen(tmp_path):
    path = write_docx(tmp_path / "typed.docx", paragraph("Words"))
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as package:
        package.writestr("word/extra.xml", b" " * ((1 << 20) - 4) + b"<!DOCTYPE w>")
    assert "document type definition" in refusal(path)


def test_a_bomb_that_declares_its_size_is_refused(tmp_path):
    path = write_docx(tmp_path / "bomb.docx", paragraph("Words"))
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as package:
        for number in range(5):
            package.writestr(f"word/media/{number}.bin", bytes(65 << 20))
    assert "unpacks to far more" in refusal(path)


def test_a_bomb_that_hides_its_size_is_refused(tmp_path):
    path = write_docx(tmp_path / "bomb.docx", paragraph("Words"), extra={"word/extra.xml": bytes(80 << 20)})
    real, false = (80 << 20).to_bytes(4, "little"), (10).to_bytes(4, "little")
    path.write_bytes(path.read_bytes().replace(real, false))
    assert "stored unaltered" in refusal(path)


def test_a_large_part_of_xml_is_refused(tmp_path):
    path = write_docx(
        tmp_path / "large.docx", paragraph("Words"), extra={"word/extra.xml": b" " * (65 << 20)}
    )
    assert "unpacks to far more" in refusal(path)


def test_too_many_parts_are_refused(tmp_path):
    path = write_docx(
        tmp_path / "many.docx", paragraph("Words"), extra={f"word/{n}.txt": b"" for n in range(5001)}
    )
    assert "unpacks to far more" in refusal(path)


def test_an_archive_that_is_no_word_file_is_refused(tmp_path):
    path = tmp_path / "archive.docx"
    with zipfile.ZipFile(path, "w") as package:
        package.writestr("letter.txt", "Words")
    assert "not a Word document" in refusal(path)


def test_a_word_file_that_needs_too_much_memory_is_refused(tmp_path):
    path = write_docx(tmp_path / "heavy.docx", paragraph("x") * 350_000)
    text = refusal(path, limits=Limits(memory_mib=260, cpu_seconds=30, wall_seconds=40))
    assert text.startswith("Reading this file takes more than the 260 MiB of memory")


def test_a_pdf_that_unfolds_to_too_much_is_stopped(tmp_path):
    path = write_pdf(tmp_path / "long.pdf", [["x" * 40_000] * 200])
    text = refusal(path, limits=Limits(memory_mib=230, cpu_seconds=2, wall_seconds=4))
    assert "memory" in text or "seconds" in text


def test_memory_is_limited(tmp_path):
    assert "700 MiB of memory" in probe_refusal(tmp_path, "swallow")


def test_a_reader_that_spins_is_stopped(tmp_path):
    started = time.monotonic()
    text = probe_refusal(tmp_path, "spin", Limits(memory_mib=700, cpu_seconds=1, wall_seconds=20))
    assert "more than the 1 seconds" in text
    assert time.monotonic() - started < 10


def test_a_reader_that_waits_is_stopped_with_what_it_started(tmp_path):
    started = time.monotonic()
    probe_refusal(tmp_path, "sleep", Limits(memory_mib=700, cpu_seconds=20, wall_seconds=1.5))
    assert time.monotonic() - started < 10
    pid = int((tmp_path / "probe.pid").read_text())
    assert _is_gone(pid)


def _is_gone(pid: int) -> bool:
    for _ in range(50):
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
        except FileNotFoundError:
            return True
        if state == "Z":
            return True
        time.sleep(0.1)
    return False


@pytest.mark.parametrize("what", ["abort", "fail"])
def test_a_reader_that_breaks_down_leaves_the_parent_alive(tmp_path, what):
    assert probe_refusal(tmp_path, what).startswith("This file broke off the reading")


def test_characters_that_can_not_be_stored_are_refused(tmp_path):
    assert "can't be stored" in probe_refusal(tmp_path, "nul")


def test_half_a_character_is_replaced_one_for_one(tmp_path):
    assert probe(tmp_path, "surrogate")[0].text == "a\ufffdb"


def test_a_flood_of_text_is_refused(tmp_path):
    text = probe_refusal(
        tmp_path, "flood", Limits(memory_mib=700, cpu_seconds=20, wall_seconds=20, result_mib=2)
    )
    assert "more text than one version may" in text


def test_content_types_of_ordinary_word_files_pass(tmp_path):
    path = write_docx(tmp_path / "plain.docx", paragraph("Words"), main_type=f"{CONTENT}.document.main+xml")
    assert read_document(path, "plain.docx", OURS, QUICK)[0].text == "Words"
