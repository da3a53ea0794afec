// One state of the game page, fed by hand instead of by a server. For development and screenshots.

import { pageData } from "../base/dom.js";
import { openTable } from "../game/table.js";

const page = /** @type {HTMLElement} */ (document.getElementById("game"));
const data = pageData("data");

const table = openTable(page, data, (_game, on) => {
  queueMicrotask(() => {
    on.state("open");
    for (const frame of data.frames) on.frame(frame);
    if (data.connection === "offline") on.state("lost");
    if (data.connection === "reconnecting") {
      const blink = () => {
        on.state("open");
        on.state("lost");
      };
      blink();
      setInterval(blink, 1000);
    }
    for (const name of data.tick) /** @type {HTMLElement} */ (page.querySelector(`[data-part="${name}"]`)).click();
    for (const name of data.press) /** @type {HTMLElement} */ (page.querySelector(`[data-action="${name}"]`)).click();
    table.store.flush();
    page.dataset.state = "ready";
  });
  return { send: () => true, hurry() {}, destroy() {} };
});
