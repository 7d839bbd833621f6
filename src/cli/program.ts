/**
 * The way into an executable, which is two programs in one: the provider if a core starts it, or a person who wants to debug it,
 * else the command line. The core's cookie alone does not tell: what a provisioner runs inherits it.
 */
import { readFileSync } from "node:fs";

const { env } = process;
// The runtime of executables would also trust whom these name. Node does not, nor does the same program from npm.
if ((env.SSL_CERT_FILE || env.SSL_CERT_DIR) && env.NODE_USE_SYSTEM_CA !== "1") trustAsNodeDoes();

const args = process.argv.slice(2);
const isProvider =
  args.length === 0 ? env.TF_PLUGIN_MAGIC_COOKIE !== undefined : args.join(" ") === "--debug";
// Not awaited: a CommonJS script, which the program is compiled from, has no await of its own.
if (isProvider) void import("../provider/index.ts").then(({ serveProvider }) => serveProvider());
else void import("./run.ts").then(({ run }) => run(args));

function trustAsNodeDoes(): void {
  const { getCACertificates, setDefaultCACertificates } = process.getBuiltinModule("node:tls");
  setDefaultCACertificates([...getCACertificates("bundled"), ...extraAuthorities(env.NODE_EXTRA_CA_CERTS)]);
}

function extraAuthorities(file: string | undefined): string[] {
  try {
    const pem = file ? readFileSync(file, "utf8") : "";
    return pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  } catch {
    // Node warns of such a file, and goes on without it.
    return [];
  }
}
