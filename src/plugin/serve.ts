import { writeSync } from "node:fs";
import { answerCalls, type Connections, describeError, sessionForEachConnection } from "./answer-calls.ts";
import { errorMessage } from "./error-message.ts";
import type { GrpcServer } from "./grpc/server.ts";
import { createLogger, type MaskingLogger } from "./log.ts";
import { selfSignedCertificate } from "./process/certificate.ts";
import {
  handshakeLine,
  introduction,
  reattachValue,
  speaksOurProtocol,
  startedByCore,
} from "./process/handshake.ts";
import type { MutualTls } from "./process/http2.ts";
import { type CoreListener, listenForCore, type Network } from "./process/listener.ts";
import { watchPeer } from "./process/peer.ts";
import { endStartPhase, setProviderName } from "./process/starting.ts";
import type { Provider } from "./provider.ts";
import { ProviderSession } from "./server/session.ts";

/** How a provider is started. */
export interface ServeOptions {
  /** The environment variables. Default: those of the process. */
  readonly environment?: NodeJS.ProcessEnv;
  /** `--debug` waits for a debugger. `--version` prints the version, and serves nothing. */
  readonly arguments?: readonly string[];
  /** Default: a unix socket; on Windows, where the core can use only TCP, a TCP port. */
  readonly network?: Network;
}

/**
 * Serves a provider until this process ends. Resolves when the core can connect. An error before that reaches the user
 * through the core, also an error in a function that creates or imports the provider.
 *
 * @example
 * ```ts
 * await serve(provider);
 * ```
 */
export async function serve(
  made: Provider | (() => Provider | Promise<Provider>),
  options: ServeOptions = {},
): Promise<void> {
  const provider = typeof made === "function" ? await made() : made;
  setProviderName(provider.name);
  const environment = options.environment ?? process.env;
  const args = options.arguments ?? process.argv;
  if (args.includes("--version")) {
    process.stdout.write(`${provider.name} ${provider.version}\n`);
    return;
  }
  const network = options.network ?? (process.platform === "win32" ? "tcp" : "unix");
  const write = (line: string) => void process.stderr.write(line);
  const log = createLogger({ name: provider.name, environment, write });

  const debugging = args.includes("--debug");
  log.debug(`${provider.name} ${provider.version} is starting`, { debugging });

  if (!debugging && !startedByCore(environment)) {
    process.stderr.write(introduction(provider.name));
    process.exitCode = 1;
    return;
  }
  if (debugging) {
    serveForDebugging(provider, log, await listenForLife(network, environment));
    return;
  }
  if (!speaksOurProtocol(environment)) throw new Error("it needs Terraform 1.0, OpenTofu 1.6 or later.");
  const clientCertificatePem = environment.PLUGIN_CLIENT_CERT;
  const tls = clientCertificatePem ? { own: selfSignedCertificate(), clientCertificatePem } : undefined;
  serveAsPlugin(provider, log, await listenForLife(network, environment), tls, environment);
}

/** Removes the socket when the process exits. Only a killed process leaves it behind. */
async function listenForLife(network: Network, environment: NodeJS.ProcessEnv): Promise<CoreListener> {
  const listener = await listenForCore(network, environment);
  process.on("exit", () => listener.close());
  return listener;
}

function serveAsPlugin(
  provider: Provider,
  log: MaskingLogger,
  listener: CoreListener,
  tls: MutualTls | undefined,
  environment: NodeJS.ProcessEnv,
): void {
  // A terminal sends these signals to the core too. The core then calls StopProvider and waits for our answer. If a
  // signal ends the core, `watchPeer` notices.
  for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => {});
  process.on("SIGTERM", () => end("terminated"));
  // Written early: while the core connects, the process loads what the connection needs.
  writeSync(1, handshakeLine(listener, tls?.own.certificateDer, environment));
  // One session for the process: a core that connects again finds its provider configured.
  const session = new ProviderSession(provider, log);
  const end = (why: string) => void running.end(why);
  const running = run(provider, log, listener, tls, {
    connected: () => session,
    disconnected: () => peer.checkSoon(),
    sessions: () => [session],
    shutDown: () => end("the core is done"),
    // The core shuts the process down when it has read the refusal of its next call.
    crashed: () => session.stop(),
  });
  const peer = watchPeer(
    () => running.grpc.connections,
    () => end("the core is gone"),
  );
  surviveBrokenPipes();
}

/**
 * Serves every core that connects, with a session for each, until a person ends the process. Connections are not
 * encrypted, and the core neither starts nor stops the process.
 */
function serveForDebugging(provider: Provider, log: MaskingLogger, listener: CoreListener): void {
  const running = run(provider, log, listener, undefined, {
    ...sessionForEachConnection(provider, log),
    crashed: () => void running.end("an exception outside a call"),
  });
  surviveBrokenPipes();
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => void running.end("ended by a person"));
  process.stdout.write(
    `The provider is running. Set this where you run terraform or tofu:\n\n` +
      `    TF_REATTACH_PROVIDERS='${reattachValue([provider.address], listener, process.pid)}'\n\n`,
  );
}

interface Sessions extends Connections {
  sessions(): readonly ProviderSession[];
  /** Author code failed outside a call, and every further call of the provider is refused. */
  crashed(): void;
}

interface Running {
  readonly grpc: GrpcServer<ProviderSession>;
  /** Ends the process after all running calls have finished. */
  end(why: string): Promise<void>;
}

/** How long to wait for answers to be sent when the process ends. The core kills it after two seconds. */
const flushMs = 1000;

/** The text is in a header of the answer. */
const longestCrash = 2000;

function run(
  provider: Provider,
  log: MaskingLogger,
  listener: CoreListener,
  tls: MutualTls | undefined,
  sessions: Sessions,
): Running {
  const grpc = answerCalls(listener, tls, log, { ...sessions, refusal: () => crash });
  process.on("unhandledRejection", (error) =>
    log.error("unhandled promise rejection", () => describeError(error)),
  );

  endStartPhase();
  // An exception outside a call, for example in a timer. Terraform shows the text after "panic:" as a crash. OpenTofu
  // 1.12 does not, not even for a provider in Go: it shows only that the plugin did not respond. So the process stays,
  // and refuses further calls with the text. Every core shows that.
  let crash: string | undefined;
  process.on("uncaughtException", (error: unknown) => {
    const message = log.hide(errorMessage(error));
    const stack = log.hide((error instanceof Error ? error.stack : undefined) ?? message);
    const where = `in the "${provider.name}" provider, outside a call`;
    writeSync(2, `panic: ${message}\n\n${where}:\n${stack}\n`);
    crash ??= `Exception ${where}: ${stack.slice(0, longestCrash)}`;
    sessions.crashed();
  });

  let ending = false;
  const end = async (why: string) => {
    if (ending) return;
    ending = true;
    log.debug(`ending: ${why}`);
    listener.close();
    for (const session of sessions.sessions()) session.stop();
    await grpc.finishCalls();
    try {
      await provider.beforeExit?.();
    } catch (error) {
      log.error("the provider failed while the process was ending", () => describeError(error));
    }
    await grpc.flush(flushMs);
    process.exit(crash === undefined ? 0 : 1);
  };
  return { grpc, end };
}

/** The reader of our output may have gone. A process that still has work to finish must survive that. */
function surviveBrokenPipes(): void {
  process.stdout.on("error", () => {});
  process.stderr.on("error", () => {});
}
