"""The tiles on paper, from the rules page to the printer."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.test_accessibility import check

A4_POINTS = (595, 842)


def test_the_rules_lead_to_six_pages_to_print(page: Page) -> None:
    page.add_init_script("window.printed = 0; window.print = () => { window.printed += 1; };")
    page.goto("/rules/laruche")
    page.get_by_role("link", name="Print the sixty tiles").click()
    expect(page.get_by_role("heading", name="Sixty tiles to print and cut")).to_be_visible()
    expect(page.get_by_role("region")).to_have_count(6)
    assert page.locator(".tile-sheet svg > g").count() == 120, "both faces of each tile"
    check(page)
    page.set_viewport_size({"width": 390, "height": 664})
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.get_by_role("button", name="Print", exact=True).click()
    assert page.evaluate("window.printed") == 1
    printed = page.pdf(prefer_css_page_size=True)
    boxes = re.findall(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", printed)
    assert [(round(float(w)), round(float(h))) for w, h in boxes] == [A4_POINTS] * 6
