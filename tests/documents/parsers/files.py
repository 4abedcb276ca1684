"""Makes the files that the parsers' tests read: Word packages part by part, and PDFs object by object."""

from __future__ import annotations

import zipfile
from pathlib import Path

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "application/vnd.openxmlformats-package"
CONTENT = "application/vnd.openxmlformats-officedocument.wordprocessingml"


def write_docx(
    path: Path,
    body: str,
    *,
    numbering: str = "",
    styles: str = "",
    footnotes: str = "",
    extra: dict[str, bytes] | None = None,
    main_type: str = f"{CONTENT}.document.main+xml",
) -> Path:
    """A Word file whose body, numbering and styles are the given XML."""
    parts = {"numbering": numbering, "styles": styles, "footnotes": footnotes}
    named = [name for name, xml in parts.items() if xml]
    overrides = "".join(
        f'<Override PartName="/word/{name}.xml" ContentType="{CONTENT}.{name}+xml"/>' for name in named
    )
    relations = "".join(
        f'<Relationship Id="r{name}" Type="{RELATIONS}/{name}" Target="{name}.xml"/>' for name in named
    )
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr(
            "[Content_Types].xml",
            '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
            f'<Default Extension="rels" ContentType="{PACKAGE}.relationships+xml"/>'
            '<Default Extension="xml" ContentType="application/xml"/>'
            f'<Override PartName="/word/document.xml" ContentType="{main_type}"/>{overrides}</Types>',
        )
        package.writestr(
            "_rels/.rels",
            '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
            f'<Relationship Id="r1" Type="{RELATIONS}/officeDocument" Target="word/document.xml"/>'
            "</Relationships>",
        )
        package.writestr(
            "word/_rels/document.xml.rels",
            '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
            f"{relations}</Relationships>",
        )
        package.writestr("word/document.xml", f"<w:document {W}><w:body>{body}</w:body></w:document>")
        for name in named:
            package.writestr(f"word/{name}.xml", f"<w:{name} {W}>{parts[name]}</w:{name}>")
        for name, data in (extra or {}).items():
            package.writestr(name, data)
    return path


def paragraph(text: str, *, num: int | None = None, level: int | None = None, style: str = "") -> str:
    """The XML of a paragraph, in a list or a style where asked."""
    properties = f'<w:pStyle w:val="{style}"/>' if style else ""
    if num is not None or level is not None:
        ilvl = f'<w:ilvl w:val="{level}"/>' if level is not None else ""
        num_id = f'<w:numId w:val="{num}"/>' if num is not None else ""
        properties += f"<w:numPr>{ilvl}{num_id}</w:numPr>"
    return f'<w:p><w:pPr>{properties}</w:pPr><w:r><w:t xml:space="preserve">{text}</w:t></w:r></w:p>'


def abstract_list(list_id: int, *levels: str) -> str:
    """The XML of a list's definition; each level as ``level`` writes it."""
    return f'<w:abstractNum w:abstractNumId="{list_id}">{"".join(levels)}</w:abstractNum>'


def level(
    number: int, pattern: str, number_format: str = "decimal", *, start: int = 1, more: str = ""
) -> str:
    """The XML of a level of a list."""
    return (
        f'<w:lvl w:ilvl="{number}"><w:start w:val="{start}"/><w:numFmt w:val="{number_format}"/>{more}'
        f'<w:lvlText w:val="{pattern}"/></w:lvl>'
    )


def num(num_id: int, list_id: int, more: str = "") -> str:
    """The XML that lets paragraphs use a list."""
    return f'<w:num w:numId="{num_id}"><w:abstractNumId w:val="{list_id}"/>{more}</w:num>'


def write_pdf(path: Path, pages: list[list[str]]) -> Path:
    """A PDF with the given lines on each page, 14 points apart from the top, in Helvetica."""
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    kids = []
    for lines in pages:
        shown = " T* ".join(f"({_escaped(line)}) Tj" for line in lines)
        stream = f"BT /F1 11 Tf 14 TL 72 720 Td {shown} ET" if lines else ""
        objects.append(f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream")
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {len(objects)} 0 R "
            "/Resources << /Font << /F1 3 0 R >> >> >>"
        )
        kids.append(f"{len(objects)} 0 R")
    objects[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>"
    path.write_bytes(_pdf_file(objects))
    return path


def _escaped(line: str) -> str:
    return line.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")


def _pdf_file(objects: list[str], trailer: str = "") -> bytes:
    data, offsets = b"%PDF-1.7\n", []
    for number, content in enumerate(objects, 1):
        offsets.append(len(data))
        data += f"{number} 0 obj\n{content}\nendobj\n".encode("latin-1")
    table = len(data)
    entries = "".join(f"{offset:010d} 00000 n \n" for offset in offsets)
    end = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{entries}trailer\n"
    end += f"<< /Size {len(objects) + 1} /Root 1 0 R {trailer} >>\nstartxref\n{table}\n%%EOF\n"
    return data + end.encode("ascii")


def write_locked_pdf(path: Path) -> Path:
    """A PDF that names an encryption whose password nobody gives."""
    write_pdf(path, [["Locked words"]])
    key = "00" * 32
    locked = f"/Encrypt << /Filter /Standard /V 1 /R 2 /O <{key}> /U <{key}> /P -4 >> "
    locked += f"/ID [<{key[:32]}> <{key[:32]}>]"
    data = path.read_bytes().replace(b"/Root 1 0 R", b"/Root 1 0 R " + locked.encode())
    path.write_bytes(data)
    return path
