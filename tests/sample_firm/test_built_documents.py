"""The built documents say what their sources say, with real numbering and real pages."""

import re
import zipfile

import pypdfium2
import pytest
from docx import Document
from docx.oxml.ns import qn

from legalrag.sample_firm.build_documents import DOCUMENTS, PDFS, SOURCES, WORD_DOCUMENTS, build
from legalrag.sample_firm.docx_writer import write_docx
from legalrag.sample_firm.source_text import Block, clause_text, plain, read_source

ROMAN = ["", "i", "ii", "iii", "iv", "v"]
WORD_OPTIONS = {"header": "A deed", "numbered_by": "style", "language": "en-GB"}


@pytest.fixture(scope="module")
def rebuilt(tmp_path_factory):
    target = tmp_path_factory.mktemp("rebuilt")
    build(target)
    return target


def source(name: str) -> list[Block]:
    return read_source(SOURCES / f"{name}.md")


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", plain(text))


def pdf_pages(path) -> list[str]:
    with pypdfium2.PdfDocument(path) as document:
        pages = [page.get_textpage().get_text_bounded() for page in document]
    # PDFium gives U+0002 for a hyphen at the end of a line. Nothing here is hyphenated that is not so spelt.
    return [page.replace("\x02", "-") for page in pages]


def numbers_that_word_counts(path) -> list[str]:
    """Count labels from numbering.xml and every numPr, without the code of the writer."""
    document = Document(path)
    numbering = document.part.numbering_part.element
    abstract_of = {
        num.get(qn("w:numId")): num.find(qn("w:abstractNumId")).get(qn("w:val"))
        for num in numbering.findall(qn("w:num"))
    }
    levels = {
        abstract.get(qn("w:abstractNumId")): [
            (level.find(qn("w:numFmt")).get(qn("w:val")), level.find(qn("w:lvlText")).get(qn("w:val")))
            for level in abstract.findall(qn("w:lvl"))
        ]
        for abstract in numbering.findall(qn("w:abstractNum"))
    }
    forms = {"decimal": str, "lowerLetter": lambda n: "abcdefghij"[n - 1], "lowerRoman": lambda n: ROMAN[n]}
    counts: dict[str, list[int]] = {}
    labels = []
    for paragraph in document.paragraphs:
        properties = paragraph._p.pPr.numPr if paragraph._p.pPr is not None else None
        if properties is None:
            style = paragraph.style.element.pPr
            properties = style.numPr if style is not None else None
        if properties is None:
            continue
        abstract, level = abstract_of[str(properties.numId.val)], properties.ilvl.val
        count = counts.setdefault(abstract, [0] * 9)
        count[level] += 1
        count[level + 1 :] = [0] * (8 - level)
        label = levels[abstract][level][1]
        for index in set(map(int, re.findall(r"%(\d)", label))):
            label = label.replace(f"%{index}", forms[levels[abstract][index - 1][0]](count[index - 1]))
        labels.append(label)
    return labels


@pytest.mark.parametrize("name", WORD_DOCUMENTS)
def test_word_counts_the_numbers_that_the_source_prints(name):
    printed = [block.label for block in source(name) if block.label]
    assert numbers_that_word_counts(DOCUMENTS / f"{name}.docx") == printed


@pytest.mark.parametrize("name", WORD_DOCUMENTS)
def test_no_number_is_typed_into_a_word_document(name):
    typed = [
        p.text
        for p in Document(DOCUMENTS / f"{name}.docx").paragraphs
        if re.match(r"\d+\.|\([ivx]+\)", p.text)
    ]
    assert typed == []


@pytest.mark.parametrize("name", WORD_DOCUMENTS)
def test_a_word_document_holds_every_paragraph_and_table_of_its_source(name):
    document = Document(DOCUMENTS / f"{name}.docx")
    paragraphs = [paragraph.text for paragraph in document.paragraphs if paragraph.text]
    assert paragraphs == [plain(block.rest) for block in source(name) if block.kind != "table"]
    cells = [[[plain(cell.text) for cell in row.cells] for row in table.rows] for table in document.tables]
    assert cells == [[list(map(plain, row)) for row in block.rows] for block in source(name) if block.rows]
    assert document.sections[0].header.paragraphs[0].text == WORD_DOCUMENTS[name]["header"]
    assert "NUMPAGES" in document.sections[0].footer.paragraphs[0]._p.xml


def test_both_ways_of_numbering_are_used():
    assert {options["numbered_by"] for options in WORD_DOCUMENTS.values()} == {"style", "paragraph"}
    for name, options in WORD_DOCUMENTS.items():
        with zipfile.ZipFile(DOCUMENTS / f"{name}.docx") as archive:
            numbered_paragraphs = archive.read("word/document.xml").count(b"<w:numPr>")
        assert bool(numbered_paragraphs) == (options["numbered_by"] == "paragraph"), name


def pdf_body(name: str, folder) -> str:
    """Return the squeezed text of a built PDF between its heads and feet, which must be on every page."""
    pages = pdf_pages(folder / f"{name}.pdf")
    header = squeezed(PDFS[name]["header"])
    body = ""
    for number, page in enumerate(map(squeezed, pages), start=1):
        foot = f"Page{number}of{len(pages)}"
        assert header in page
        assert foot in page
        body += page.replace(header, "", 1).replace(foot, "")
    return body


@pytest.mark.parametrize("name", PDFS)
def test_a_pdf_holds_every_block_of_its_source_between_its_heads_and_feet(name):
    text = pdf_body(name, DOCUMENTS)
    for block in source(name):
        for part in [cell for row in block.rows for cell in row] or [block.text]:
            assert squeezed(part) in text, part


def test_the_long_documents_are_long_and_every_pdf_is_a4():
    with pypdfium2.PdfDocument(DOCUMENTS / "msa.pdf") as document:
        assert 9 <= len(document) <= 12
    for name in PDFS:
        with pypdfium2.PdfDocument(DOCUMENTS / f"{name}.pdf") as document:
            assert {tuple(map(round, page.get_size())) for page in document} == {(595, 842)}
    assert sum(len(block.text.split()) for block in source("lease")) > 2400


@pytest.mark.parametrize("name", PDFS)
def test_the_kept_pdf_is_the_one_its_source_gives(name, rebuilt):
    # Fonts differ between machines and move the breaks, so words are compared and not bytes.
    assert pdf_body(name, rebuilt) == pdf_body(name, DOCUMENTS)


@pytest.mark.parametrize("name", WORD_DOCUMENTS)
def test_the_kept_word_document_is_the_one_its_source_gives(name, rebuilt):
    for part in ("word/document.xml", "word/numbering.xml"):
        with (
            zipfile.ZipFile(rebuilt / f"{name}.docx") as new,
            zipfile.ZipFile(DOCUMENTS / f"{name}.docx") as kept,
        ):
            assert new.read(part) == kept.read(part)


def test_building_twice_gives_the_same_bytes(rebuilt, tmp_path):
    for path in build(tmp_path):
        assert path.read_bytes() == (rebuilt / path.name).read_bytes(), path.name


def test_a_source_whose_numbers_skip_one_is_refused_with_the_place(tmp_path):
    blocks = [
        Block("heading", "1. Grant", "1.", "1"),
        Block("paragraph", "1.2 The Landlord lets.", "1.2", "1.2"),
    ]
    with pytest.raises(ValueError, match=r"prints '1\.2' where Word counts '1\.1': 1\.2 The Landlord"):
        write_docx(blocks, tmp_path / "deed.docx", **WORD_OPTIONS)


def test_letters_and_roman_numbers_are_told_apart_by_what_came_before(tmp_path):
    labels = "abcdefghi"
    text = "1. Lists\n\n" + "\n\n".join(f"({label}) item {label}" for label in labels)
    path = tmp_path / "lists.md"
    path.write_text(
        text + "\n\n2. Inner\n\n(a) outer\n\n(i) first\n\n(ii) second\n\n(b) next", encoding="utf-8"
    )
    paths = [block.path for block in read_source(path)]
    assert paths[9] == "1(i)"
    assert paths[10:] == ["2", "2(a)", "2(a)(i)", "2(a)(ii)", "2(b)"]


def test_asking_a_source_for_a_clause_that_it_does_not_have_is_an_error():
    with pytest.raises(KeyError, match=r"99\.1"):
        clause_text(source("lease"), "99.1")


def test_the_planted_faults_of_the_services_agreement_are_there():
    labels = [block.label for block in source("msa")]
    assert labels.count("Section 4.8") == 2
    assert "Section 3.10" not in labels
    assert "[Intentionally left blank.]" in clause_text(source("msa"), "5.7")
    assert "US$350,000" in clause_text(source("msa"), "7.6")
    assert "US$500,000" in clause_text(source("msa"), "Schedule C, 2")
