"""Rules that hold for every template, stylesheet and page."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from django.urls import get_resolver

from legalrag.templatetags.portal import BADGES, ICONS, STATES
from tests.portal import sample_pages

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
STATIC = ROOT / "legalrag" / "static" / "legalrag"
SPRITE = (ROOT / "templates" / "partials" / "sprite.html").read_text()


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("template", TEMPLATES, ids=name)
def test_markup_suits_the_content_policy(template):
    text = template.read_text()
    assert not re.search(r"\sstyle\s*=", text)
    assert not re.search(r"\son[a-z]+\s*=\s*[\"']", text)
    assert "hx-on" not in text
    assert not re.search(r"<script(?![^>]*\bsrc=)", text)
    if template.parent.name != "pdf":
        assert "<style" not in text


@pytest.mark.parametrize("path", [*TEMPLATES, *sorted(STATIC.glob("*.css"))], ids=name)
def test_templates_and_stylesheets_stay_short(path):
    assert len(path.read_text().splitlines()) < 300


def test_the_script_stays_under_two_hundred_lines():
    assert len((STATIC / "legalrag.js").read_text().splitlines()) < 200


@pytest.mark.parametrize("path", [*STATIC.glob("*.css"), ROOT / "templates" / "pdf" / "report.css"], ids=name)
def test_a_stylesheet_fetches_nothing_from_elsewhere(path):
    assert not re.search(r"@import|https?:|url\((?!\"chevron\.svg\")", path.read_text())


def test_the_sprite_holds_every_icon_and_no_other():
    assert set(re.findall(r'id="i-([a-z-]+)"', SPRITE)) == ICONS


def test_every_icon_named_in_a_template_exists():
    named = {icon for path in TEMPLATES for icon in re.findall(r'{% icon "([a-z-]+)"', path.read_text())}
    assert named | {state.icon for state in STATES.values()} | set(BADGES.values()) <= ICONS


def test_every_address_that_a_template_names_exists():
    known = {key for key in get_resolver("legalrag.urls").reverse_dict if isinstance(key, str)}
    named = {url for path in TEMPLATES for url in re.findall(r"{% url [\"'](\w+)", path.read_text())}
    assert named <= known


def test_browser_storage_and_evaluation_are_off_in_htmx(draw):
    (meta,) = draw("404.html", {}).xpath("//meta[@name='htmx-config']/@content")
    config = json.loads(meta)
    assert config["historyCacheSize"] == 0
    assert config["refreshOnHistoryMiss"] is True
    assert config["selfRequestsOnly"] is True
    off = ("allowEval", "includeIndicatorStyles", "scrollIntoViewOnBoost")
    assert [config[name] for name in off] == [False, False, False]


def test_a_refused_fragment_replaces_the_whole_of_main(draw):
    (meta,) = draw("404.html", {}).xpath("//meta[@name='htmx-config']/@content")
    rule = next(rule for rule in json.loads(meta)["responseHandling"] if re.search(rule["code"], "404"))
    assert (rule["swap"], rule["target"], rule["select"]) == (True, "#main", "#main")


@pytest.fixture(params=sorted(sample_pages.pages()))
def page(request, draw):
    return draw(request.param, sample_pages.pages()[request.param])


def test_every_page_starts_with_a_link_to_its_main_content(page):
    first = page.find("body")[0]
    assert first.get("href") == "#main"
    assert page.get_element_by_id("main").tag == "main"
    assert len(page.xpath("//h1")) == 1


def test_no_two_parts_of_a_page_share_an_id(page):
    ids = page.xpath("//@id")
    assert sorted(ids) == sorted(set(ids))


def test_every_field_has_a_name_that_is_read_aloud(page):
    labelled = set(page.xpath("//label/@for"))
    for field in page.xpath("//input[not(@type='hidden')] | //select | //textarea"):
        assert field.get("id") in labelled or field.xpath("ancestor::label") or field.get("aria-label")


def test_every_table_has_a_caption_and_its_heads_a_scope(page):
    for table in page.xpath("//table"):
        assert table.find("caption") is not None
        assert all(head.get("scope") for head in table.iter("th"))


def test_every_link_and_button_has_words_and_every_image_a_text(page):
    for control in page.xpath("//a | //button | //summary"):
        assert control.get("aria-label") or control.text_content().strip()
    assert all(image.get("alt") for image in page.xpath("//img"))


def test_whatever_is_referred_to_by_id_is_there(page):
    ids = set(page.xpath("//@id"))
    for attribute in ("aria-labelledby", "aria-describedby", "aria-controls", "for"):
        named = {one for value in page.xpath(f"//@{attribute}") for one in value.split()}
        assert named <= ids
    assert {link.lstrip("#") for link in page.xpath("//a[starts-with(@href, '#')]/@href")} <= ids
