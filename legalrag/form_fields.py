"""Form fields that every app asks for in the same way."""

from __future__ import annotations

from typing import Any

from django import forms

DAY_FORMATS = ("%Y-%m-%d", "%d/%m/%Y", "%d %B %Y", "%d %b %Y")


class DayField(forms.DateField):
    """A day in one text field, as people write it: "1 March 2025", "1/3/2025" or "2025-03-01"."""

    widget = forms.TextInput

    def __init__(self, *, label: str, **options: Any) -> None:
        super().__init__(
            label=label,
            input_formats=DAY_FORMATS,
            error_messages={"invalid": f"{label} must be a real date, like 1 March 2025."},
            **options,
        )
        self.widget.attrs.setdefault("autocomplete", "off")
