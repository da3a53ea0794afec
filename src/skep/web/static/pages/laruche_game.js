import { pageData } from "../base/dom.js";
import { openMatch } from "./laruche_table.js";

const page = document.getElementById("game");
const data = pageData("data");
if (page && data) {
  const table = openMatch(page, { ...data, reload_when_full: page.hasAttribute("data-waiting") });
  window.addEventListener("pagehide", (event) => {
    if (!event.persisted) table.destroy();
  });
}
