// Tiles stand out from the table, and insects from their tiles, by 3:1 in every theme.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const css = readFileSync(new URL("../../src/skep/web/static/styles/tokens.css", import.meta.url), "utf8");

/** @param {string} selector */
function block(selector) {
  const start = css.indexOf("{", css.indexOf(`\n${selector} {`));
  const text = css.slice(start + 1, css.indexOf("}", start));
  return Object.fromEntries([...text.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map((match) => [match[1], match[2]]));
}

/** @param {string} color */
function luminance(color) {
  const hex = color.replace("#", "");
  const full = hex.length === 3 ? [...hex].map((c) => c + c).join("") : hex;
  const [r, g, b] = [0, 2, 4].map((at) => {
    const value = parseInt(full.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** @param {string} a @param {string} b */
function contrast(a, b) {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const base = block(":root");
const sides = (/** @type {string} */ value, /** @type {number} */ n) => {
  const pair = /light-dark\(([^,]+),\s*([^)]+)\)/.exec(value);
  return pair ? pair[n + 1].trim() : value;
};
const themes = {
  light: (/** @type {string} */ name) => sides(base[name], 0),
  dark: (/** @type {string} */ name) => sides(base[name], 1),
  contrast: (/** @type {string} */ name) => sides(block('[data-theme="contrast"]')[name] ?? base[name], 0),
  colorblind: (/** @type {string} */ name) => sides(block('[data-theme="colorblind"]')[name] ?? base[name], 0),
};

for (const [theme, of] of Object.entries(themes)) {
  test(`${theme}: tile on table, insect on tile`, () => {
    for (const table of ["--table", "--table-light", "--table-deep"]) {
      for (const tile of ["--white-face", "--black-face"]) {
        const ratio = contrast(of(table), of(tile));
        assert.ok(ratio >= 3, `${tile} on ${table}: ${ratio.toFixed(2)}`);
      }
    }
    assert.ok(contrast(of("--white-face"), of("--white-ink")) >= 3);
    assert.ok(contrast(of("--black-face"), of("--black-ink")) >= 3);
  });
}
