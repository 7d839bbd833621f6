import { type ChildProcess, fork } from "node:child_process";
import type { Order, Progress } from "./flooder.ts";

/** A process that floods, and how far it has got. */
export class Flooders {
  readonly #child: ChildProcess;
  progress: Progress = { open: 0, answered: 0 };

  constructor(first: Order) {
    this.#child = fork(new URL("./flooder.ts", import.meta.url));
    this.#child.on("message", (progress: Progress) => {
      this.progress = progress;
    });
    this.order(first);
  }

  order(order: Order): void {
    this.#child.send(order);
  }

  /** Ends the process, and with it all its connections. */
  leave(): void {
    if (this.#child.connected) this.#child.disconnect();
  }
}
