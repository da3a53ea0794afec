// Elements, built and kept without ever parsing text as markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Set what has changed. `null`, `undefined` and `false` remove an attribute.
 * @template {Element} E
 * @param {E} node
 * @param {Record<string, string|number|boolean|null|undefined>} attributes
 * @returns {E}
 */
export function put(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) {
      if (node.hasAttribute(name)) node.removeAttribute(name);
    } else {
      const text = value === true ? "" : String(value);
      if (node.getAttribute(name) !== text) node.setAttribute(name, text);
    }
  }
  return node;
}

/**
 * An HTML element.
 * @param {string} name
 * @param {Record<string, string|number|boolean|null|undefined>} [attributes]
 * @param {...(Node|string|null)} children
 * @returns {HTMLElement}
 */
export function el(name, attributes = {}, ...children) {
  const node = put(document.createElement(name), attributes);
  for (const child of children) if (child !== null) node.append(child);
  return node;
}

/**
 * An SVG element.
 * @param {string} name
 * @param {Record<string, string|number|boolean|null|undefined>} [attributes]
 * @param {...(Node|string|null)} children
 * @returns {SVGElement}
 */
export function svg(name, attributes = {}, ...children) {
  const node = /** @type {SVGElement} */ (document.createElementNS(SVG, name));
  put(node, attributes);
  for (const child of children) if (child !== null) node.append(child);
  return node;
}

/** @param {Element|null} node @param {string} text */
export function write(node, text) {
  if (node && node.textContent !== text) node.textContent = text;
}

/**
 * The parts of a page, by the names that its template gave them; null where a page has no such part.
 * @param {HTMLElement} root
 */
export function partsIn(root) {
  /** What a template gave stays: a page that redraws often looks for it once. @type {Map<string, HTMLElement>} */
  const known = new Map();
  return (/** @type {string} */ name) => {
    const found = known.get(name) ?? /** @type {HTMLElement} */ (root.querySelector(`[data-part="${name}"]`));
    if (found) known.set(name, found);
    return found;
  };
}

/** When the next frame is drawn; at once where none is, in a hidden page. @param {() => void} act */
export function afterFrame(act) {
  if (document.hidden) setTimeout(act);
  else requestAnimationFrame(() => setTimeout(act));
}

/** To ask attributes would be slow where a list is long and often drawn. @type {WeakMap<Element, string>} */
const keys = new WeakMap();

/** What the server wrote has its key as an attribute alone. @param {Element} node */
const keyIn = (node) => keys.get(node) ?? node.getAttribute("data-key") ?? "";

/**
 * Make a parent's children those of a keyed list, keeping the nodes that stay.
 * @template T
 * @param {Element} parent
 * @param {readonly T[]} items
 * @param {(item: T) => string} keyOf
 * @param {(item: T) => Element} make
 * @param {(node: Element, item: T) => void} update
 */
export function keyed(parent, items, keyOf, make, update) {
  // Most lists only grow: what stands in order stays without being looked for.
  let child = parent.firstElementChild;
  let begin = 0;
  for (; child && begin < items.length && keyIn(child) === keyOf(items[begin]); begin += 1) {
    update(child, items[begin]);
    child = child.nextElementSibling;
  }
  if (!child && begin === items.length) return;
  /** @type {Map<string, {node: Element, at: number}>} */
  const old = new Map();
  for (let at = 0; child; child = child.nextElementSibling, at += 1) {
    old.set(keyIn(child), { node: child, at });
  }
  /** @type {Element[]} */
  const nodes = [];
  /** @type {number[]} where each node stood; -1 for a new one */
  const stood = [];
  for (const item of items.slice(begin)) {
    const key = keyOf(item);
    const found = old.get(key);
    const node = found ? found.node : make(item);
    if (found) old.delete(key);
    else {
      keys.set(node, key);
      node.setAttribute("data-key", key);
    }
    update(node, item);
    nodes.push(node);
    stood.push(found ? found.at : -1);
  }
  for (const { node } of old.values()) node.remove();
  // Putting a node elsewhere costs the browser a new style for all of it: move as few as possible.
  const stay = inOrder(stood);
  let next = null;
  for (let n = nodes.length - 1; n >= 0; n -= 1) {
    if (!stay.has(n)) parent.insertBefore(nodes[n], next);
    next = nodes[n];
  }
}

/** The places of a longest rising row among numbers that are not negative. @param {number[]} values */
function inOrder(values) {
  /** @type {number[]} the place of the smallest end of a row of each length */
  const ends = [];
  const before = new Array(values.length).fill(-1);
  values.forEach((value, place) => {
    if (value < 0) return;
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (values[ends[middle]] < value) low = middle + 1;
      else high = middle;
    }
    if (low) before[place] = ends[low - 1];
    ends[low] = place;
  });
  const stay = new Set();
  for (let place = ends.at(-1) ?? -1; place >= 0; place = before[place]) stay.add(place);
  return stay;
}

/**
 * The first data of a page, written by the server.
 * @param {string} id
 * @returns {any}
 */
export function pageData(id) {
  return JSON.parse(document.getElementById(id)?.textContent || "null");
}
