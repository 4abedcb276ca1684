"""Writes a source as a Word document whose clause numbers are Word's own, not typed text."""

import io
import re
import zipfile
from datetime import UTC, datetime
from pathlib import Path

from docx import Document
from docx.document import Document as WordDocument
from docx.enum.style import WD_STYLE_TYPE
from docx.oxml import OxmlElement, parse_xml
from docx.oxml.ns import nsdecls, qn
from docx.oxml.text.parfmt import CT_PPr
from docx.shared import Cm, Pt, RGBColor
from docx.styles.style import ParagraphStyle
from docx.text.paragraph import Paragraph

from legalrag.sample_firm.source_text import ROMAN, Block, plain

# The default template numbers its own lists with 1 to 10.
CLAUSES, SCHEDULES = 21, 22
LEVELS = {
    CLAUSES: [("decimal", "%1."), ("decimal", "%1.%2"), ("lowerLetter", "(%3)"), ("lowerRoman", "(%4)")],
    SCHEDULES: [
        ("decimal", "Schedule %1"),
        ("decimal", "%2."),
        ("decimal", "%2.%3"),
        ("lowerLetter", "(%4)"),
        ("lowerRoman", "(%5)"),
    ],
}
INDENTS_CM = {CLAUSES: [1.25, 1.25, 2.25, 3.25], SCHEDULES: [3.0, 1.25, 1.25, 2.25, 3.25]}
FIXED_TIME = datetime(2025, 1, 1, tzinfo=UTC)


def write_docx(blocks: list[Block], target: Path, *, header: str, numbered_by: str, language: str) -> None:
    """Write blocks to target. numbered_by is "style" (numbers come from paragraph styles) or "paragraph".

    Raise ValueError when a label printed in the source is not the one that Word would count.
    """
    document = Document()
    _page(document, header, language)
    _define_numbering(document, by_style=numbered_by == "style")
    counter = _Counter()
    for block in blocks:
        if block.kind == "table":
            _table(document, block.rows)
        elif block.label:
            _numbered(document, block, counter, by_style=numbered_by == "style")
        else:
            style = {"title": "Title", "heading": "Subtitle", "quote": "Quote"}.get(block.kind, "Normal")
            _runs(document.add_paragraph(style=style), block.text)
    properties = document.core_properties
    properties.title, properties.author = header, "Pellam & Ostrowe LLP"
    properties.created = properties.modified = FIXED_TIME
    _save_with_fixed_times(document, target)


class _Counter:
    """Counts as Word does: a paragraph at a level raises that level and restarts those below it."""

    def __init__(self) -> None:
        self.counts = {CLAUSES: [0] * 4, SCHEDULES: [0] * 5}
        self.list = CLAUSES

    def place(self, block: Block) -> tuple[int, int]:
        """Return (list, level) of a labelled block and check its label."""
        if block.label.startswith("Schedule"):
            self.list = SCHEDULES
        level = self._level(block)
        counts = self.counts[self.list]
        counts[level] += 1
        counts[level + 1 :] = [0] * (len(counts) - level - 1)
        printed = LEVELS[self.list][level][1]
        for index, (form, _) in enumerate(LEVELS[self.list]):
            printed = printed.replace(f"%{index + 1}", _as_printed(counts[index], form))
        if printed != block.label:
            start = block.text[:60]
            raise ValueError(f"The source prints {block.label!r} where Word counts {printed!r}: {start}")
        return self.list, level

    def _level(self, block: Block) -> int:
        inside_schedule = int(self.list == SCHEDULES)
        if block.label.startswith("Schedule"):
            return 0
        if block.label.startswith("("):
            return inside_schedule + (3 if re.search(r"\([a-z]+\)\([ivx]+\)$", block.path) else 2)
        return inside_schedule + block.label.rstrip(".").count(".")


def _as_printed(number: int, form: str) -> str:
    if form == "lowerLetter":
        return chr(ord("a") + number - 1) if number else ""
    if form == "lowerRoman":
        return ROMAN[number - 1] if number else ""
    return str(number)


def _style_name(list_id: int, level: int) -> str:
    if level == 0:
        return "Heading 1" if list_id == CLAUSES else "Schedule Heading"
    return f"{'Clause' if list_id == CLAUSES else 'Schedule'} Level {level + 1}"


def _define_numbering(document: WordDocument, *, by_style: bool) -> None:
    numbering = document.part.numbering_part.element
    first_num = numbering.find(qn("w:num"))
    for list_id, levels in LEVELS.items():
        for level in range(len(levels)):
            style = _style(document, _style_name(list_id, level), heading=level == 0)
            if by_style:
                _number(style.element.get_or_add_pPr(), list_id, level)
        abstract = parse_xml(
            f'<w:abstractNum {nsdecls("w")} w:abstractNumId="{list_id}">'
            '<w:multiLevelType w:val="multilevel"/>'
            + "".join(_level_xml(document, list_id, level, by_style=by_style) for level in range(len(levels)))
            + "</w:abstractNum>"
        )
        first_num.addprevious(abstract)
        target = f'<w:abstractNumId w:val="{list_id}"/>'
        numbering.append(parse_xml(f'<w:num {nsdecls("w")} w:numId="{list_id}">{target}</w:num>'))


def _level_xml(document: WordDocument, list_id: int, level: int, *, by_style: bool) -> str:
    form, pattern = LEVELS[list_id][level]
    twips = round(INDENTS_CM[list_id][level] * 567)
    hanging = twips if level <= 1 or INDENTS_CM[list_id][level] == 1.25 else 567
    link = f'<w:pStyle w:val="{document.styles[_style_name(list_id, level)].style_id}"/>' if by_style else ""
    return (
        f'<w:lvl w:ilvl="{level}"><w:start w:val="1"/><w:numFmt w:val="{form}"/>{link}'
        f'<w:lvlText w:val="{pattern}"/><w:lvlJc w:val="left"/>'
        f'<w:pPr><w:ind w:left="{twips}" w:hanging="{hanging}"/></w:pPr></w:lvl>'
    )


def _style(document: WordDocument, name: str, *, heading: bool) -> ParagraphStyle:
    if name in document.styles:
        return document.styles[name]
    style = document.styles.add_style(name, WD_STYLE_TYPE.PARAGRAPH)
    style.base_style = document.styles["Heading 1" if heading else "Normal"]
    if heading:
        style.paragraph_format.page_break_before = True
    return style


def _number(properties: CT_PPr, list_id: int, level: int) -> None:
    # python-docx puts numPr at its place; Word refuses a file in which it merely comes last.
    number = properties.get_or_add_numPr()
    number.get_or_add_ilvl().val = level
    number.get_or_add_numId().val = list_id


def _numbered(document: WordDocument, block: Block, counter: _Counter, *, by_style: bool) -> None:
    list_id, level = counter.place(block)
    paragraph = document.add_paragraph(style=_style_name(list_id, level))
    if not by_style:
        _number(paragraph._p.get_or_add_pPr(), list_id, level)
    _runs(paragraph, block.rest)


def _runs(paragraph: Paragraph, text: str) -> None:
    for index, part in enumerate(text.split("**")):
        if part:
            paragraph.add_run(part).bold = True if index % 2 else None


def _table(document: WordDocument, rows: tuple[tuple[str, ...], ...]) -> None:
    table = document.add_table(rows=0, cols=len(rows[0]), style="Table Grid")
    for number, row in enumerate(rows):
        for cell, text in zip(table.add_row().cells, row, strict=True):
            run = cell.paragraphs[0].add_run(plain(text))
            run.bold = number == 0
            run.font.size = Pt(9.5)
    document.add_paragraph()


def _page(document: WordDocument, header: str, language: str) -> None:
    section = document.sections[0]
    section.page_width, section.page_height = Cm(21), Cm(29.7)
    section.left_margin = section.right_margin = Cm(2.5)
    section.header.paragraphs[0].text = header
    footer = section.footer.paragraphs[0]
    for text, field in (("Page ", "PAGE"), (" of ", "NUMPAGES")):
        footer.add_run(text)
        simple = OxmlElement("w:fldSimple")
        simple.set(qn("w:instr"), field)
        simple.append(parse_xml(f"<w:r {nsdecls('w')}><w:t>1</w:t></w:r>"))
        footer._p.append(simple)
    for heading in ("Title", "Subtitle", "Heading 1"):
        _in_black_serif(document.styles[heading])
    normal = document.styles["Normal"]
    normal.font.name, normal.font.size = "Times New Roman", Pt(11)
    normal.paragraph_format.space_after = Pt(6)
    normal.element.get_or_add_rPr().append(parse_xml(f'<w:lang {nsdecls("w")} w:val="{language}"/>'))


def _in_black_serif(style: ParagraphStyle) -> None:
    # A theme's font would win over the named one.
    style.element.rPr.remove(style.element.rPr.rFonts)
    style.font.name, style.font.size = "Times New Roman", Pt(16 if style.name == "Title" else 12)
    style.font.color.rgb = RGBColor(0, 0, 0)


def _save_with_fixed_times(document: WordDocument, target: Path) -> None:
    buffer = io.BytesIO()
    document.save(buffer)
    with zipfile.ZipFile(buffer) as source, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in source.namelist():
            archive.writestr(zipfile.ZipInfo(name), source.read(name), zipfile.ZIP_DEFLATED)
