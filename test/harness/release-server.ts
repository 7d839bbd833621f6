import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer as createPlainServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer } from "node:https";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import type { ReleaseFile } from "../../scripts/release-files.ts";
import { createAuthority } from "../../src/sandbox/certificates.ts";
import { version } from "../../src/version.ts";
import { atTheEnd } from "./at-the-end.ts";
import { newFolder } from "./new-folder.ts";
import { onLoopback } from "./on-loopback.ts";

/** The install script as a release has it. */
export function installScript(): string {
  const template = readFileSync(join(import.meta.dirname, "..", "..", "executables", "install.sh"), "utf8");
  return template.replaceAll("@VERSION@", version);
}

/** A release as people download it, or other files with paths as their names. */
export class ReleaseServer {
  readonly url: string;
  /** The same files, without TLS. */
  readonly plainUrl: string;
  /** The variables with which curl finds the server and trusts it. */
  readonly env: Readonly<Record<string, string>>;
  /** The certificate of the authority to trust, in a file. */
  readonly authority: string;
  readonly files: Map<string, Buffer>;
  readonly asked: string[];
  /** Where a request is sent instead. */
  redirect: string | undefined;

  private constructor(
    ports: readonly [number, number],
    files: Map<string, Buffer>,
    asked: string[],
    authority: string,
  ) {
    [this.url, this.plainUrl] = [`https://127.0.0.1:${ports[0]}`, `http://127.0.0.1:${ports[1]}`];
    this.authority = authority;
    this.env = { CERTORDER_RELEASE: this.url, CURL_CA_BUNDLE: authority };
    this.files = files;
    this.asked = asked;
  }

  static async start(content: readonly ReleaseFile[]): Promise<ReleaseServer> {
    const files = new Map(content.map(({ name, data }) => [name, data]));
    const asked: string[] = [];
    const answerTo = ({ url = "" }: IncomingMessage, answer: ServerResponse, isPlain: boolean) => {
      asked.push(`${isPlain ? "http" : "https"} ${basename(url)}`);
      const content = files.get(url.slice(1));
      if (release.redirect !== undefined && !isPlain)
        answer.writeHead(302, { location: release.redirect + url }).end();
      else {
        // A network mirror for providers has to say it.
        if (url.endsWith(".json")) answer.setHeader("content-type", "application/json");
        answer.writeHead(content ? 200 : 404).end(content);
      }
    };
    const authority = createAuthority();
    const file = join(newFolder("certorder-authority-"), "authority.pem");
    writeFileSync(file, authority.pem);
    const server = createServer(authority.issue(["127.0.0.1"]), (request, answer) =>
      answerTo(request, answer, false),
    );
    const plain = createPlainServer((request, answer) => answerTo(request, answer, true));
    const ports = [await onLoopback(server), await onLoopback(plain)] as const;
    for (const one of [server, plain]) atTheEnd(() => one.close());
    const release = new ReleaseServer(ports, files, asked, file);
    return release;
  }
}

/** Runs the install script, or a part of it. */
export async function install(env: NodeJS.ProcessEnv, script = installScript()) {
  const file = join(newFolder("certorder-install-"), "install.sh");
  writeFileSync(file, script);
  return promisify(execFile)("sh", [file], { env, cwd: newFolder("certorder-cwd-") }).then(
    ({ stdout, stderr }) => ({ exit: 0, text: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      exit: error.code,
      text: error.stdout + error.stderr,
    }),
  );
}
