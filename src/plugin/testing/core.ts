import { codec, type MessageName, type Received, type Sent } from "../protobuf/messages.ts";
import { decodeValue, encodeValue } from "../values/encoding.ts";
import type { Type } from "../values/type.ts";
import { isRecord, type ObjectValue, type Value } from "../values/value.ts";
import { Channel } from "./channel.ts";
import { CoreViolation } from "./core-rules.ts";
import type { Given } from "./given.ts";
import { ProviderProcess, type StartOptions } from "./provider-process.ts";
import { type CoreSchema, completeConfig, offered, readSchema } from "./schema.ts";

export interface CoreDiagnostic {
  readonly severity: "error" | "warning";
  readonly summary: string;
  readonly detail: string;
  /** Such as `labels` or `meta["key"]`. */
  readonly attribute: string | undefined;
}

/** The provider reported errors. */
export class ProviderErrors extends Error {
  override readonly name = "ProviderErrors";
  readonly diagnostics: readonly CoreDiagnostic[];

  constructor(diagnostics: readonly CoreDiagnostic[]) {
    super(
      diagnostics.map(({ severity, summary, detail }) => `${severity}: ${summary}: ${detail}`).join("\n"),
    );
    this.diagnostics = diagnostics;
  }
}

/** One provider process, connected, as the core sees it: calls with values in and values out. */
export class Core {
  readonly process: ProviderProcess;
  readonly channel: Channel;
  #schema: Received<"GetProviderSchemaResponse"> | undefined;
  #given: Given = {};

  private constructor(process: ProviderProcess, channel: Channel) {
    this.process = process;
    this.channel = channel;
  }

  static async start(options: StartOptions): Promise<Core> {
    const process = await ProviderProcess.start(options);
    const channel = await Channel.connect(process.handshake, process.clientCertificate);
    channel.hold("/plugin.GRPCStdio/StreamStdio");
    channel.hold("/plugin.GRPCBroker/StartStream");
    return new Core(process, channel);
  }

  async call<Request extends MessageName, Response extends MessageName>(
    method: string,
    request: readonly [Request, Sent<Request>],
    response: Response,
  ): Promise<Received<Response>> {
    const message = codec.encode(request[0], request[1]);
    return codec.decode(response, await this.channel.unary(`/tfplugin6.Provider/${method}`, message));
  }

  async providerSchema(): Promise<Received<"GetProviderSchemaResponse">> {
    this.#schema ??= await this.call("GetProviderSchema", ["Empty", {}], "GetProviderSchemaResponse");
    return this.#schema;
  }

  async resourceSchema(type: string): Promise<CoreSchema> {
    return readSchema(type, offered((await this.providerSchema()).resource_schemas, "resource", type));
  }

  /** Validates and configures the provider. Throws {@link ProviderErrors}. */
  async configure(given: Given): Promise<readonly CoreDiagnostic[]> {
    this.#given = given;
    const schema = readSchema("provider", (await this.providerSchema()).provider);
    const config = write(completeConfig(schema, given), schema.type);
    const validated = await this.call(
      "ValidateProviderConfig",
      ["ValidateProviderConfigRequest", { config }],
      "ValidateProviderConfigResponse",
    );
    const warnings = refuseErrors(validated.diagnostics);
    const configured = await this.call(
      "ConfigureProvider",
      [
        "ConfigureProviderRequest",
        { terraform_version: "1.13.0", config, client_capabilities: capabilities },
      ],
      "ConfigureProviderResponse",
    );
    return [...warnings, ...refuseErrors(configured.diagnostics)];
  }

  /** Begins another run with the same settings, as a process that is debugged does: else each run has its own. */
  async reconfigure(): Promise<void> {
    await this.configure(this.#given);
  }

  stop(): Promise<unknown> {
    return this.call("StopProvider", ["Empty", {}], "StopProviderResponse");
  }

  /** Ends the process as the core does, and tells how it went. */
  async shutDown(): Promise<{ code: number | null; signal: NodeJS.Signals | null; ms: number }> {
    const start = performance.now();
    await this.channel.unary("/plugin.GRPCController/Shutdown", new Uint8Array()).catch(() => {});
    const exit = await this.process.exited();
    this.channel.close();
    return { ...exit, ms: performance.now() - start };
  }
}

export const capabilities = { write_only_attributes_allowed: true };

export function write(value: Value, type: Type): Sent<"DynamicValue"> {
  return { msgpack: encodeValue(value, type) };
}

export function read(sent: Received<"DynamicValue"> | undefined, type: Type): ObjectValue | null {
  if (sent === undefined || sent.msgpack.length === 0) return null;
  const value = decodeValue(sent.msgpack, type);
  if (value !== null && !isRecord(value))
    throw new CoreViolation("Provider returned something else than an object");
  return value;
}

export function readDiagnostics(sent: readonly Received<"Diagnostic">[]): CoreDiagnostic[] {
  return sent.map(({ severity, summary, detail, attribute }) => {
    if (severity !== 1 && severity !== 2) throw new Error(`diagnostic of severity ${severity}`);
    if (summary === "") throw new Error("diagnostic without a summary");
    return {
      severity: severity === 1 ? "error" : "warning",
      summary,
      detail,
      attribute: pathText(attribute),
    };
  });
}

/** Warnings, if there are no errors; throws otherwise. */
export function refuseErrors(sent: readonly Received<"Diagnostic">[]): CoreDiagnostic[] {
  const diagnostics = readDiagnostics(sent);
  if (diagnostics.some(({ severity }) => severity === "error")) throw new ProviderErrors(diagnostics);
  return diagnostics;
}

export function pathText(path: Received<"AttributePath"> | undefined): string | undefined {
  return path?.steps
    .map(({ attribute_name: name, element_key_string: key, element_key_int: index }, at) =>
      name === undefined ? `[${JSON.stringify(key ?? index)}]` : at === 0 ? name : `.${name}`,
    )
    .join("");
}
