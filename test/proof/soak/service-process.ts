import { fork } from "node:child_process";
import { on, once } from "node:events";
import type { Service } from "./service.ts";

/** Starts the process with the service. It answers in turn, and ends when it is let go. */
export function startService() {
  const child = fork(new URL("./service.ts", import.meta.url), { execArgv: ["--expose-gc"] });
  const answers = on(child, "message", { close: ["exit"] });
  return {
    async ask<Name extends keyof Service>(
      name: Name,
      ...[argument]: Parameters<Service[Name]>
    ): Promise<Awaited<ReturnType<Service[Name]>>> {
      child.send({ name, argument });
      const { value, done } = await answers.next();
      if (done) throw new Error("The service has died.");
      return value[0].answer;
    },
    async end(): Promise<void> {
      if (!child.connected) return;
      child.disconnect();
      await once(child, "exit");
    },
  };
}
