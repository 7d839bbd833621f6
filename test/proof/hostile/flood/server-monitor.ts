import { setTimeout as wait } from "node:timers/promises";
import type { AttackedServer } from "./attacked-servers.ts";
import { memoryMiB, openFiles } from "./process-facts.ts";

/** What can be seen of a server from outside, all the time. */
export class ServerMonitor {
  mostConnections = 0;
  mostMemoryMiB = 0;
  #connections = 0;
  readonly #timer: NodeJS.Timeout;

  private constructor({ pid }: AttackedServer, filesWithoutConnections: number) {
    this.#timer = setInterval(() => {
      this.#connections = openFiles(pid) - filesWithoutConnections;
      this.mostConnections = Math.max(this.mostConnections, this.#connections);
      this.mostMemoryMiB = Math.max(this.mostMemoryMiB, memoryMiB(pid));
    }, 100);
  }

  /** Begins once the server has answered a client, and that client has gone. */
  static async begin(victim: AttackedServer): Promise<ServerMonitor> {
    await victim.ask();
    await wait(1_000);
    return new ServerMonitor(victim, openFiles(victim.pid));
  }

  get connections(): number {
    return this.#connections;
  }

  end(): void {
    clearInterval(this.#timer);
  }
}
