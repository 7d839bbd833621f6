import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { toolPath } from "../../scripts/tool-folder.ts";
import { atTheEnd } from "../at-the-end.ts";
import { newFolder } from "../new-folder.ts";
import { freePort } from "./free-port.ts";

export const credentials = { AWS_ACCESS_KEY_ID: "test", AWS_SECRET_ACCESS_KEY: "test-secret" };

/** A real S3 server with a bucket `journal`, which ends with the test file. */
export class S3Server {
  readonly port: number;
  readonly #backend: readonly string[];
  #process: ChildProcess | undefined;
  #journals = 0;

  private constructor(port: number, backend: readonly string[]) {
    this.port = port;
    this.#backend = backend;
  }

  /** On a disk it keeps what it has taken when it is killed, and is slower. */
  static async start(keptOn: "memory" | "disk" = "memory"): Promise<S3Server> {
    const backend =
      keptOn === "memory" ? ["memory"] : ["bolt", "-bolt.db", join(newFolder("s3-"), "objects")];
    const server = new S3Server(await freePort(), backend);
    atTheEnd(() => server.kill());
    await server.run();
    return server;
  }

  /** Starts it, also once more after it was killed. */
  async run(): Promise<void> {
    const program = toolPath("gofakes3");
    if (!existsSync(program)) throw new Error("There is no gofakes3. Run: npm run tools");
    const where = ["-host", `127.0.0.1:${this.port}`, "-initialbucket", "journal"];
    this.#process = spawn(program, ["-backend", ...this.#backend, ...where], { stdio: "ignore" });
    await answering(this.port);
  }

  async kill(): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  }

  /** The URL of a journal that is new. */
  newJournal(port = this.port): string {
    return `s3://journal/team-${++this.#journals}?endpoint=http://127.0.0.1:${port}`;
  }
}

async function answering(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const socket = connect(port, "127.0.0.1");
    const isUp = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isUp) return;
    await sleep(50);
  }
  throw new Error("The S3 server does not answer.");
}
