"""Pages of matters and their people."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.db.models import Count, Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from matters.forms import MatterFilter
from matters.headers import matter_header, matter_or_404, team_with_access, walls_in_force
from matters.models import Matter, WallMember

ROWS = 50


@require_safe
def matter_list(request: HttpRequest) -> HttpResponse:
    """The matters that the reader may see, filtered and in pages."""
    form = MatterFilter(request.GET)
    matters = form.apply(Matter.objects.visible_to(request.user))
    matters = matters.select_related("client", "responsible_partner").annotate(
        document_count=Count("documents")
    )
    page = Paginator(matters.order_by("-number"), ROWS).get_page(request.GET.get("page"))
    return render(request, "matters/matter_list.html", {"nav": "matters", "form": form, "matters": page})


@require_safe
def matter_team(request: HttpRequest, number: str) -> HttpResponse:
    """Who works on the matter, and whom its walls keep out."""
    matter = matter_or_404(request.user, number)
    named = WallMember.objects.visible_to(request.user).select_related("user").order_by("user__last_name")
    walls = walls_in_force(request.user, matter).prefetch_related(Prefetch("members", queryset=named))
    context = {
        **matter_header(request.user, matter, "team"),
        "members": team_with_access(request.user, matter),
        "walls": walls,
    }
    return render(request, "matters/matter_team.html", context)


@require_safe
def matter_parties(request: HttpRequest, number: str) -> HttpResponse:
    """Who has a part in the matter."""
    matter = matter_or_404(request.user, number)
    context = {
        **matter_header(request.user, matter, "parties"),
        "parties": matter.parties.visible_to(request.user),
    }
    return render(request, "matters/matter_parties.html", context)
