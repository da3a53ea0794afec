// The end of a round, and the podium of a match.

import { el, put, write } from "../base/dom.js";
import { t } from "../base/i18n.js";
import { podium, roundLines, roundWords } from "./sentences.js";

/** @typedef {import("./model.js").MatchTable} MatchTable */

/** @param {(name: string) => HTMLElement} part @param {MatchTable} first */
export function mountEnds(part, first) {
  /** @param {MatchTable} table */
  function drawRound(table) {
    const result = table.confirmed.status.results.at(-1);
    if (!result) return;
    write(part("round-title"), t("Round {n} of {all}", { n: result.round, all: table.confirmed.status.rounds }));
    write(part("round-reason"), roundWords(table, result));
    part("round-lines").replaceChildren(...roundLines(table, result).map((line) =>
      el("tr", { "data-own": line.isOwn ? "yes" : null }, el("td", {}, line.place), el("th", { scope: "row" }, line.name),
        el("td", {}, line.left), el("td", {}, line.points), el("td", {}, line.total))));
  }

  /** @param {MatchTable} table */
  function drawPodium(table) {
    part("podium").replaceChildren(...podium(table).map((line) =>
      el("li", { "data-rank": line.rank, "data-own": line.isOwn ? "yes" : null },
        el("span", { class: "podium__place" }, line.place), el("b", {}, line.name), el("span", { class: "soft" }, line.points))));
  }

  /** @param {MatchTable} table */
  function set(table) {
    const { status } = table.confirmed;
    part("round").hidden = status.phase !== "break";
    if (status.phase === "break") drawRound(table);
    const waited = status.players.filter((player) => player.bot === null && !player.away).length;
    write(part("ready-words"), status.ready.length ? t("{n} of {all} are ready.", { n: status.ready.length, all: waited }) : "");
    if (status.outcome) drawPodium(table);
    put(part("podium"), { hidden: !status.outcome });
  }

  set(first);
  return { set, destroy() {} };
}
