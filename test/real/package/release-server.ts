import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer as createPlainServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer } from "node:https";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { checksumFile } from "../../../scripts/release-files.ts";
import { createAuthority } from "../../../src/sandbox/certificates.ts";
import { version } from "../../../src/version.ts";
import { atTheEnd } from "../../harness/at-the-end.ts";
import { newFolder } from "../../harness/new-folder.ts";
import { onLoopback } from "../../harness/on-loopback.ts";

/** The install script as a release has it. */
export function installScript(): string {
  const template = readFileSync(
    join(import.meta.dirname, "..", "..", "..", "executables", "install.sh"),
    "utf8",
  );
  return template.replaceAll("@VERSION@", version);
}

/** A release as people download it, with its archive and the checksums only. */
export class ReleaseServer {
  readonly url: string;
  /** The same files, without TLS. */
  readonly plainUrl: string;
  /** The variables with which curl finds the server and trusts it. */
  readonly env: Readonly<Record<string, string>>;
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
    this.env = { CERTORDER_RELEASE: this.url, CURL_CA_BUNDLE: authority };
    this.files = files;
    this.asked = asked;
  }

  static async start(archive: string, data: Buffer): Promise<ReleaseServer> {
    const packed = { name: archive, data };
    const files = new Map([packed, checksumFile([packed])].map((file) => [file.name, file.data]));
    const asked: string[] = [];
    const answerTo = ({ url = "" }: IncomingMessage, answer: ServerResponse, isPlain: boolean) => {
      asked.push(`${isPlain ? "http" : "https"} ${basename(url)}`);
      const content = files.get(basename(url));
      if (release.redirect !== undefined && !isPlain)
        answer.writeHead(302, { location: release.redirect + url }).end();
      else answer.writeHead(content ? 200 : 404).end(content);
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
