"""Filters of the lists of matters."""

from __future__ import annotations

from django import forms
from django.db.models import Q, QuerySet

from matters.models import Matter


class MatterFilter(forms.Form):
    """Filters in the address of the list. What can't be understood matches nothing."""

    q = forms.CharField(
        label="Title, number or client",
        required=False,
        max_length=200,
        widget=forms.TextInput(
            attrs={
                "type": "search",
                "placeholder": "Filter by title, number or client",
                "autocomplete": "off",
            }
        ),
    )
    status = forms.ChoiceField(label="Status", required=False, choices=[("", "any"), *Matter.Status.choices])

    def apply(self, matters: QuerySet[Matter]) -> QuerySet[Matter]:
        """The matters that pass."""
        if not self.is_valid():
            return matters.none()
        if q := self.cleaned_data["q"]:
            matters = matters.filter(
                Q(title__icontains=q) | Q(number__icontains=q) | Q(client__name__icontains=q)
            )
        if status := self.cleaned_data["status"]:
            matters = matters.filter(status=status)
        return matters
