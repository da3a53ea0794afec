"""The pages of the solitaire: an attempt, and the place where puzzles are chosen."""

from __future__ import annotations

import pytest

from skep.laruche.silhouettes import SILHOUETTES
from skep.server.games.solitaire.kind import SolitaireKind
from tests.server.live import LiveServer
from tests.server.plain_client import PlainPerson

pytestmark = pytest.mark.anyio


def test_the_place_of_the_day_offers_what_can_be_dealt() -> None:
    (place,) = SolitaireKind().places()
    assert place.path == "/today"
    assert set(place.page.values["boxes"]) == set(SILHOUETTES)
    for box in place.page.values["boxes"].values():
        _, _, width, height = map(float, box.split())
        assert width > 20
        assert height > 20


@pytest.mark.medium
async def test_an_attempt_has_a_page_and_stands_among_ones_games(server: LiveServer) -> None:
    wish = {"game": "solitaire", "seats": [{"who": "me"}], "options": {"size": 6, "strict": True}}
    async with PlainPerson(server.url) as ann, PlainPerson(server.url) as ben:
        day = {**wish, "options": {"day": "2026-11-16"}}
        assert (await ann.request("POST", "/api/games", day)).status_code == 201
        game = (await ann.ask("POST", "/api/games", wish))["game"]["id"]
        page = (await ann.request("GET", f"/g/{game}")).text
        assert 'data-part="hand"' in page
        assert 'data-action="undo"' not in page  # strict
        shape = {**wish, "options": {"silhouette": "fox"}}
        other = (await ann.request("POST", "/api/games", shape)).json()["game"]["id"]
        assert (await ann.request("GET", "/")).status_code == 200
        mine = (await ann.request("GET", "/mine")).text
        assert f'href="/g/{game}"' in mine
        assert f'href="/g/{other}"' in mine
        assert "6 tiles" in mine
        assert "fox" in mine
        today = await ben.request("GET", "/today")
        assert today.status_code == 200
        assert 'data-part="day-tiles"' in today.text
