import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { newFolder } from "../harness/new-folder.ts";
import { bestOf, usage } from "./measure.ts";
import type { Measurement } from "./measurement.ts";

const bundle = join(import.meta.dirname, "..", "..", "dist", "index.js");
const megabyte = 1_000_000;

/** What a step costs before anything happens: the processor time of a whole callback test, beside a Node that does nothing. */
export async function* benchAction(): AsyncGenerator<Measurement> {
  const sandbox = await startSandbox({ httpsPort: false, rateLimit: { requests: 10_000, perSeconds: 1 } });
  const ms = await bestOf(15, {
    node: async () => (await usage(["-e", "0"], { env: {} })).cpuMs,
    test: async () => {
      sandbox.addFault({
        kind: "status",
        operation: "callback-test",
        status: 200,
        body: '{"code":"success"}',
      });
      return (await usage([bundle], { env: environment(sandbox) })).cpuMs;
    },
  });
  await sandbox.close();
  const over = ms.test - ms.node;
  yield {
    name: "callback-test",
    number: ms.test / ms.node,
    kind: "speed",
    better: "lower",
    what: "action: a callback test, CPU over bare node",
    value: `${over.toFixed(0)} ms (${ms.test.toFixed(0)} - ${ms.node.toFixed(0)})`,
    aim: "at most 100 ms",
    met: over <= 100,
  };
  const size = statSync(bundle).size / megabyte;
  yield {
    name: "bundle-mb",
    number: size,
    kind: "size",
    better: "lower",
    what: "action: size of its bundle",
    value: `${size.toFixed(2)} MB`,
    aim: "at most 1.25 MB (actions/checkout v7 has 1.45, configure-aws-credentials v6 3.1)",
    met: size <= 1.25,
  };
}

function environment({ url, credentials }: Sandbox): NodeJS.ProcessEnv {
  const output = join(newFolder("certorder-bench-"), "output");
  writeFileSync(output, "");
  return {
    PATH: process.env.PATH,
    GITHUB_OUTPUT: output,
    INPUT_OPERATION: "callback-test",
    "INPUT_BASE-URL": url,
    "INPUT_KEY-ID": credentials.keyId,
    "INPUT_AUTH-KEY": credentials.authKey,
  };
}
