"""Moments of La Ruche and its solitaire that are worth a picture, each prepared once.

A scene is shown at every size and in every theme by the one page that it returns. What goes by
itself (a gift, a miss) is prepared again before each picture.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from playwright.sync_api import Page

from tests.browser.laruche_player import CALM, Seat, open_match, play_to, seat_people
from tests.browser.solitaire_player import open_solitaire

__all__ = ["SCENES", "Scene", "Visit"]

Visit = Callable[[], Page]


class Scene(NamedTuple):
    """A page as it stands, and what makes its moment once more."""

    page: Page
    again: Callable[[], None] = lambda: None


def set_up(visit: Visit) -> Scene:
    seats = seat_people([visit(), visit()])
    turn = seats[0].read()["status"]["turn"]
    return Scene(next(seat.page for seat in seats if seat.seat() == turn))


def young(visit: Visit) -> Scene:
    """Thirty tiles in hand, one of them held."""
    seats = seat_people([visit(), visit()])
    play_to(seats, 6)
    one = seats[0]
    one.page.wait_for_selector('#game[data-laid="6"]')
    one.tile(one.read()["status"]["hand"][3]).click()
    return Scene(one.page)


def full(visit: Visit) -> Scene:
    """Forty tiles lie, and a spot is chosen."""
    seats = seat_people([visit(), visit()])
    play_to(seats, 40)
    one = seats[0]
    one.page.wait_for_selector('#game[data-laid="40"]')
    one.page.locator("[data-part=spots] button").first.dispatch_event("click")
    return Scene(one.page)


def gift(visit: Visit) -> Scene:
    """Six at a table, and one may give a tile away."""
    seats = seat_people([visit() for _ in range(6)], bee_gift=True, gift_ms=12_000)
    play_to(seats, 14)
    one = seats[0]

    def again() -> None:
        if one.read()["status"]["gifts"]:
            return
        one.lay_by_socket(next(wish for wish in one.wishes() if wish.placement.pose.has_bee))
        one.page.wait_for_selector("[data-part=strip] [data-gift]")

    return Scene(one.page, again)


def miss(visit: Visit) -> Scene:
    seats = seat_people([visit(), visit(), visit(), visit()], miss_ms=1500)
    play_to(seats, 18)
    one = seats[0]
    one.page.wait_for_selector('#game[data-laid="18"]')
    tile, key = one.misfits()[0]

    def again() -> None:
        one.page.wait_for_selector("[data-part=hand-ring]:not([data-ring])", state="attached")
        one.tile(tile).click()
        one.page.locator(f'[data-part=spots] button[data-spot="{key}"]').dispatch_event("click")
        one.page.wait_for_selector("[data-part=hand-ring][data-ring]")

    return Scene(one.page, again)


def pause(visit: Visit) -> Scene:
    seats = seat_people([visit(), visit()], deal="15", pause_ms=600_000)
    play_to(seats, 8)
    for seat in seats:
        seat.page.locator("[data-action=pause]").first.dispatch_event("click")
    seats[0].page.wait_for_selector("#game[data-phase=paused]")
    return Scene(seats[0].page)


def lay_all(seat: Seat) -> None:
    """This person lays whatever fits, until the round is over or nothing does."""
    while seat.read()["status"]["phase"] in ("setup", "play"):
        wishes = seat.wishes()
        if not wishes:
            break
        seat.lay_by_socket(wishes[0])


def ended(visit: Visit, rounds: int) -> Seat:
    """A round that stalled with four at the table, one of them at the page."""
    options = {"rounds": rounds, "stall_ms": 4000, "setup_ms": 300, "deal": "10"}
    one = seat_people([visit()], bots=(1, 2, 2), **options)[0]
    one.page.wait_for_selector("#game:is([data-phase=break], [data-phase=over])", timeout=120_000)
    return one


def between(visit: Visit) -> Scene:
    return Scene(ended(visit, 2).page)


def over(visit: Visit) -> Scene:
    return Scene(ended(visit, 1).page)


def replay(visit: Visit) -> Scene:
    page = ended(visit, 1).page
    page.goto(page.url.split("?")[0] + "/replay?t=30000")
    page.wait_for_selector("#replay[data-ready=yes]")
    return Scene(page)


def waiting(visit: Visit) -> Scene:
    page = visit()
    open_match(page, [{"who": "invited"}] * 3, **CALM)
    page.wait_for_selector("#game[data-connection=open]")
    return Scene(page)


def screen(visit: Visit) -> Scene:
    seats = seat_people([visit() for _ in range(4)])
    play_to(seats, 20)
    page = seats[0].page
    page.goto(f"/g/{seats[0].game}/screen")
    page.wait_for_selector('main[data-ready=yes][data-laid="20"]')
    return Scene(page)


def watching(visit: Visit) -> Scene:
    seats = seat_people([visit(), visit(), visit()])
    play_to(seats, 16)
    link = seats[0].page.request.get(f"/g/{seats[0].game}/screen").text()
    key = link.split("qr.svg?key=")[1].split('"')[0]
    page = visit()
    page.goto(f"/g/{seats[0].game}?key={key}")
    page.wait_for_selector('#game[data-ready=yes][data-laid="16"]')
    return Scene(page)


def today(visit: Visit) -> Scene:
    page = visit()
    page.goto("/today")
    page.wait_for_selector("#today[data-state=ready]")
    return Scene(page)


def solitaire(visit: Visit) -> Scene:
    solo = open_solitaire(visit())
    for wanted in solo.solution()[:5]:
        solo.lay_by_list(wanted)
    solo.tile(solo.rest()[0]).click()
    return Scene(solo.page)


def silhouette(visit: Visit) -> Scene:
    solo = open_solitaire(visit(), silhouette="fox")
    for wanted in solo.rest()[:1]:
        solo.page.keyboard.press("h")
        solo.page.wait_for_selector("#game[data-hinted]")
        assert wanted
    return Scene(solo.page)


def solved(visit: Visit) -> Scene:
    solo = open_solitaire(visit())
    for wanted in solo.solution():
        solo.lay_by_list(wanted)
    solo.page.wait_for_selector("#game[data-over=solved]")
    return Scene(solo.page)


SCENES: dict[str, Callable[[Visit], Scene]] = {
    "match-waiting": waiting,
    "match-set-up": set_up,
    "match-young": young,
    "match-full": full,
    "match-gift": gift,
    "match-miss": miss,
    "match-pause": pause,
    "match-between": between,
    "match-over": over,
    "match-replay": replay,
    "match-screen": screen,
    "match-watching": watching,
    "today": today,
    "solitaire": solitaire,
    "solitaire-silhouette": silhouette,
    "solitaire-solved": solved,
}
