import { mkdtempSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { bundleConstructs, frameworks } from "../../scripts/build-constructs.ts";
import type * as constructs from "../../src/constructs/index.ts";
import { checkCsr } from "../../src/csr/index.ts";
import { newFolder } from "../harness/new-folder.ts";
import { bestOf, ratio, usage } from "./measure.ts";
import type { Measurement } from "./measurement.ts";

const root = join(import.meta.dirname, "..", "..");
const csr = readFileSync(join(root, "examples", "site.csr"), "utf8");
const many = 1000;

/** What the constructs cost beside the framework that they are made for, in time of the processor. */
export async function* benchConstructs(): AsyncGenerator<Measurement> {
  const folder = newFolder("certorder-bench-");
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  for (const framework of frameworks) {
    const file = join(folder, `${framework}.cjs`);
    await bundleConstructs(framework, file);
    const require = createRequire(file);
    const core = require(framework) as typeof import("cdktn");
    const certorder = require(file) as typeof constructs;
    const propsOf = (index: number) => ({
      orderId: `order-${index}`,
      signHash: "sha256",
      commonName: "www.example.com",
      dnsNames: ["www.example.com", "example.com"],
      validityDays: 90,
    });
    // With one of ours in it the whole stack is checked, bare elements too; so a bare stack has none at all.
    const synth =
      (
        Provider: typeof certorder.CertOrderProvider | typeof certorder.bindings.CertorderProvider,
        fill: (stack: InstanceType<typeof core.TerraformStack>, index: number) => void,
      ) =>
      async () => {
        const app = new core.App({ outdir: mkdtempSync(join(folder, "out-")) });
        const stack = new core.TerraformStack(app, "bench");
        new Provider(stack, "certorder");
        const start = process.cpuUsage();
        for (let index = 0; index < many; index++) fill(stack, index);
        app.synth();
        return milliseconds(process.cpuUsage(start));
      };
    const { CertOrderProvider, bindings } = certorder;
    const ms = await bestOf(9, {
      bare: synth(bindings.CertorderProvider, (stack, index) => {
        new certorder.bindings.Reissue(stack, `r${index}`, propsOf(index));
      }),
      ours: synth(CertOrderProvider, (stack, index) => {
        new certorder.CertificateReissue(stack, `r${index}`, propsOf(index));
      }),
      bareBehindGate: synth(bindings.CertorderProvider, (stack, index) => {
        if (index === 0) new bindings.CallbackCheck(stack, "gate", {});
        const dependsOn = [{ fqn: "certorder_callback_check.gate" }];
        new bindings.Reissue(stack, `r${index}`, { ...propsOf(index), dependsOn, requireCallback: true });
      }),
      oursBehindGate: synth(CertOrderProvider, (stack, index) => {
        if (index === 0) new certorder.CallbackCheck(stack, "gate").runsBefore(stack);
        new certorder.CertificateReissue(stack, `r${index}`, propsOf(index));
      }),
      // A bare one takes any text for a CSR; ours reads it and checks its signature. So it is read here as well.
      bareWithCsr: synth(bindings.CertorderProvider, (stack, index) => {
        checkCsr({ csr, common_name: "www.example.com" });
        new certorder.bindings.Reissue(stack, `r${index}`, { ...propsOf(index), csr });
      }),
      oursWithCsr: synth(CertOrderProvider, (stack, index) => {
        new certorder.CertificateReissue(stack, `r${index}`, { ...propsOf(index), csr });
      }),
    });
    yield ratio(
      `${framework}-synth`,
      `synth of ${many} CertificateReissue / bare (${framework})`,
      ms.ours,
      ms.bare,
      1.1,
    );
    yield ratio(
      `${framework}-synth-gate`,
      `the same behind a gate (${framework})`,
      ms.oursBehindGate,
      ms.bareBehindGate,
      1.5,
    );
    yield ratio(
      `${framework}-synth-csr`,
      `the same with CSRs, each read (${framework})`,
      ms.oursWithCsr,
      ms.bareWithCsr,
      1.2,
    );
    const loading = async (what: string) =>
      (await usage(["-e", `require("${what}")`], { cwd: folder })).cpuMs;
    const { alone, both } = await bestOf(25, {
      alone: () => loading(framework),
      both: () => loading(`./${framework}.cjs`),
    });
    yield ratio(`${framework}-load`, `loading certorder/${framework} / ${framework}`, both, alone, 1.1);
  }
}

function milliseconds({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000;
}
