import { createLogger } from "../log.ts";
import type { Provider } from "../provider.ts";
import { definitionsService } from "../rpc/definitions.ts";
import { providerService } from "../rpc/methods.ts";
import type { RpcMethod } from "../rpc/wire.ts";
import { ProviderSession } from "../server/session.ts";
import { Channel } from "./channel.ts";
import { ProviderProcess, type StartOptions } from "./provider-process.ts";

/** The connection to a provider under test: it sends and receives messages. */
export interface Link {
  unary(path: string, message: Uint8Array): Promise<Uint8Array>;
  stream(path: string, message: Uint8Array): Promise<readonly Uint8Array[]>;
  /** Everything that the provider has written to stderr so far. */
  readonly stderr: string;
  shutDown(): Promise<Exit>;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A provider in its own process, as a core starts it. */
export class ProcessLink implements Link {
  readonly process: ProviderProcess;
  readonly channel: Channel;

  private constructor(process: ProviderProcess, channel: Channel) {
    this.process = process;
    this.channel = channel;
  }

  static async start(options: StartOptions): Promise<ProcessLink> {
    const process = await ProviderProcess.start(options);
    const channel = await Channel.connect(process.handshake, process.clientCertificate);
    channel.hold("/plugin.GRPCStdio/StreamStdio");
    channel.hold("/plugin.GRPCBroker/StartStream");
    return new ProcessLink(process, channel);
  }

  get stderr(): string {
    return this.process.stderr;
  }

  unary(path: string, message: Uint8Array): Promise<Uint8Array> {
    return this.channel.unary(path, message);
  }

  stream(path: string, message: Uint8Array): Promise<readonly Uint8Array[]> {
    return this.channel.stream(path, message);
  }

  async shutDown(): Promise<Exit> {
    await this.channel.unary("/plugin.GRPCController/Shutdown", new Uint8Array()).catch(() => {});
    const exit = await this.process.exited();
    this.channel.close();
    return exit;
  }
}

/** A provider in this process, so that breakpoints and coverage work. */
export class InProcessLink implements Link {
  readonly #provider: Provider;
  readonly #session: ProviderSession;
  readonly #methods = new Map<string, RpcMethod>([...providerService(), definitionsService]);
  #said = "";

  constructor(provider: Provider) {
    this.#provider = provider;
    const log = createLogger({
      name: provider.name,
      environment: { TF_LOG: "error", ...process.env },
      write: (line) => {
        this.#said += line;
      },
    });
    this.#session = new ProviderSession(provider, log);
  }

  get stderr(): string {
    return this.#said;
  }

  async unary(path: string, message: Uint8Array): Promise<Uint8Array> {
    const method = this.#methods.get(path);
    if (method?.kind !== "unary") throw new Error(`there is no method ${path}`);
    return method.handle(message, this.#session);
  }

  async stream(path: string, message: Uint8Array): Promise<readonly Uint8Array[]> {
    const method = this.#methods.get(path);
    if (method?.kind !== "serverStream") throw new Error(`there is no method ${path}`);
    const sent: Uint8Array[] = [];
    await method.handle(message, this.#session, (event) => sent.push(event));
    return sent;
  }

  async shutDown(): Promise<Exit> {
    this.#session.stop();
    await this.#provider.beforeExit?.();
    return { code: 0, signal: null };
  }
}
