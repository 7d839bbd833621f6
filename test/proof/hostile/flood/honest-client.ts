import { setTimeout as wait } from "node:timers/promises";
import type { AttackedServer } from "./attacked-servers.ts";

/** However short a flood is, it meets some requests. */
export const fewestRequests = 10;

/** Asks a server again and again, whatever else happens to it. */
export class HonestClient {
  answered = 0;
  readonly wrong: string[] = [];
  #isOver = false;
  readonly #asking: Promise<void>;

  constructor(victim: AttackedServer) {
    this.#asking = this.#ask(victim);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#asking;
  }

  async #ask(victim: AttackedServer): Promise<void> {
    while (!this.#isOver || this.answered + this.wrong.length < fewestRequests) {
      try {
        await victim.ask();
        this.answered++;
      } catch (error) {
        this.wrong.push(String(error));
      }
      await wait(100);
    }
  }
}
