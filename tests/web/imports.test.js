// Folders import one way; nothing parses text as markup; a page's modules are found in four steps.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";

const root = fileURLToPath(new URL("../../src/skep/web/static/", import.meta.url));
const allowed = {
  base: ["base"],
  net: ["base", "net"],
  hexes: ["base", "hexes"],
  hive: ["base", "hexes", "hive"],
  game: ["base", "net", "hexes", "hive", "game"],
  pages: ["base", "net", "hexes", "hive", "game", "pages"],
};

/** @param {string} folder @returns {string[]} */
function modules(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? modules(path) : path.endsWith(".js") ? [path] : [];
  });
}

/** @param {string} path */
const importsOf = (path) =>
  [...readFileSync(path, "utf8").matchAll(/^\s*(?:import\s*|(?:import|export)\b[^;"'()]*?\bfrom\s*)["']([^"']+)["']/gm)].map((match) => match[1]);

const all = modules(root);

test("imports are relative and go one way", () => {
  assert.ok(all.length > 20);
  for (const path of all) {
    const folder = relative(root, path).split("/")[0];
    for (const name of importsOf(path)) {
      assert.match(name, /^\.\.?\//, `${path}: ${name}`);
      const target = relative(root, resolve(dirname(path), name)).split("/")[0];
      assert.ok(allowed[/** @type {keyof typeof allowed} */ (folder)].includes(target), `${path} imports ${name}`);
    }
  }
});

test("no innerHTML and no other way to parse text as markup", () => {
  for (const path of all) {
    assert.doesNotMatch(readFileSync(path, "utf8"), /innerHTML|outerHTML|insertAdjacentHTML|document\.write/, path);
  }
});

test("every module of a page is at most four steps away", () => {
  for (const entry of all.filter((path) => path.includes("/pages/"))) {
    let layer = [entry];
    const seen = new Set(layer);
    let depth = 0;
    while (layer.length) {
      layer = layer.flatMap((path) => importsOf(path).map((name) => resolve(dirname(path), name))).filter((path) => !seen.has(path) && seen.add(path));
      if (layer.length) depth += 1;
    }
    assert.ok(depth <= 4, `${entry}: ${depth}`);
  }
});

test("the style sheets stay small", () => {
  const sheets = readdirSync(join(root, "styles"));
  const bytes = sheets.reduce((sum, name) => sum + readFileSync(join(root, "styles", name)).length, 0);
  assert.ok(bytes <= 30 * 1024, `${bytes} bytes`);
});
