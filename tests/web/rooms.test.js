// Rooms import one way; what serves every game names none; nothing parses text as markup; a page's modules are
// found in four steps; every listener can be taken away.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";

const root = fileURLToPath(new URL("../../src/skep/web/static/", import.meta.url));

/** A room, and the rooms or modules it may use beside its own. @type {Record<string, string[]>} */
const MAY_USE = {
  base: [],
  net: ["base"],
  hexes: ["base"],
  "hive/board": ["base", "hexes", "hive/words.js"],
  hive: ["base", "hexes", "hive/board"],
  laruche: ["base", "hexes"],
  solitaire: ["base", "hexes", "laruche"],
  tree: ["base"],
  play: ["base", "net"],
  lobby: ["base", "net"],
  school: ["base", "net", "hexes", "hive/board", "hive", "laruche"],
  pages: ["base", "net", "hexes", "hive/board", "hive", "laruche", "solitaire", "tree", "play", "lobby", "school"],
};
const FOR_EVERY_GAME = ["base", "net", "hexes", "tree", "play", "lobby"];
const OF_ONE_GAME =
  /hive|la ?ruche|solitaire|\bbugs?\b|queen|spider|beetle|grasshopper|\bants?\b|mosquito|ladybug|pillbug|\bbees?\b|\bwhite\b|\bblack\b/i;

/** @param {string} folder @returns {string[]} */
function modules(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? modules(path) : path.endsWith(".js") ? [path] : [];
  });
}

const all = modules(root);
const sources = new Map(all.map((path) => [path, readFileSync(path, "utf8")]));
const textOf = (/** @type {string} */ path) => sources.get(path) ?? "";
const nameOf = (/** @type {string} */ path) => relative(root, path);

/** The room of a module, by the longest name that fits. @param {string} path */
function roomOf(path) {
  const folder = dirname(nameOf(path));
  const room = Object.keys(MAY_USE).filter((name) => `${folder}/`.startsWith(`${name}/`)).sort((a, b) => b.length - a.length)[0];
  assert.ok(room, `${nameOf(path)} stands in no room`);
  return room;
}

/** @param {string} path */
const importsOf = (path) =>
  [...textOf(path).matchAll(/^\s*(?:import\s*|(?:import|export)\b[^;"'()]*?\bfrom\s*)["']([^"']+)["']/gm)].map((match) => match[1]);

/** Modules whose types are named. @param {string} path */
const typesOf = (path) => [...textOf(path).matchAll(/\bimport\("([^"]+)"\)/g)].map((match) => match[1]);

/** @param {string} from @param {string} name */
function mayUse(from, name) {
  const target = resolve(dirname(from), name);
  const [own, other] = [roomOf(from), roomOf(target)];
  return own === other || MAY_USE[own].includes(other) || MAY_USE[own].includes(nameOf(target));
}

test("modules are found, and each stands in a room", () => {
  assert.ok(all.length > 50);
  for (const path of all) roomOf(path);
  for (const room of Object.keys(MAY_USE)) assert.ok(all.some((path) => roomOf(path) === room), `${room} is empty`);
});

test("imports are relative and go one way", () => {
  for (const path of all) {
    for (const name of importsOf(path)) {
      assert.match(name, /^\.\.?\//, `${nameOf(path)}: ${name}`);
      assert.ok(mayUse(path, name), `${nameOf(path)} imports ${name}`);
    }
  }
});

test("types go the same way; those of the messages belong to everybody", () => {
  let found = 0;
  for (const path of all) {
    for (const name of typesOf(path)) {
      found += 1;
      if (nameOf(resolve(dirname(path), name)) === "net/messages.js") continue;
      assert.ok(mayUse(path, name), `${nameOf(path)} names a type of ${name}`);
    }
  }
  assert.ok(found > 50);
});

test("what serves every game knows none", () => {
  for (const path of all.filter((one) => FOR_EVERY_GAME.includes(roomOf(one)))) {
    const line = textOf(path).split("\n").find((one) => OF_ONE_GAME.test(one));
    assert.equal(line, undefined, nameOf(path));
  }
  assert.match(textOf(join(root, "hive/words.js")), OF_ONE_GAME);
});

test("no innerHTML and no other way to parse text as markup", () => {
  for (const path of all) {
    assert.doesNotMatch(textOf(path), /innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment/, nameOf(path));
  }
});

test("every module of a page is at most four steps away", () => {
  const entries = all.filter((path) => roomOf(path) === "pages");
  assert.ok(entries.length >= 5);
  for (const entry of entries) {
    let layer = [entry];
    const seen = new Set(layer);
    let depth = 0;
    while (layer.length) {
      layer = layer.flatMap((path) => importsOf(path).map((name) => resolve(dirname(path), name))).filter((path) => !seen.has(path) && seen.add(path));
      if (layer.length) depth += 1;
    }
    assert.ok(depth <= 4, `${nameOf(entry)}: ${depth}`);
  }
});

test("every listener outside of the pages takes a signal", () => {
  let found = 0;
  for (const path of all.filter((one) => roomOf(one) !== "pages")) {
    for (const call of callsOf(textOf(path), "addEventListener(")) {
      found += 1;
      assert.match(call, /\bsignal\b/, `${nameOf(path)}: ${call.slice(0, 80)}`);
    }
  }
  assert.ok(found > 15);
});

/** The calls of a function, from its name to the bracket that closes it. @param {string} text @param {string} name */
function callsOf(text, name) {
  const calls = [];
  for (let start = text.indexOf(name); start >= 0; start = text.indexOf(name, start + 1)) {
    let depth = 0;
    let end = start + name.length - 1;
    do {
      depth += Number(text[end] === "(") - Number(text[end] === ")");
      end += 1;
    } while (depth && end < text.length);
    calls.push(text.slice(Math.max(0, start - 10), end));
  }
  return calls;
}
