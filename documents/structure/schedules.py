"""Which lines open a schedule, an exhibit or an annex, and which only name one."""

from __future__ import annotations

from documents.structure.headings import schedule_label
from documents.structure.lines import Line, next_line
from documents.structure.nodes import Draft

FIRST_LINES = 3


class Schedules:
    """The lines that read like a schedule's heading: ``labels`` has each one's label and heading, or None."""

    def __init__(self, lines: list[Line]) -> None:
        self.lines = lines
        self.labels = [
            schedule_label(line) if line.opens and not line.contents and not line.furniture else None
            for line in lines
        ]
        self.last: dict[str, int] = {}
        for index, found in enumerate(self.labels):
            if found:
                self.last[found[0].casefold()] = index

    def opened_by(self, index: int, base: Draft, body_begun: bool) -> tuple[str, str] | None:
        """Label and heading of the schedule that a line opens; ``base`` is the open schedule or the root."""
        found = self.labels[index]
        if found is None:
            return None
        name = found[0].casefold()
        if base.kind == "schedule" and base.label.casefold() == name:
            return None  # the running head of the schedule that is open
        if self._is_listed(index, found, base):
            return None
        if not body_begun and (index < FIRST_LINES or self.last[name] > index):
            return None  # the filing's own exhibit number, or a mention in front of the text
        return found

    def _is_listed(self, index: int, found: tuple[str, str], base: Draft) -> bool:
        """Whether the line is one of a list of schedules: others stand right before or after it."""
        follower = next_line(self.lines, index)
        if follower is not None and self.labels[follower] not in (None, found):
            return True
        return bool(index and self.labels[index - 1] and base.kind != "schedule")
