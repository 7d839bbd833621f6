import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { toolPath } from "../../../scripts/tool-folder.ts";
import { atTheEnd } from "../at-the-end.ts";
import { newFolder } from "../new-folder.ts";
import { freePort } from "./free-port.ts";
import { initJournal } from "./new-journal.ts";

export const credentials = { AWS_ACCESS_KEY_ID: "test", AWS_SECRET_ACCESS_KEY: "test-secret" };

/** A real S3 server with a bucket `journal`, which ends with the test file. */
export class S3Server {
  readonly port: number;
  readonly #command: readonly [program: string, ...args: string[]];
  #process: ChildProcess | undefined;
  #journals = 0;

  private constructor(port: number, command: readonly [string, ...string[]]) {
    this.port = port;
    this.#command = command;
  }

  /** On a disk it keeps what it has taken when it is killed, and is slower. */
  static async start(keptOn: "memory" | "disk" = "memory"): Promise<S3Server> {
    const port = await freePort();
    const { CERTORDER_TEST_VERSITYGW: versitygw } = process.env;
    const server = new S3Server(port, versitygw ? gateway(versitygw, port) : fake(keptOn, port));
    atTheEnd(() => server.kill());
    await server.run();
    return server;
  }

  /** Starts it, also once more after it was killed. */
  async run(): Promise<void> {
    const [program, ...args] = this.#command;
    if (!existsSync(program)) throw new Error(`There is no ${program}. Run: npm run tools`);
    // A client that keeps connecting to a dead port can get that port itself, and then the server cannot listen.
    for (let tries = 0; tries < 20; tries++) {
      const child = spawn(program, args, { stdio: "ignore" });
      this.#process = child;
      await answering(this.port, child);
      if (isAlive(child)) return;
      await sleep(250);
    }
    throw new Error("The S3 server does not start.");
  }

  async kill(): Promise<void> {
    const child = this.#process;
    if (!child || !isAlive(child)) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  }

  /** The URL of a new journal, behind another port if one is given. */
  async newJournal(port = this.port): Promise<string> {
    const url = this.newPlace();
    await initJournal(url, credentials);
    return url.replace(`:${this.port}`, `:${port}`);
  }

  /** The URL for a journal that does not exist yet. */
  newPlace(port = this.port): string {
    return `s3://journal/team-${++this.#journals}?endpoint=http://127.0.0.1:${port}`;
  }
}

function fake(keptOn: "memory" | "disk", port: number): [string, ...string[]] {
  const backend = keptOn === "memory" ? ["memory"] : ["bolt", "-bolt.db", join(newFolder("s3-"), "objects")];
  const where = ["-host", `127.0.0.1:${port}`, "-initialbucket", "journal"];
  return [toolPath("gofakes3"), "-backend", ...backend, ...where];
}

/** Folders as buckets, always on a disk. The proof names it. */
function gateway(program: string, port: number): [string, ...string[]] {
  const folder = newFolder("s3-");
  const sidecar = newFolder("s3-attributes-");
  mkdirSync(join(folder, "journal"));
  const { AWS_ACCESS_KEY_ID: access, AWS_SECRET_ACCESS_KEY: secret } = credentials;
  const where = ["--access", access, "--secret", secret, "--port", `127.0.0.1:${port}`];
  return [program, ...where, "posix", "--sidecar", sidecar, folder];
}

function isAlive({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

/** Waits until something answers at the port, or the server has ended. */
async function answering(port: number, server: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 200 && isAlive(server); tries++) {
    const socket = connect(port, "127.0.0.1");
    const isUp = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    await sleep(50);
    if (isUp) return;
  }
}
