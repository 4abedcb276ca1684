"""Scoping by the one access rule. Every app's models of a matter use these querysets."""

from __future__ import annotations

from typing import Any, Self

from django.contrib.auth.models import AnonymousUser

from legalrag.guard import GuardedQuerySet


class MatterScopedQuerySet(GuardedQuerySet):
    """Rows that belong to a matter; ``matter_path`` is the field that names it."""

    matter_path = "matter_id"

    def visible_to(self, user: Any) -> Self:
        """Rows of the matters that ``user`` may see now. An anonymous visitor sees none."""
        from matters.access import accessible_matters

        if isinstance(user, AnonymousUser):
            return self.none().with_scope("user", None)
        condition = {f"{self.matter_path}__in": accessible_matters(user)}
        return self.filter(**condition).with_scope("user", user.pk)


class MatterAccessQuerySet(MatterScopedQuerySet):
    """Who may see which matter; the team of a matter may know."""

    def granted_to(self, user: Any) -> Self:
        """The matters that ``user`` may see now. Raises ``TypeError`` for anything but a person."""
        from matters.models import User

        if not isinstance(user, User):
            raise TypeError(f"Access is decided for a person, not for {user!r}.")
        return self.filter(user_id=user.pk).with_scope("user", user.pk)


class MatterQuerySet(MatterScopedQuerySet):
    """Matters themselves."""

    matter_path = "id"


class ClientQuerySet(MatterScopedQuerySet):
    """Clients: a person sees those for whom a visible matter is open."""

    def visible_to(self, user: Any) -> Self:
        from matters.models import Matter

        clients = Matter.objects.visible_to(user).values("client_id")
        return self.filter(pk__in=clients).with_scope("user", user.pk)


class WallMemberQuerySet(MatterScopedQuerySet):
    """People named by a wall; the team sees them, those outside see nothing."""

    matter_path = "wall__matter_id"
