import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { toolPath } from "../../scripts/tool-folder.ts";
import { atTheEnd } from "../at-the-end.ts";
import { freePort } from "./free-port.ts";

export const credentials = { AWS_ACCESS_KEY_ID: "test", AWS_SECRET_ACCESS_KEY: "test-secret" };

/** A real S3 server with a bucket `journal`, which ends with the test file. */
export class S3Server {
  readonly port: number;
  #journals = 0;

  private constructor(port: number) {
    this.port = port;
  }

  static async start(): Promise<S3Server> {
    const program = toolPath("gofakes3");
    if (!existsSync(program)) throw new Error("There is no gofakes3. Run: npm run tools");
    const server = new S3Server(await freePort());
    const args = ["-backend", "memory", "-host", `127.0.0.1:${server.port}`, "-initialbucket", "journal"];
    const child = spawn(program, args, { stdio: "ignore" });
    atTheEnd(() => child.kill("SIGKILL"));
    await answering(server.port);
    return server;
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
