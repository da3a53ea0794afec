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
