import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { type Certificate, selfSignedCertificate } from "../process/certificate.ts";

// Starts a provider as the core does: cookie and certificate in the environment, handshake on stdout.

export interface Handshake {
  readonly network: "unix" | "tcp";
  readonly address: string;
  readonly protocolVersion: number;
  /** The only trusted certificate, or undefined for a connection without TLS. */
  readonly serverCertificatePem: string | undefined;
}

/** How the process of the provider is started. */
export interface StartOptions {
  /** Executable and arguments. */
  readonly command: readonly [string, ...string[]];
  readonly environment?: NodeJS.ProcessEnv;
  /** False has the effect of TF_DISABLE_PLUGIN_TLS. */
  readonly tls?: boolean;
}

export const magicCookie = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";
const startTimeoutMs = 60_000;

export class ProviderProcess {
  readonly child: ChildProcess;
  readonly handshake: Handshake;
  readonly clientCertificate: Certificate | undefined;
  readonly #stderr: string[];
  readonly #exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;

  private constructor(
    child: ChildProcess,
    handshake: Handshake,
    clientCertificate: Certificate | undefined,
    stderr: string[],
    exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>,
  ) {
    this.child = child;
    this.handshake = handshake;
    this.clientCertificate = clientCertificate;
    this.#stderr = stderr;
    this.#exited = exited;
  }

  static async start({ command, environment, tls = true }: StartOptions): Promise<ProviderProcess> {
    const clientCertificate = tls ? selfSignedCertificate() : undefined;
    const [executable, ...args] = command;
    const child = spawn(executable, args, {
      env: {
        // The stack of the provider's exceptions.
        TF_LOG_PROVIDER: "error",
        ...process.env,
        ...environment,
        TF_PLUGIN_MAGIC_COOKIE: magicCookie,
        PLUGIN_PROTOCOL_VERSIONS: "5,6",
        PLUGIN_MIN_PORT: "10000",
        PLUGIN_MAX_PORT: "25000",
        ...(clientCertificate === undefined ? {} : { PLUGIN_CLIENT_CERT: clientCertificate.certificatePem }),
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const stderr: string[] = [];
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => stderr.push(chunk));
    const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
      child.once("exit", (code, signal) => resolve({ code, signal }));
    });
    const line = await firstLine(child, exited, stderr);
    return new ProviderProcess(child, parseHandshake(line), clientCertificate, stderr, exited);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Everything that the process has written to stderr so far. */
  get stderr(): string {
    return this.#stderr.join("");
  }

  exited(): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
    return this.#exited;
  }

  kill(signal: NodeJS.Signals = "SIGKILL"): void {
    this.child.kill(signal);
  }
}

async function firstLine(child: ChildProcess, exited: Promise<unknown>, stderr: string[]): Promise<string> {
  if (child.stdout === null) throw new Error("no stdout");
  const lines = createInterface({ input: child.stdout });
  let timer: NodeJS.Timeout | undefined;
  const line = await Promise.race([
    new Promise<string>((resolve) => {
      lines.once("line", resolve);
    }),
    exited.then(() => undefined),
    // For example, the program does not exist.
    new Promise<never>((_, reject) => {
      child.once("error", reject);
    }),
    new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), startTimeoutMs);
    }),
  ]);
  clearTimeout(timer);
  if (line !== undefined) return line;
  child.kill("SIGKILL");
  throw new Error(`the provider did not start: ${stderr.join("")}`);
}

function parseHandshake(line: string): Handshake {
  const fields = line.split("|");
  const [core, protocol, network, address = "", rpc, certificate = ""] = fields;
  const sound =
    core === "1" && (network === "unix" || network === "tcp") && rpc === "grpc" && fields.length === 6;
  if (!sound) throw new Error(`not a handshake: ${line}`);
  if (certificate.includes("=")) throw new Error("the certificate has base64 padding");
  const padded = Buffer.from(certificate, "base64").toString("base64");
  const pem = `-----BEGIN CERTIFICATE-----\n${padded}\n-----END CERTIFICATE-----\n`;
  return {
    network,
    address,
    protocolVersion: Number(protocol),
    serverCertificatePem: certificate === "" ? undefined : pem,
  };
}
