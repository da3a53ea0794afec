// A page loads its own style sheets, and no more than 30 KB of them; layers have one order.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";

const styles = fileURLToPath(new URL("../../src/skep/web/static/styles/", import.meta.url));
const templates = fileURLToPath(new URL("../../src/skep/web/templates/", import.meta.url));
const MOST_BYTES = 30 * 1024;

const sheets = new Map(readdirSync(styles).map((name) => [name.replace(".css", ""), readFileSync(join(styles, name), "utf8")]));
const written = new Map(readdirSync(templates).map((name) => [name, readFileSync(join(templates, name), "utf8")]));
const pages = new Map([...written].filter(([, text]) => text.includes('{% extends "layout.html" %}')));

/** The sheets that a template names, by each of its calls of `sheets`. @param {string} text */
const namedIn = (text) =>
  [...text.matchAll(/parts\.sheets\(([^)]*)\)/g)].map((call) => [...call[1].matchAll(/'([^']+)'/g)].map((name) => name[1]));
const everywhere = [.../** @type {RegExpExecArray} */ (/for sheet in \[([^\]]*)\]/.exec(readFileSync(join(templates, "layout.html"), "utf8")))[1].matchAll(/'([^']+)'/g)].map((name) => name[1]);

/** Outside of games a page has the bar of places too. @param {string} text */
const isOutside = (text) => !/body_class %}(?:{% if record %})?page-(?:game|match|screen)/.test(text);

/** @param {string[]} names */
const bytesOf = (names) =>
  [...everywhere, ...names].reduce((sum, name) => sum + Buffer.byteLength(sheets.get(name) ?? assert.fail(`no sheet ${name}`)), 0);

test("every page stays below 30 KB of style", () => {
  assert.ok(pages.size >= 7);
  assert.deepEqual(everywhere, ["tokens", "base"]);
  for (const [page, text] of pages) {
    const choices = namedIn(text);
    assert.ok(choices.length, `${page} names no sheets`);
    for (const names of choices) {
      const bytes = bytesOf(isOutside(text) ? ["bar", ...names] : names);
      assert.ok(bytes <= MOST_BYTES, `${page}: ${bytes} bytes`);
    }
  }
});

test("where games are played there is room for more", () => {
  for (const [page, room] of /** @type {[string, number][]} */ ([["game.html", 2048], ["replay.html", 2048], ["laruche.html", 1024]])) {
    const bytes = Math.max(...namedIn(pages.get(page) ?? "").map(bytesOf));
    assert.ok(bytes <= MOST_BYTES - room, `${page}: ${bytes} bytes`);
  }
});

test("every sheet belongs to a page", () => {
  const named = new Set([...everywhere, "bar", ...[...written.values()].flatMap((text) => namedIn(text).flat())]);
  assert.deepEqual([...sheets.keys()].filter((name) => !named.has(name)), []);
});

test("rules stand in layers, whose order is told first", () => {
  assert.match(sheets.get("tokens") ?? "", /^@layer reset, tokens, base, components, pages;/);
  for (const [name, text] of sheets) {
    const used = [...text.matchAll(/@layer (\w+) \{/g)].map((match) => match[1]);
    assert.ok(used.length, name);
    for (const layer of used) assert.ok(["reset", "tokens", "base", "components", "pages"].includes(layer), `${name}: ${layer}`);
  }
});
