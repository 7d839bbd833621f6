import { GrpcServer } from "./grpc/server.ts";
import type { MaskingLogger } from "./log.ts";
import { pluginServices } from "./process/controller.ts";
import { createHttp2Server, type MutualTls } from "./process/http2.ts";
import type { CoreListener } from "./process/listener.ts";
import type { Provider } from "./provider.ts";
import { providerService, providerServicePrefix } from "./rpc/methods.ts";
import type { RpcMethod } from "./rpc/wire.ts";
import { ProviderSession } from "./server/session.ts";

// Serves a provider to the cores that connect. Installs no handler of the process, so that a test can use it too.

export interface Connections {
  connected(): ProviderSession;
  disconnected(session: ProviderSession): void;
  shutDown(): void;
}

interface Calls extends Connections {
  /** Why calls of the provider are not carried out any more. Undefined: they are. */
  refusal?(): string | undefined;
}

/** Answers the calls of every core that connects to the listener. */
export function answerCalls(
  listener: CoreListener,
  tls: MutualTls | undefined,
  log: MaskingLogger,
  calls: Calls,
): GrpcServer<ProviderSession> {
  const { server, accept } = createHttp2Server(tls);
  listener.server.on("connection", accept);
  const services: [string, RpcMethod][] = [...providerService(), ...pluginServices(calls.shutDown)];
  return new GrpcServer<ProviderSession>(server, {
    methods: new Map(services),
    connected: () => calls.connected(),
    disconnected: (session) => calls.disconnected(session),
    unexpected: (error, path) => log.error(`${path} failed unexpectedly`, () => describeError(error)),
    refusal: (path) => (path.startsWith(providerServicePrefix) ? calls.refusal?.() : undefined),
  });
}

/** For a process that outlives its cores: each connection gets a session, and a core cannot end the process. */
export function sessionForEachConnection(provider: Provider, log: MaskingLogger) {
  const sessions = new Set<ProviderSession>();
  return {
    connected() {
      const session = new ProviderSession(provider, log);
      sessions.add(session);
      return session;
    },
    disconnected(session: ProviderSession) {
      session.stop();
      sessions.delete(session);
    },
    shutDown() {},
    sessions: () => [...sessions],
  };
}

export function describeError(error: unknown): { stack: string | undefined } {
  return { stack: error instanceof Error ? error.stack : String(error) };
}
