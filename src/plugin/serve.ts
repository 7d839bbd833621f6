import { writeSync } from "node:fs";
import { GrpcServer } from "./grpc/server.ts";
import { createLogger, type Logger } from "./log.ts";
import { selfSignedCertificate } from "./process/certificate.ts";
import { pluginServices } from "./process/controller.ts";
import {
  handshakeLine,
  introduction,
  reattachLine,
  speaksOurProtocol,
  startedByCore,
} from "./process/handshake.ts";
import { createHttp2Server, type MutualTls } from "./process/http2.ts";
import { type Listener, listen, type Network } from "./process/listener.ts";
import { watchPeer } from "./process/peer.ts";
import type { Provider } from "./provider.ts";
import { providerService } from "./rpc/methods.ts";
import type { RpcMethod } from "./rpc/wire.ts";
import { messageOf } from "./server/call-author.ts";
import { ProviderSession } from "./server/session.ts";

export interface ServeOptions {
  /** Default: those of the process. */
  readonly environment?: NodeJS.ProcessEnv;
  readonly arguments?: readonly string[];
  /** Default: a unix socket, or TCP on Windows, where the core cannot connect to anything else. */
  readonly network?: Network;
}

/**
 * Serves a provider for the rest of the life of this process. Resolves when the core can connect. A function that makes
 * or imports the provider may throw: then the core shows why.
 */
export async function serve(
  made: Provider | (() => Provider | Promise<Provider>),
  options: ServeOptions = {},
): Promise<void> {
  const environment = options.environment ?? process.env;
  const provider = typeof made === "function" ? await make(made, environment) : made;
  await serveMade(provider, options, environment);
}

async function make(
  provider: () => Provider | Promise<Provider>,
  environment: NodeJS.ProcessEnv,
): Promise<Provider> {
  try {
    return await provider();
  } catch (error) {
    if (!startedByCore(environment)) throw error;
    writeSync(2, `${describe(error).stack}\n`);
    return cannotStart("The provider", error);
  }
}

async function serveMade(
  provider: Provider,
  options: ServeOptions,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const network = options.network ?? (process.platform === "win32" ? "tcp" : "unix");
  const write = (line: string) => void process.stderr.write(line);
  const log = createLogger({ name: provider.name, environment, write });

  const debugging = (options.arguments ?? process.argv).includes("--debug");
  log.debug(`${provider.name} ${provider.version} is starting`, { debugging });

  if (!debugging && !startedByCore(environment)) {
    process.stderr.write(introduction(provider.name));
    process.exitCode = 1;
    return;
  }
  try {
    if (debugging) {
      serveForDebugging(provider, log, await listenForLife(network, environment));
      return;
    }
    if (!speaksOurProtocol(environment)) throw new Error("it needs Terraform 1.0, OpenTofu 1.6 or later");
    const clientCertificatePem = environment.PLUGIN_CLIENT_CERT;
    const tls = clientCertificatePem ? { own: selfSignedCertificate(), clientCertificatePem } : undefined;
    serveAsPlugin(provider, log, await listenForLife(network, environment), tls, environment);
  } catch (error) {
    cannotStart(`The "${provider.name}" provider`, error);
  }
}

/** In place of the handshake the core shows the user whatever line it gets; it says nothing of stderr. */
function cannotStart(who: string, error: unknown): never {
  writeSync(1, `${who} cannot start: ${messageOf(error).replaceAll("\n", " ")}\n`);
  process.exit(1);
}

/** However the process ends, short of being killed, no socket stays behind. */
async function listenForLife(network: Network, environment: NodeJS.ProcessEnv): Promise<Listener> {
  const listener = await listen(network, environment);
  process.on("exit", () => listener.close());
  return listener;
}

function serveAsPlugin(
  provider: Provider,
  log: Logger,
  listener: Listener,
  tls: MutualTls | undefined,
  environment: NodeJS.ProcessEnv,
): void {
  // Terminals send these to the whole group. The core tells us by StopProvider and waits for our answer, or it dies
  // of them, which we notice.
  for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => {});
  process.on("SIGTERM", () => end("terminated"));
  // Said early: while the core connects, there is time to load what the connection needs.
  writeSync(1, handshakeLine(listener, tls?.own.certificateDer, environment));
  // One session for the process: a core that has to connect again finds its provider configured.
  const session = new ProviderSession(provider, log);
  const end = (why: string) => void running.end(why);
  const running = run(provider, log, listener, tls, {
    connected: () => session,
    disconnected: () => peer.checkSoon(),
    sessions: () => [session],
    shutDown: () => end("the core is done"),
  });
  const peer = watchPeer(
    () => running.grpc.connections,
    () => end("the core is gone"),
  );
  surviveBrokenPipes();
}

/**
 * Serves every core that connects, one session for each, until a person ends the process. There is no encryption and the
 * core neither starts nor stops it.
 */
function serveForDebugging(provider: Provider, log: Logger, listener: Listener): void {
  const sessions = new Set<ProviderSession>();
  const running = run(provider, log, listener, undefined, {
    connected() {
      const session = new ProviderSession(provider, log);
      sessions.add(session);
      return session;
    },
    disconnected(session) {
      session.stop();
      sessions.delete(session);
    },
    sessions: () => [...sessions],
    shutDown() {},
  });
  surviveBrokenPipes();
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => void running.end("ended by a person"));
  process.stdout.write(
    `The provider is running. Set this where you run terraform or tofu:\n\n` +
      `    ${reattachLine(provider.address, listener, process.pid)}\n\n`,
  );
}

interface Sessions {
  connected(): ProviderSession;
  disconnected(session: ProviderSession): void;
  sessions(): readonly ProviderSession[];
  shutDown(): void;
}

interface Running {
  readonly grpc: GrpcServer<ProviderSession>;
  /** Ends the process, after everything that runs has finished. */
  end(why: string): Promise<void>;
}

/** How long answers may take to leave when the process ends. The core kills it after two seconds. */
const flushMs = 1000;

function run(
  provider: Provider,
  log: Logger,
  listener: Listener,
  tls: MutualTls | undefined,
  sessions: Sessions,
): Running {
  const { server, accept } = createHttp2Server(tls);
  listener.server.on("connection", accept);
  const services: [string, RpcMethod][] = [...providerService(), ...pluginServices(sessions.shutDown)];
  const grpc = new GrpcServer<ProviderSession>(server, {
    methods: new Map(services),
    connected: () => sessions.connected(),
    disconnected: (session) => sessions.disconnected(session),
    unexpected: (error, path) => log.error(`${path} failed unexpectedly`, () => describe(error)),
  });
  process.on("unhandledRejection", (error) =>
    log.error("a promise was rejected unnoticed", () => describe(error)),
  );

  // An exception outside a call, for example in a timer. The core shows what follows "panic:" as a crash.
  process.on("uncaughtException", (error: unknown) => {
    const { stack = messageOf(error) } = error as Partial<Error>;
    writeSync(
      2,
      `panic: ${messageOf(error)}\n\nin the "${provider.name}" provider, outside a call:\n${stack}\n`,
    );
    void end("an exception outside a call", 1);
  });

  let ending = false;
  const end = async (why: string, exitCode = 0) => {
    if (ending) return;
    ending = true;
    log.debug(`ending: ${why}`);
    listener.close();
    for (const session of sessions.sessions()) session.stop();
    await grpc.finishCalls();
    try {
      await provider.beforeExit?.();
    } catch (error) {
      log.error("the provider failed while the process was ending", () => describe(error));
    }
    await grpc.flush(flushMs);
    process.exit(exitCode);
  };
  return { grpc, end };
}

function describe(error: unknown): { stack: string | undefined } {
  return { stack: error instanceof Error ? error.stack : String(error) };
}

/** The reader of our output may be gone. That must not end a process that still has work to finish. */
function surviveBrokenPipes(): void {
  process.stdout.on("error", () => {});
  process.stderr.on("error", () => {});
}
