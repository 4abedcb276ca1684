"""What a person enters to find documents in a matter, and to file them."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.db.models import Q, QuerySet

from documents.filing import About
from documents.listing import with_shown_version
from documents.models import Document, DocumentVersion
from legalrag.form_fields import DayField
from matters.models import Matter, User


class DocumentFilter(forms.Form):
    """Filters in the address of a matter's list. What can't be understood matches nothing."""

    q = forms.CharField(
        label="Title or number",
        required=False,
        max_length=200,
        widget=forms.TextInput(
            attrs={"type": "search", "placeholder": "Filter by title or number", "autocomplete": "off"}
        ),
    )
    status = forms.ChoiceField(
        label="Status", required=False, choices=[("", "any"), *DocumentVersion.Status.choices]
    )
    type = forms.ChoiceField(label="Type", required=False, choices=[("", "any"), *Document.Type.choices])
    as_of = DayField(label="As of", required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["as_of"].widget.attrs.update(placeholder="any day", size=14)

    def apply(self, documents: QuerySet[Document], user: User) -> QuerySet[Document]:
        """The documents that pass, each annotated with the version that the list shows."""
        if not self.is_valid():
            return documents.none()
        data = self.cleaned_data
        if q := data["q"].strip():
            number = q.lstrip("/").split(".")[0]
            is_number = Q(number=int(number)) if number.isdecimal() and len(number) < 10 else Q()
            documents = documents.filter(Q(title__icontains=q) | is_number)
        if data["type"]:
            documents = documents.filter(type=data["type"])
        documents = with_shown_version(documents, user, data["as_of"])
        return documents.filter(shown_status=data["status"]) if data["status"] else documents


class SeveralFilesInput(forms.ClearableFileInput):
    """A file control that takes several."""

    allow_multiple_selected = True


class SeveralFilesField(forms.FileField):
    """All files that were sent. Each is judged when it is filed, so that one does not stop the others."""

    widget = SeveralFilesInput

    def clean(self, data: Any, initial: Any = None) -> list[UploadedFile]:
        files = list(data) if isinstance(data, list | tuple) else [data] if data else []
        if not files:
            raise forms.ValidationError(self.error_messages["required"], code="required")
        return files


class DocumentChoice(forms.ModelChoiceField):
    """Documents of the matter by number and title."""

    def label_from_instance(self, obj: Document) -> str:
        return f"/{obj.number} {obj.title}"


class UploadForm(forms.Form):
    """Files, and what is true of all of them."""

    files = SeveralFilesField(label="Files", error_messages={"required": "Choose at least one file."})
    version_of = DocumentChoice(
        queryset=None,
        label="File as",
        required=False,
        to_field_name="number",
        empty_label="New documents",
        error_messages={"invalid_choice": "Choose a document from the list."},
        help_text="Or as the next version of a document, which keeps its title, type and jurisdiction.",
    )
    title = forms.CharField(
        label="Title",
        required=False,
        max_length=300,
        help_text="For one file. Otherwise each takes its file’s name.",
    )
    type = forms.ChoiceField(label="Document type", choices=Document.Type.choices)
    status = forms.ChoiceField(
        label="Status", choices=DocumentVersion.Status.choices, initial=DocumentVersion.Status.EXECUTED
    )
    effective = DayField(
        label="Effective date", required=False, help_text="Day, month, year. For example, 1 March 2025"
    )
    expires = DayField(label="Expiry date", required=False, help_text="The last day on which the text stands")
    jurisdiction = forms.CharField(label="Jurisdiction", required=False, max_length=40)

    def __init__(self, *args: Any, user: User, matter: Matter, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["version_of"].queryset = Document.objects.visible_to(user).filter(matter=matter)
        most = settings.MAX_UPLOAD_BYTES // 1024 // 1024
        self.fields["files"].help_text = f"PDF, DOCX, Markdown or text · up to {most} MB each"

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        several = len(data.get("files", ())) > 1
        if several and data.get("title"):
            self.add_error("title", "A title fits one file. Leave it empty, or file one file at a time.")
        if several and data.get("version_of"):
            self.add_error("version_of", "One file is the next version. File one file at a time.")
        if data.get("effective") and data.get("expires") and data["expires"] < data["effective"]:
            self.add_error("expires", "Expiry date must not lie before the effective date.")
        return data

    def about(self) -> About:
        """What was entered about the files."""
        return About(**{name: self.cleaned_data[name] for name in About.__dataclass_fields__})
