"""A page speaks as its reader wants; who chooses comes back; a better word reaches the operator."""

from __future__ import annotations

import re

import httpx
import pytest

from skep.server.people.guests import COOKIE
from skep.server.talk.suggestions import LONGEST, read_suggestions
from skep.words import CODES
from tests.server.live import LiveServer

pytestmark = pytest.mark.anyio


def language_in(page: httpx.Response) -> str:
    found = re.search(r'<html lang="(\w+)"', page.text)
    assert found is not None
    return found[1]


def token_in(page: httpx.Response) -> str:
    found = re.search(r'name="csrf" value="([^"]+)"', page.text)
    assert found is not None
    return found[1]


async def test_a_browser_s_wish_counts_until_somebody_chooses(server: LiveServer) -> None:
    wish = {"accept-language": "de-AT, en;q=0.5"}
    async with httpx.AsyncClient(base_url=server.url, headers=wish) as http:
        page = await http.get("/mine?x=1")
        assert language_in(page) == "de"
        assert "accept-language" in page.headers["vary"]
        assert 'action="/language"' in page.text
        assert 'name="back" value="/mine?x=1"' in page.text
        chosen = await http.post("/language", data={"code": "fr", "back": "/mine?x=1"})
        assert (chosen.status_code, chosen.headers["location"]) == (303, "/mine?x=1")
        assert language_in(await http.get("/")) == "fr"
        unknown = await http.post("/language", data={"code": "tlh", "back": "/"})
        assert "set-cookie" not in unknown.headers
        assert language_in(await http.get("/")) == "fr"


@pytest.mark.parametrize("back", ["https://elsewhere/", "//elsewhere/", "/\\elsewhere", ""])
async def test_who_chooses_stays_here(server: LiveServer, back: str) -> None:
    async with httpx.AsyncClient(base_url=server.url) as http:
        chosen = await http.post("/language", data={"code": "it", "back": back})
        assert chosen.headers["location"] == "/"


async def test_choosing_keeps_the_other_settings(server: LiveServer) -> None:
    async with httpx.AsyncClient(base_url=server.url) as http:
        http.cookies.set("skep_settings", "theme=dark&language=de")
        await http.post("/language", data={"code": "es", "back": "/"})
        page = await http.get("/")
        assert language_in(page) == "es"
        assert 'data-theme="dark"' in page.text


async def played(http: httpx.AsyncClient) -> str:
    """Somebody who has done something: their cookie, as another device may have it."""
    await http.post("/api/games", json={"game": "hive", "seats": [{"who": "me"}, {"who": "me"}]})
    return http.cookies[COOKIE]


async def test_a_language_goes_where_the_person_goes(server: LiveServer) -> None:
    english = {"accept-language": "en"}
    async with httpx.AsyncClient(base_url=server.url, headers=english) as http:
        key = await played(http)
        await http.post("/language", data={"code": "es", "back": "/"})
    async with httpx.AsyncClient(base_url=server.url, headers=english) as other:
        assert language_in(await other.get("/mine")) == "en"
        other.cookies.set(COOKIE, key)
        assert language_in(await other.get("/mine")) == "es"
        assert "language=es" in other.cookies["skep_settings"]  # asked for once a device
        await other.post("/language", data={"code": "it", "back": "/"})
        assert language_in(await other.get("/mine")) == "it"
    assert await server.site.store.user_language(1) == "it"


async def test_what_was_chosen_before_anything_was_done_is_kept_too(server: LiveServer) -> None:
    async with httpx.AsyncClient(base_url=server.url) as http:
        await http.post("/language", data={"code": "nl", "back": "/"})
        await played(http)
    assert await server.site.store.user_language(1) == "nl"


async def test_a_browser_s_wish_is_not_written_down(server: LiveServer) -> None:
    async with httpx.AsyncClient(base_url=server.url, headers={"accept-language": "fr"}) as http:
        await played(http)
        assert language_in(await http.get("/mine")) == "fr"
    assert await server.site.store.user_language(1) is None


@pytest.mark.medium
async def test_the_settings_write_the_language_too(server: LiveServer) -> None:
    async with httpx.AsyncClient(base_url=server.url, headers={"accept-language": "en"}) as http:
        await played(http)
        form = {"csrf": token_in(await http.get("/settings")), "language": "de", "name": "Ada"}
        await http.post("/settings", data=form)
        assert language_in(await http.get("/settings")) == "de"
    assert await server.site.store.user_language(1) == "de"


async def test_a_name_that_nobody_chose_is_said_in_the_reader_s_language(
    server: LiveServer,
) -> None:
    """Programs read it as it is stored, and to save the settings does not make it a chosen one."""
    async with httpx.AsyncClient(base_url=server.url, headers={"accept-language": "de"}) as http:
        await played(http)
        stored = await server.site.store.user_name(1)
        assert stored is not None
        assert re.fullmatch(r"Guest \d{4}", stored)
        assert (await http.get("/api/me")).json()["name"] == stored
        shown = stored.replace("Guest", "Gast")
        assert f"An jedem Tisch heißt du {shown}." in (await http.get("/mine")).text
        settings = await http.get("/settings")
        assert f'value="{shown}"' in settings.text
        form = {"csrf": token_in(settings), "language": "fr", "name": shown}
        await http.post("/settings", data=form)
        assert await server.site.store.user_name(1) == stored
        assert stored.replace("Guest", "Invité") in (await http.get("/mine")).text


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", "line 1, ply 2: &#39;bS9&#39; in &#39;bS9 wS1-&#39; does not exist"),
        ("de", "Zeile 1, Halbzug 2: „bS9“ in „bS9 wS1-“ gibt es nicht"),
        ("fr", "ligne 1, demi-coup 2\u202f: «\xa0bS9\xa0» dans «\xa0bS9 wS1-\xa0» n’existe pas"),
    ],
)
async def test_what_cannot_be_replayed_is_told_in_the_reader_s_language(
    server: LiveServer, code: str, said: str
) -> None:
    async with httpx.AsyncClient(base_url=server.url, headers={"accept-language": code}) as http:
        game = "Base;InProgress;White[1];wS1;bS9 wS1-"
        assert said in (await http.get("/replay", params={"game": game})).text
        illegal = "Base;InProgress;White[1];wS1;bS1 wS1-;wA1 bS1-"
        assert "TOUCHES_ENEMY" not in (await http.get("/replay", params={"game": illegal})).text


@pytest.mark.parametrize("game", ["hive", "laruche"])
async def test_rules_have_an_address_in_each_language(server: LiveServer, game: str) -> None:
    async with httpx.AsyncClient(base_url=server.url, headers={"accept-language": "nl"}) as http:
        assert language_in(await http.get(f"/rules/{game}")) == "nl"
        for code in CODES:
            page = await http.get(f"/rules/{code}/{game}")
            assert language_in(page) == code
            for other in CODES:
                link = f'hreflang="{other}" href="{server.url}/rules/{other}/{game}"'
                assert link in page.text
        assert (await http.get(f"/rules/tlh/{game}")).status_code == 404
        # The address would keep its own language: whoever chooses another is led to the plain one.
        chosen = await http.post("/language", data={"code": "de", "back": f"/rules/it/{game}"})
        assert chosen.headers["location"] == f"/rules/{game}"


async def test_a_better_word_reaches_the_operator(server: LiveServer) -> None:
    async with httpx.AsyncClient(base_url=server.url, headers={"accept-language": "it"}) as http:
        assert "/better-word?page=/learn" in (await http.get("/learn")).text
        form = await http.get("/better-word?page=/learn")
        wish = {"csrf": token_in(form), "page": "/learn", "text": " alveare \n e non arnia "}
        sent = await http.post("/better-word", data=wish)
        assert sent.headers["location"] == "/better-word?thanks"
        kept = [
            (one.language, one.page, one.text) for one in await read_suggestions(server.site.engine)
        ]
        assert kept == [("it", "/learn", "alveare e non arnia")]


async def test_suggestions_are_bounded(server: LiveServer) -> None:
    async with httpx.AsyncClient(base_url=server.url) as http:
        token = token_in(await http.get("/better-word"))

        async def send(text: str) -> int:
            wish = {"csrf": token, "page": "/" + "x" * 300, "text": text}
            return (await http.post("/better-word", data=wish)).status_code

        assert await send("") == 400
        assert await send("x" * (LONGEST + 1)) == 413
        answers = [await send(f"word {n}") for n in range(6)]
        assert answers == [303] * 5 + [429]
        kept = await read_suggestions(server.site.engine)
        assert len(kept) == 5
        assert max(len(one.page) for one in kept) == 200


async def test_a_form_without_its_token_is_refused(server: LiveServer) -> None:
    async with httpx.AsyncClient(base_url=server.url) as http:
        assert (await http.post("/better-word", data={"text": "word"})).status_code == 403
