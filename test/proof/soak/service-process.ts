import { fork } from "node:child_process";
import { on, once } from "node:events";
import type { Service } from "./protocol.ts";

/** Starts the process with the service. It answers in turn, and ends when it is let go. */
export function startService(): Service & { end(): Promise<void> } {
  const child = fork(new URL("./service.ts", import.meta.url), { execArgv: ["--expose-gc"] });
  const answers = on(child, "message", { close: ["exit"] });
  const ask = async <Name extends keyof Service>(
    name: Name,
    argument?: Parameters<Service[Name]>[0],
  ): Promise<Awaited<ReturnType<Service[Name]>>> => {
    child.send({ name, argument });
    const { value, done } = await answers.next();
    if (done) throw new Error("The service has died.");
    return value[0].answer;
  };
  return {
    fill: () => ask("fill"),
    open: (port) => ask("open", port),
    order: (faults) => ask("order", faults),
    tell: () => ask("tell"),
    close: () => ask("close"),
    async end() {
      if (!child.connected) return;
      child.disconnect();
      await once(child, "exit");
    },
  };
}
