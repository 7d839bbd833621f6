import { describedJson } from "../described-json.ts";
import { codec, type MessageName, type Received, type Sent } from "../protobuf/messages.ts";
import type { Provider } from "../provider.ts";
import { decodeValue, encodeValue } from "../values/encoding.ts";
import { parseType, type Type } from "../values/type.ts";
import { isObjectLike, type ObjectValue, type Value } from "../values/value.ts";
import { asCore } from "./as-core.ts";
import type { Channel } from "./channel.ts";
import { CoreViolation } from "./core-rules.ts";
import { type Exit, InProcessLink, type Link, ProcessLink } from "./link.ts";
import type { ProviderProcess, StartOptions } from "./provider-process.ts";
import { type CoreSchema, completeConfig, offered, readCoreSchema } from "./schema.ts";
import type { TestConfig } from "./test-config.ts";

/** An error or a warning of the provider, as a core shows it. */
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

/** The command that starts a provider under test, or a provider to serve in this process. */
export type ProviderUnderTest = StartOptions | { readonly inProcess: Provider };

/** One connected provider, from the view of the core: every call takes and returns values. */
export class Core {
  readonly link: Link;
  #schema: Received<"GetProviderSchemaResponse"> | undefined;
  #identities: Received<"GetResourceIdentitySchemasResponse"> | undefined;
  #testConfig: TestConfig = {};

  private constructor(link: Link) {
    this.link = link;
  }

  static async start(options: ProviderUnderTest): Promise<Core> {
    return new Core(
      "inProcess" in options ? new InProcessLink(options.inProcess) : await ProcessLink.start(options),
    );
  }

  get process(): ProviderProcess {
    return this.#processLink.process;
  }

  get channel(): Channel {
    return this.#processLink.channel;
  }

  get #processLink(): ProcessLink {
    if (this.link instanceof ProcessLink) return this.link;
    throw new Error("the provider runs in this process");
  }

  /** Runs a part of a test. An error from it also shows what the provider wrote to stderr meanwhile. */
  async showingStderr<T>(run: () => Promise<T>): Promise<T> {
    const before = this.link.stderr.length;
    try {
      return await run();
    } catch (error) {
      // It was written before the answer, but comes through another pipe.
      await new Promise((resolve) => setTimeout(resolve, 10));
      const stderr = this.link.stderr.slice(before).trim();
      if (error instanceof Error && stderr !== "" && !error.message.includes(stderr))
        error.message += `\n\nThe provider wrote to stderr:\n${stderr}`;
      throw error;
    }
  }

  async call<Request extends MessageName, Response extends MessageName>(
    method: string,
    request: readonly [Request, Sent<Request>],
    response: Response,
  ): Promise<Received<Response>> {
    const message = codec.encode(request[0], request[1]);
    return codec.decode(response, await this.link.unary(`/tfplugin6.Provider/${method}`, message));
  }

  /** The core reads the schemas of identities together with the others. */
  async providerSchema(): Promise<Received<"GetProviderSchemaResponse">> {
    this.#schema ??= await this.call("GetProviderSchema", ["Empty", {}], "GetProviderSchemaResponse");
    this.#identities ??= await this.call(
      "GetResourceIdentitySchemas",
      ["Empty", {}],
      "GetResourceIdentitySchemasResponse",
    );
    return this.#schema;
  }

  async resourceSchema(type: string): Promise<CoreSchema> {
    return readCoreSchema(type, offered((await this.providerSchema()).resource_schemas, "resource", type));
  }

  /** The schemas, as `terraform providers schema -json` prints them. */
  async schemaJson(address: string): Promise<object> {
    return describedJson(await this.providerSchema(), this.#identities?.identity_schemas, address);
  }

  /** The type of the identities of a resource type, or undefined if it has none. */
  async identityType(type: string): Promise<Type | undefined> {
    await this.providerSchema();
    const schemas = this.#identities?.identity_schemas ?? {};
    const attributes = Object.hasOwn(schemas, type) ? schemas[type]?.identity_attributes : undefined;
    if (attributes === undefined) return undefined;
    const types = attributes.map((attribute): [string, Type] => [
      attribute.name,
      parseType(JSON.parse(Buffer.from(attribute.type).toString())),
    ]);
    return ["object", Object.fromEntries(types)];
  }

  /** Validates and configures the provider. Throws {@link ProviderErrors}. */
  async configure(testConfig: TestConfig): Promise<readonly CoreDiagnostic[]> {
    this.#testConfig = testConfig;
    const schema = readCoreSchema("provider", (await this.providerSchema()).provider);
    const config = write(completeConfig(schema, testConfig), schema.type);
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

  /**
   * Starts another run with the same settings. A process that is debugged serves several runs; any other serves one.
   */
  async reconfigure(): Promise<void> {
    await this.configure(this.#testConfig);
  }

  stop(): Promise<unknown> {
    return this.call("StopProvider", ["Empty", {}], "StopProviderResponse");
  }

  /** Ends the process as the core does, and returns how it ended. */
  async shutDown(): Promise<Exit & { ms: number }> {
    const start = performance.now();
    const exit = await this.link.shutDown();
    return { ...exit, ms: performance.now() - start };
  }
}

export const capabilities = { write_only_attributes_allowed: true };

export function write(value: Value, type: Type): Sent<"DynamicValue"> {
  return { msgpack: encodeValue(value, type) };
}

export function read(sent: Received<"DynamicValue"> | undefined, type: Type): ObjectValue | null {
  if (sent === undefined || sent.msgpack.length === 0) return null;
  const value = asCore(decodeValue(sent.msgpack, type), type, "");
  if (value !== null && !isObjectLike(value))
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
      attribute: receivedPathText(attribute),
    };
  });
}

/** Returns the warnings. Throws if there are errors. */
export function refuseErrors(sent: readonly Received<"Diagnostic">[]): CoreDiagnostic[] {
  const diagnostics = readDiagnostics(sent);
  if (diagnostics.some(({ severity }) => severity === "error")) throw new ProviderErrors(diagnostics);
  return diagnostics;
}

export function receivedPathText(path: Received<"AttributePath"> | undefined): string | undefined {
  return path?.steps
    .map(({ attribute_name: name, element_key_string: key, element_key_int: index }, at) =>
      name === undefined ? `[${JSON.stringify(key ?? index)}]` : at === 0 ? name : `.${name}`,
    )
    .join("");
}
