import type { CoreListener } from "./listener.ts";

const magicCookie = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";
const coreProtocol = 1;
const protocolVersion = 6;

/** The cookie is not a secret. It only shows that a core started the process, and not a person. */
export function startedByCore(environment: NodeJS.ProcessEnv): boolean {
  return environment.TF_PLUGIN_MAGIC_COOKIE === magicCookie;
}

export function introduction(name: string): string {
  return `Terraform or OpenTofu starts the "${name}" provider. To attach a debugger, start it with --debug.\n`;
}

export function speaksOurProtocol(environment: NodeJS.ProcessEnv): boolean {
  const offered = environment.PLUGIN_PROTOCOL_VERSIONS ?? String(protocolVersion);
  return offered.split(",").includes(String(protocolVersion));
}

/** The line on stdout that tells the core where to connect, and which certificate to expect. */
export function handshakeLine(
  { network, address }: Pick<CoreListener, "network" | "address">,
  certificateDer: Uint8Array | undefined,
  environment: NodeJS.ProcessEnv,
): string {
  // The core's decoder refuses base64 padding.
  const certificate =
    certificateDer === undefined ? "" : Buffer.from(certificateDer).toString("base64").replace(/=+$/, "");
  const fields = [coreProtocol, protocolVersion, network, address, "grpc", certificate];
  if (environment.PLUGIN_MULTIPLEX_GRPC !== undefined) fields.push("false");
  return `${fields.join("|")}\n`;
}

/** The value of TF_REATTACH_PROVIDERS, which makes the core use a running provider for these source addresses. */
export function reattachValue(
  addresses: readonly string[],
  listener: Pick<CoreListener, "network" | "address">,
  pid: number,
): string {
  const description = {
    Protocol: "grpc",
    ProtocolVersion: protocolVersion,
    Pid: pid,
    // Makes the core leave the process running when it is done.
    Test: true,
    Addr: { Network: listener.network, String: listener.address },
  };
  return JSON.stringify(Object.fromEntries(addresses.map((address) => [address, description])));
}
