import { rmSync } from "node:fs";
import { both, type Framework, folder, type Stack } from "../../harness/constructs/framework.ts";
import { canaries, everythingPrintable } from "../../harness/faults/canaries.ts";
import { newFolder } from "../../harness/new-folder.ts";
import type { Interface } from "./interface.ts";
import { filesIn, type Place } from "./search.ts";

/** What CDKTF and CDK Terrain write when they synthesize, and say when they refuse to. */
export const constructs: Interface = {
  name: "constructs",

  async look() {
    const synthesizedBy = (use: Use) => both.flatMap((framework) => synthesized(framework, use));
    const refused = synthesizedBy(literal);
    const places = [...synthesizedBy(declared), ...refused, ...synthesizedBy(pasted)];
    const control = synthesizedBy(literalOnPurpose);
    rmSync(folder, { recursive: true });
    const isWritten = ({ name }: Place) => name.endsWith("cdk.tf.json");
    return {
      places,
      control,
      failures: refused.some(isWritten) ? ["A stack with literal secrets was synthesized."] : [],
    };
  },
};

type Use = (framework: Framework, stack: Stack) => void;

/** Secrets that Terraform knows and the program does not. */
function declared({ core, certorder }: Framework, stack: Stack): void {
  new certorder.CertOrderProvider(stack, "certorder", { credentials: "variables" });
  const secret = (name: string) =>
    new core.TerraformVariable(stack, name, { type: "string", sensitive: true }).stringValue;
  new certorder.CertificateReissue(stack, "reissue", { ...order, signKeyPin: secret("pin") });
  new certorder.CallbackCheck(stack, "gate", { accessKey: secret("key") });
}

function literal({ certorder }: Framework, stack: Stack, allowLiteralSecrets = false): void {
  const { authKey, accessKey, signKeyPin, writeOnlyPin } = canaries;
  new certorder.CertOrderProvider(stack, "certorder", { authKey, allowLiteralSecrets });
  new certorder.CertificateReissue(stack, "reissue", { ...order, signKeyPin, allowLiteralSecrets });
  const once = { orderId: "order-2", signKeyPin: writeOnlyPin };
  new certorder.CertificateReissue(stack, "once", { ...order, ...once, allowLiteralSecrets });
  for (const mode of ["gate", "check", "postcondition"] as const)
    new certorder.CallbackCheck(stack, mode, { accessKey, mode, allowLiteralSecrets });
}

/** Secrets in a program that sets `allowLiteralSecrets`. */
function literalOnPurpose(framework: Framework, stack: Stack): void {
  literal(framework, stack, true);
}

function pasted({ certorder }: Framework, stack: Stack): void {
  new certorder.CertOrderProvider(stack, "certorder");
  new certorder.CertificateReissue(stack, "reissue", {
    ...order,
    csrFrom: undefined,
    csr: canaries.privateKey,
  });
}

const order = { orderId: "order-1", signHash: "sha256", csrFrom: "sign-cloud-csc" } as const;

function synthesized(framework: Framework, use: Use): Place[] {
  const outdir = newFolder("certorder-secrets-");
  const app = new framework.core.App({ outdir, context: { targetVersions: { opentofu: ">=1.11" } } });
  let problem: unknown;
  try {
    use(framework, new framework.core.TerraformStack(app, "site"));
    app.synth();
  } catch (error) {
    problem = error;
  }
  const thrown = { name: "what was thrown", content: everythingPrintable(problem) };
  return [thrown, ...filesIn(outdir)].map((place) => ({
    ...place,
    name: `${framework.name}, ${use.name}: ${place.name}`,
  }));
}
