// Questions beside the socket: one request, one answer.

/** @typedef {(path: string, body: object) => Promise<any>} Ask an error of the server has its `code` and `params` */

/** @type {Ask} */
export async function ask(path, body) {
  const response = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw Object.assign(new Error(answer.message), answer);
  return answer;
}

/**
 * @param {string} path
 * @param {Record<string, string|number>} [query]
 * @returns {Promise<any>} an error of the server has its `code` and `params`
 */
export async function look(path, query = {}) {
  const words = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const response = await fetch(`${path}?${words}`);
  const answer = await response.json();
  if (!response.ok) throw Object.assign(new Error(answer.message), answer);
  return answer;
}
