import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { createAuthority } from "../../src/sandbox/certificates.ts";
import { atTheEnd } from "../../test/harness/at-the-end.ts";
import { newFolder } from "../../test/harness/new-folder.ts";
import { onLoopback } from "../../test/harness/on-loopback.ts";

/** Serves the repositories below a folder over HTTPS, for reading. */
export async function startGitServer(projects: string) {
  const authority = createAuthority();
  const file = join(newFolder("rehearsal-authority-"), "authority.pem");
  writeFileSync(file, authority.pem);
  mkdirSync(projects, { recursive: true });
  const server = createServer(authority.issue(["127.0.0.1"]), (request, answer) => {
    void serve(projects, request, answer).catch(() => answer.destroy());
  });
  atTheEnd(() => server.close());
  return { host: `127.0.0.1:${await onLoopback(server)}`, authority: file };
}

/** Answers by Git's own program for servers, which speaks CGI. */
async function serve(projects: string, request: IncomingMessage, answer: ServerResponse): Promise<void> {
  const { pathname, search } = new URL(request.url ?? "", "https://host");
  const { headers } = request;
  const child = spawn("git", ["http-backend"], {
    stdio: ["pipe", "pipe", "ignore"],
    env: {
      PATH: process.env.PATH,
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_PROJECT_ROOT: projects,
      GIT_HTTP_EXPORT_ALL: "1",
      PATH_INFO: pathname,
      QUERY_STRING: search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: headers["content-type"],
      HTTP_CONTENT_ENCODING: headers["content-encoding"],
      GIT_PROTOCOL: String(headers["git-protocol"] ?? ""),
    },
  });
  request.pipe(child.stdin);
  const output = await buffer(child.stdout);
  const end = output.indexOf("\r\n\r\n");
  let status = 200;
  for (const line of output.subarray(0, end).toString().split("\r\n")) {
    const [, name = "", value = ""] = /^(\S+): (.*)$/.exec(line) ?? [];
    if (name === "Status") status = Number.parseInt(value, 10);
    else if (name !== "") answer.setHeader(name, value);
  }
  answer.writeHead(status).end(output.subarray(end + 4));
}
