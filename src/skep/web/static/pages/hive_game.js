import { pageData } from "../base/dom.js";
import { openHiveTable } from "./hive_table.js";

const page = document.getElementById("game");
const data = pageData("data");
if (page && data) {
  const table = openHiveTable(page, { ...data, reload_when_full: page.hasAttribute("data-waiting") });
  window.addEventListener("pagehide", (event) => {
    if (!event.persisted) table.destroy();
  });
}
