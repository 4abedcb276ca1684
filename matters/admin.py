"""The back-office: people. Nothing that a matter holds is shown here."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest

from audit.services import event_record
from matters.models import User


@admin.register(User)
class PersonAdmin(UserAdmin):
    """People of the firm, for administrators. Nobody is deleted: what they did stays on record."""

    list_display = ("username", "first_name", "last_name", "role", "is_active", "is_staff")
    list_filter = ("role", "is_active")
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        ("Person", {"fields": ("first_name", "last_name", "email", "role")}),
        ("Access", {"fields": ("is_active", "is_staff")}),
        ("Dates", {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = (
        (None, {"fields": ("username", "first_name", "last_name", "email", "role")}),
        ("Password", {"fields": ("usable_password", "password1", "password2")}),
    )
    readonly_fields = ("last_login", "date_joined")
    filter_horizontal = ()

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        event_record(
            "matters.user.changed" if change else "matters.user.created",
            actor=request.user,
            subject=f"matters.user:{obj.pk}",
            matter=None,
            detail=obj.audit_detail() | (_changes(obj, form) if change else {}),
        )

    def has_module_permission(self, request: HttpRequest) -> bool:
        return _administers(request)

    def has_view_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return _administers(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return _administers(request)

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return _administers(request)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return False


def _administers(request: HttpRequest) -> bool:
    user = request.user
    return isinstance(user, User) and (user.is_superuser or user.role == User.Role.ADMINISTRATOR)


def _changes(person: User, form: Any) -> dict[str, Any]:
    """What was changed, by name; values only where they bear on access."""
    return {"is_active": person.is_active, "changed": sorted(form.changed_data)}
