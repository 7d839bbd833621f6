import { answerCalls, sessionForEachConnection } from "../../answer-calls.ts";
import { createLogger } from "../../log.ts";
import { reattachValue } from "../../process/handshake.ts";
import { listenForCore } from "../../process/listener.ts";
import type { Provider } from "../../provider.ts";
import { fullAddresses } from "./source-address.ts";

// The real timers, also in a test that replaces them after this import.
const { setTimeout, clearTimeout } = globalThis;

/** A provider that the commands of a workspace use. */
export interface ServedProvider {
  /** Variables that make the core use it. */
  readonly environment: NodeJS.ProcessEnv;
  /** Lines of the CLI configuration. */
  readonly cliConfig: string;
  /** Everything that the provider has logged so far. */
  log(): string;
  close(): Promise<void>;
}

/** Calls may hang. A test still has to end. */
const longestEndMs = 2000;

/**
 * Serves a provider in this process to the cores that a test starts. Breakpoints and mocks work. It installs no handler
 * of the process: an exception outside a call reaches the test runner.
 */
export async function serveInProcess(
  provider: Provider,
  environment: NodeJS.ProcessEnv,
): Promise<ServedProvider> {
  const listener = await listenForCore(process.platform === "win32" ? "tcp" : "unix", {});
  listener.server.unref();
  let said = "";
  const log = createLogger({
    name: provider.name,
    environment: { TF_LOG_PROVIDER: "debug", ...environment },
    write(line) {
      said += line;
    },
  });
  const connections = sessionForEachConnection(provider, log);
  const grpc = answerCalls(listener, undefined, log, connections);
  return {
    environment: {
      TF_REATTACH_PROVIDERS: reattachValue(fullAddresses(provider.address), listener, process.pid),
    },
    cliConfig: "",
    log: () => said,
    async close() {
      listener.close();
      for (const session of connections.sessions()) session.stop();
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, longestEndMs);
      });
      await Promise.race([grpc.finishCalls(), patience]);
      clearTimeout(timer);
      await provider.beforeExit?.();
    },
  };
}
