"""The characters and styles of Word paragraphs."""

from __future__ import annotations

import re

from lxml.etree import _Element

from documents.parsers.docx_numbering import W

HEADING_STYLE = re.compile(r"heading ([1-9])$", re.IGNORECASE)
TITLE_STYLES = {"title"}
MC_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
# What Word does not print: deletions, moved-away text, field codes, and the second copy of a drawing.
UNSHOWN = {f"{W}del", f"{W}moveFrom", f"{W}instrText", f"{W}delText", MC_FALLBACK}
SIGNS = {
    f"{W}tab": "\t", f"{W}br": "\n", f"{W}cr": "\n", f"{W}noBreakHyphen": "-", f"{W}ptab": "\t",
}  # fmt: skip
NOTE_MARKS = {f"{W}footnoteReference", f"{W}endnoteReference"}


def inner_text(paragraph: _Element) -> str:
    """The text of a paragraph as Word shows it, text boxes included, hidden text left out."""
    shown: list[str] = []
    _collect(paragraph, shown)
    return "".join(shown)


def _collect(element: _Element, shown: list[str]) -> None:
    for child in element:
        tag = child.tag
        if tag in UNSHOWN or tag == f"{W}pPr":
            continue
        if tag == f"{W}r" and _is_hidden(child):
            continue
        if tag == f"{W}t":
            shown.append(child.text or "")
        elif tag in SIGNS:
            shown.append(SIGNS[tag])
        elif tag in NOTE_MARKS:
            shown.append(f"[{child.get(f'{W}id')}]")
        elif tag == f"{W}p":
            # A paragraph within a paragraph stands in a text box.
            shown.append("\n")
            _collect(child, shown)
        else:
            _collect(child, shown)


def _is_hidden(run: _Element) -> bool:
    vanish = run.find(f"{W}rPr/{W}vanish")
    return vanish is not None and vanish.get(f"{W}val") not in ("0", "false")


def has_hidden_text(body: _Element) -> bool:
    """Whether any run with text is hidden."""
    return any(
        _is_hidden(run) and run.find(f"{W}t") is not None
        for run in (vanish.getparent().getparent() for vanish in body.iter(f"{W}vanish"))
        if run is not None and run.tag == f"{W}r"
    )


class Styles:
    """Paragraph styles: which one a paragraph has, and which heading level a style stands for."""

    def __init__(self, styles: _Element) -> None:
        self._by_id = {style.get(f"{W}styleId"): style for style in styles.findall(f"{W}style")}
        self._default = next(
            (
                style_id
                for style_id, style in self._by_id.items()
                if style.get(f"{W}type") == "paragraph" and style.get(f"{W}default") in ("1", "true")
            ),
            None,
        )

    def of(self, properties: _Element | None) -> str | None:
        """The style of a paragraph with these properties."""
        style = properties.find(f"{W}pStyle") if properties is not None else None
        return style.get(f"{W}val") if style is not None else self._default

    def heading_level(self, properties: _Element | None, style_id: str | None) -> int | None:
        """The level of a heading (from 1), or None: by the style's name or bases, or by outline level."""
        level = _outline_level(properties)
        if level is not None:
            return level
        seen: set[str] = set()
        while style_id in self._by_id and style_id not in seen:
            seen.add(style_id)
            style = self._by_id[style_id]
            name = style.find(f"{W}name")
            printed = name.get(f"{W}val", "") if name is not None else ""
            match = HEADING_STYLE.match(printed)
            if match:
                return int(match[1])
            if printed.lower() in TITLE_STYLES:
                return 1
            level = _outline_level(style.find(f"{W}pPr"))
            if level is not None:
                return level
            based_on = style.find(f"{W}basedOn")
            style_id = based_on.get(f"{W}val") if based_on is not None else None
        return None


def _outline_level(properties: _Element | None) -> int | None:
    outline = properties.find(f"{W}outlineLvl") if properties is not None else None
    value = int(outline.get(f"{W}val")) if outline is not None else 9
    # Level 9 is Word's word for body text.
    return value + 1 if value < 9 else None
