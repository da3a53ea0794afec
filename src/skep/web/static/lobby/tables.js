// The list of open tables. The server words it and sends it anew whenever it has changed.

import { el, keyed, put, write } from "../base/dom.js";
import { t } from "../base/i18n.js";
import { openSocket } from "../net/socket.js";
import { followBuild, whenNotTyping } from "../net/upgrade.js";

/** @typedef {import("../net/messages.js").TableRow} TableRow */

/** A line of the list, as the server writes it into the page. @param {TableRow} row @param {string} token */
function rowOf(row, token) {
  const card = el("a", { class: "card table-row", href: `/g/${row.id}` },
    el("b", { "data-part": "title", translate: "no" }), el("span", { "data-part": "note" }), el("span", { class: "soft", "data-part": "terms" }),
    el("span", { class: "table-row__go", "data-part": "action" }));
  const item = el("li", {}, card);
  if (row.is_mine && row.state === "open") item.append(closing(row.id, token));
  return item;
}

/** @param {string} id @param {string} token */
function closing(id, token) {
  return el("form", { method: "post", action: `/g/${id}/close` },
    el("input", { type: "hidden", name: "csrf", value: token }), el("button", { class: "button button--small" }, t("Close the table")));
}

/** @param {Element} item @param {TableRow} row */
function fill(item, row) {
  for (const name of /** @type {const} */ (["title", "note", "terms", "action"])) write(item.querySelector(`[data-part=${name}]`), row[name] ?? "");
  put(/** @type {Element} */ (item.querySelector("a")), { "data-state": row.state, "data-mine": row.is_mine, "data-away": row.is_away });
}

/** A table is another line when it is taken: what can be done with it is something else. @param {TableRow} row */
const keyOf = (row) => `${row.id}-${row.state}-${row.is_mine ? "mine" : "theirs"}`;

/**
 * @param {HTMLElement} root with the parts `tables` and `no-tables`, `taken` for a table of one's own that somebody joined, and
 *   perhaps `count`: how many wait for somebody
 */
export function mountTables(root) {
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (root.querySelector(`[data-part=${name}]`));
  const [list, none, taken, count] = [part("tables"), part("no-tables"), part("taken"), part("count")];

  /** @param {readonly TableRow[]} rows */
  function set(rows) {
    keyed(list, rows, keyOf, (row) => rowOf(row, list.dataset.token ?? ""), fill);
    none.hidden = rows.length > 0;
    write(count, String(rows.filter((row) => row.state === "open").length));
    const begun = rows.find((row) => row.is_mine && row.state === "live");
    taken.hidden = !begun;
    if (begun) put(/** @type {Element} */ (taken.querySelector("a")), { href: `/g/${begun.id}` });
    put(root, { "data-live": "yes" });
  }

  return { set };
}

/** Keep the list as it is now. @param {HTMLElement} root as for `mountTables` */
export function followTables(root) {
  const tables = mountTables(root);
  const follow = followBuild(() => {
    // A sheet that is open is being filled in; it is asked again in a minute.
    if (!document.querySelector("dialog[open]")) whenNotTyping(() => location.reload());
  });
  openSocket("lobby", {
    key: "",
    have: () => null,
    waiting: () => [],
    state() {},
    /** @param {import("../net/messages.js").LobbyFrame} frame */
    frame(frame) {
      if (frame.type === "tables") tables.set(frame.tables);
      follow(frame);
    },
  });
}
