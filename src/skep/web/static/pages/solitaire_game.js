import { pageData } from "../base/dom.js";
import { openSolitaire } from "./solitaire_table.js";

const page = document.getElementById("game");
const data = pageData("data");
if (page && data) {
  const table = openSolitaire(page, data);
  window.addEventListener("pagehide", (event) => {
    if (!event.persisted) table.destroy();
  });
}
