import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { startSandbox } from "certorder/sandbox";
import { providerExecutable } from "../../src/cli/provider-names.ts";
import { magicCookie } from "../../src/plugin/testing/provider-process.ts";
import { newFolder } from "../harness/new-folder.ts";
import { bestOf, peakMegabytes, ratio, requireTool, wall } from "./measure.ts";
import type { Measurement } from "./measurement.ts";

const root = join(import.meta.dirname, "..", "..");
const folder = join(root, "build", "terraform");
const executable = join(folder, providerExecutable);
const script = join(folder, "lib", "provider.cjs");
const orders = Array.from({ length: 300 }, (_, index) => `order-${index}`);

export async function* benchProvider(): AsyncGenerator<Measurement> {
  const start = await bestOf(25, {
    node: () => wall(["-e", "0"]),
    provider: async () => (await started(executable)).ms,
  });
  yield ratio("handshake", "provider, spawn to handshake / bare node", start.provider, start.node, 2.2);
  const size = readFileSync(script).length / 1024;
  yield {
    name: "bundle-kib",
    number: size,
    kind: "size",
    better: "lower",
    what: "provider bundle",
    value: `${size.toFixed(0)} KiB`,
    aim: "under 300 KiB",
    met: size < 300,
  };
  yield* besideGo("the provider", folder, { plan: 1.6, apply: 2 });
}

/** Starts a provider as a core does; what it took until it said where it listens, and the most memory that it had by then. */
export async function started(program: string): Promise<{ ms: number; megabytes: number }> {
  const begun = performance.now();
  const child = spawn(program, [], {
    env: { ...process.env, TF_PLUGIN_MAGIC_COOKIE: magicCookie, PLUGIN_PROTOCOL_VERSIONS: "5,6" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  await once(child.stdout, "data");
  const ms = performance.now() - begun;
  const megabytes = peakMegabytes(child.pid);
  child.kill("SIGKILL");
  await once(child, "close");
  return { ms, megabytes };
}

export async function* besideGo(
  name: string,
  folder: string,
  aims: { readonly plan: number; readonly apply: number },
): AsyncGenerator<Measurement> {
  const [core, goProvider] = [requireTool("tofu"), requireTool("terraform-provider-time")];
  const sandbox = await startSandbox({
    httpsPort: false,
    orders: orders.map((id) => ({
      id,
      product: "ssl",
      certificateId: `cert-${id}`,
      commonName: "www.example.com",
      dnsNames: ["www.example.com"],
    })),
  });
  const work = newFolder("certorder-bench-");
  const rc = join(work, "rc");
  writeFileSync(
    rc,
    `provider_installation {\n  dev_overrides {\n    "certorder/certorder" = "${folder}"\n    "hashicorp/time" = "${dirname(goProvider)}"\n  }\n  direct {}\n}\n`,
  );
  const env = {
    ...process.env,
    PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
    TF_CLI_CONFIG_FILE: rc,
    CERTORDER_BASE_URL: sandbox.url,
    CERTORDER_KEY_ID: sandbox.credentials.keyId,
    CERTORDER_AUTH_KEY: sandbox.credentials.authKey,
    CERTORDER_JOURNAL: join(work, "journal"),
  };
  const csr = readFileSync(join(root, "examples", "site.csr"), "utf8");
  const ours = (count: number) => `provider "certorder" {
  max_reissues = 300
}
resource "certorder_reissue" "r" {
  count       = ${count}
  order_id    = "order-\${count.index}"
  sign_hash   = "sha256"
  common_name = "www.example.com"
  csr         = ${JSON.stringify(csr)}
}
`;
  const theirs = (count: number) => `resource "time_static" "r" {\n  count = ${count}\n}\n`;

  const tofu = async (configuration: string, source: string, ...args: string[]): Promise<number> => {
    const cwd = mkdtempSync(join(work, "run-"));
    const local = source.split("/")[1];
    writeFileSync(
      join(cwd, "main.tf"),
      `terraform {\n  required_providers {\n    ${local} = { source = "${source}" }\n  }\n}\n${configuration}`,
    );
    const start = performance.now();
    await promisify(execFile)(core, args, { cwd, env, maxBuffer: 2 ** 27 });
    return performance.now() - start;
  };
  const plan = await bestOf(8, {
    ours: () => tofu(ours(1), "certorder/certorder", "plan"),
    go: () => tofu(theirs(1), "hashicorp/time", "plan"),
  });
  yield ratio("plan", `${name}: tofu plan of one resource / Go provider`, plan.ours, plan.go, aims.plan);
  const apply = await bestOf(2, {
    ours: async () => {
      // Each round has a journal of its own: the one before would block it.
      rmSync(env.CERTORDER_JOURNAL, { recursive: true, force: true });
      return tofu(ours(300), "certorder/certorder", "apply", "-auto-approve", "-parallelism=50");
    },
    go: () => tofu(theirs(300), "hashicorp/time", "apply", "-auto-approve", "-parallelism=50"),
  });
  const what = `${name}: tofu apply of 300 reissues / 300 time_static`;
  yield ratio("apply", what, apply.ours / 1000, apply.go / 1000, aims.apply, "s");
  await sandbox.close();
}
