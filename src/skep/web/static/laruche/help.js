// What lies and stands around a table of La Ruche, told to who looks at it for a while: a tile, a spot, a player, a gift.

import { t } from "../base/i18n.js";
import { mountLookCard } from "../base/look_card.js";

/** @typedef {import("../base/look_card.js").Told} Told */

const PLACES = ".hand__tile, .held__tile, .spot-button, .spot, .strip > li, .lesson__others > *, .figures__joins";

/** @param {string} name @param {string} text @param {string} section of the rule book @returns {Told} */
const told = (name, text, section) => ({ name, text, address: `/rules/laruche#${section}`, label: t("More: {what}", { what: name.replace(/\.$/, "") }) });

/** @param {Element} spot */
function spotWords(spot) {
  if (spot.matches("[data-live=no]")) {
    return told(t("Dead spot."), t("It asks for one colour twice, or its last tile is on the table: nothing fits here any more."), "dead-spots");
  }
  return told(t("Spot."), t("A tile fits if every edge that touches shows the same colour on both sides."), "laying");
}

/** @param {Element} player */
function playerWords(player) {
  if (player.matches(".lesson__others > *") || player.querySelector("[data-gift]")) return told(t("A gift is due."), t("Choose a tile of your hand, then the player who gets it."), "bee-gift");
  return told(t("Player."), t("The number is how many tiles are left, the star is for points. Who has no tile left wins the round."), "end");
}

/** @param {Element} place @returns {Told} */
function read(place) {
  if (place.matches(".spot, .spot-button")) return spotWords(place);
  if (place.matches(".strip > li, .lesson__others > *")) return playerWords(place);
  if (place.matches(".figures__joins")) return told(t("Joins."), t("So many edges touch on the table. The more of them, the better."), "solitaire");
  return told(t("Tile."), t("It has six colours and two faces. Press it and then a spot, or drag it there."), "tiles");
}

/** @param {HTMLElement} page @param {AbortSignal} signal */
export const mountTableHelp = (page, signal) => mountLookCard(page, { places: PLACES, read }, signal);
