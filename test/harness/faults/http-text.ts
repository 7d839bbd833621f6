/** The answer to a reissue that happened; a callback test that passed may be answered so, too. */
export const success = JSON.stringify({ code: "success", data: { certificate: { id: "cert-9" } } });

export function answer(
  status: number,
  body: string | Buffer = "",
  headers: Readonly<Record<string, string | number>> = {},
): Buffer {
  const bytes = Buffer.from(body);
  const lines = Object.entries({ "content-length": bytes.length, ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} Whatever\r\n${lines}\r\n`), bytes]);
}
