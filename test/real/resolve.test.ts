import { describe, expect, test } from "vitest";
import { cores } from "../harness/terraform/terraform.ts";
import {
  order,
  provider,
  reissue,
  shownLine,
  shownLines,
  TerraformWithSandbox,
} from "../harness/terraform/terraform-with-sandbox.ts";
import type { Run } from "../harness/terraform/tofu.ts";

// `resolve` and `supersede`, in each way in which they can be given. A plan shows them; only an apply writes and sends.

const site = "certorder_reissue.site";
const changed = { sign_hash: "sha384" };
const createFirst = "\n  lifecycle {\n    create_before_destroy = true\n  }\n";

describe.each(cores)("%s", (_, program) => {
  /** A stage with an attempt whose outcome is unknown. `happened`: the service carried it out. */
  async function unresolved(kind: "create" | "update", happened: boolean) {
    const stage =
      kind === "create"
        ? await TerraformWithSandbox.open({ program })
        : await TerraformWithSandbox.applied(reissue(), { program });
    if (kind === "create") await stage.begin(reissue(changed));
    const before = stage.reissues();
    if (happened) stage.losesAnswer();
    else stage.losesRequest();
    stage.workspace.write(reissue(changed));
    const run = await stage.workspace.apply();
    expect(run.exit, run.text).toBe(1);
    stage.passesTime();
    return {
      stage,
      before,
      ...shown(run, happened ? stage.sandbox.ledger.at(-1)?.certificateId : undefined),
    };
  }

  /** The line to paste, and the same for the variable. */
  function shown(run: Run, certificateId: string | undefined) {
    const line =
      certificateId === undefined
        ? (shownLines(run).find((text) => text.includes(":not-happened")) ?? "")
        : shownLine(run, "resolve = ").replace("CERTIFICATE_ID", certificateId);
    const [, orderId, entry] = /"(.*)" = "(.*)"/.exec(line) ?? [];
    return { line, variable: `${orderId}=${entry}` };
  }

  test.concurrent.for([
    ["create", true],
    ["create", false],
    ["update", true],
    ["update", false],
  ] as const)(
    "resolves the unknown outcome of a %s (happened: %s) by the argument",
    async ([kind, happened]) => {
      const { stage: opened, line, before } = await unresolved(kind, happened);
      await using stage = opened;
      const { text } = await stage.applies(provider(line) + reissue(changed));
      expect(text).not.toContain("no known outcome");
      // An adoption, or one reissue in place of the one that did not happen.
      expect(stage.reissues()).toBe(before + 1);
      const [made] = stage.sandbox.ledger.slice(-1);
      expect(stage.workspace.attributes(site)).toMatchObject({ certificate_id: made?.certificateId });
      const attempts = await stage.journal.attempts("o-1");
      expect(attempts.every(({ status }) => status !== "open")).toBe(true);
      // The entry stays in the configuration, and does nothing any more.
      await stage.applies(provider(line) + reissue());
      expect(stage.reissues()).toBe(before + 2);
    },
  );

  test.concurrent("resolves a tainted object with create_before_destroy", async () => {
    const { stage: opened, line } = await unresolved("create", true);
    await using stage = opened;
    await stage.applies(provider(line) + reissue(changed, { more: createFirst }));
    expect(stage.reissues()).toBe(1);
  });

  test.concurrent("resolves with ignore_changes = all", async () => {
    const more = "\n  lifecycle {\n    ignore_changes = all\n  }\n";
    const configuration = reissue({}, { more });
    await using stage = await TerraformWithSandbox.applied(configuration, { program });
    stage.losesAnswer();
    const supersede = `supersede = { "o-1" = "${stage.workspace.attributes(site)?.attempt_id}" }`;
    stage.workspace.write(provider(supersede) + configuration);
    const { line } = shown(await stage.workspace.apply(), stage.sandbox.ledger[1]?.certificateId);
    await stage.applies(provider(line) + configuration);
    expect(stage.workspace.attributes(site)).toMatchObject({
      certificate_id: stage.sandbox.ledger.at(-1)?.certificateId,
    });
    expect(stage.reissues()).toBe(2);
  });

  test.concurrent("resolves an attempt that only the journal knows", async () => {
    await using stage = await TerraformWithSandbox.begun(reissue(), { program });
    stage.losesAnswer();
    await expect(stage.reissuesElsewhere()).rejects.toMatchObject({ outcome: "unknown" });
    const refused = await stage.refuses();
    const { line } = shown(refused, stage.sandbox.ledger[0]?.certificateId);
    await stage.applies(provider(line) + reissue());
    expect(stage.reissues()).toBe(1);
    expect(await stage.journal.attempts("o-1")).toMatchObject([{ status: "succeeded" }]);
  });

  test.concurrent("resolves by the variable, in the plan and in the apply of the saved plan", async () => {
    const { stage: opened, variable } = await unresolved("update", true);
    await using stage = opened;
    const env = { CERTORDER_RESOLVE: variable };
    const run = async (more: object, ...args: string[]) =>
      stage.workspace.start([args[0] ?? "", "-no-color", "-input=false", ...args.slice(1)], { ...more })
        .ended;
    const planned = await run(env, "plan", "-out=saved.plan");
    expect(planned.exit, planned.text).toBe(0);

    // The apply of the saved plan does not have the variable.
    const before = stage.workspace.journalFiles();
    const refused = await run({}, "apply", "saved.plan");
    expect(refused.exit).toBe(1);
    expect(refused.text).toContain("This run does not have the resolution that was planned");
    expect(stage.workspace.journalFiles()).toEqual(before);

    await run(env, "plan", "-out=saved.plan");
    const applied = await run(env, "apply", "saved.plan");
    expect(applied.exit, applied.text).toBe(0);
    await stage.hasNothingToDo();
    expect(stage.reissues()).toBe(2);
  });

  test.concurrent("does not resolve by a variable that only the apply of a saved plan has", async () => {
    const { stage: opened, variable } = await unresolved("update", true);
    await using stage = opened;
    // Nothing to do but for the open attempt.
    stage.workspace.write(reissue());
    const planned = await stage.workspace.plan("-out=saved.plan");
    expect(planned.exit, planned.text).toBe(0);
    expect(planned.text).toContain("Code: unresolved_attempt");
    const before = stage.workspace.journalFiles();
    const args = ["apply", "-no-color", "-input=false", "saved.plan"];
    await stage.workspace.start(args, { CERTORDER_RESOLVE: variable }).ended;
    expect(stage.workspace.journalFiles()).toEqual(before);
    expect(stage.reissues()).toBe(2);
  });

  test.concurrent("keeps an argument that comes from a variable in a saved plan", async () => {
    const { stage: opened, line } = await unresolved("update", true);
    await using stage = opened;
    const [, entry = ""] = /= "(.*)"/.exec(line) ?? [];
    const block = provider('resolve = var.entry == "" ? {} : { "o-1" = var.entry }');
    stage.workspace.write(`variable "entry" {\n  default = ""\n}\n${block}${reissue(changed)}`);
    const planned = await stage.workspace.plan("-out=saved.plan", "-var", `entry=${entry}`);
    expect(planned.exit, planned.text).toBe(2);
    const applied = await stage.workspace.apply("saved.plan");
    expect(applied.exit, applied.text).toBe(0);
    await stage.hasNothingToDo();
    expect(stage.reissues()).toBe(2);
  });

  test.concurrent("does not resolve by a refresh, and a refresh writes nothing", async () => {
    const { stage: opened, line } = await unresolved("update", true);
    await using stage = opened;
    stage.workspace.write(provider(line) + reissue(changed));
    expect((await stage.workspace.apply("-refresh-only")).exit).toBe(0);
    expect((await stage.journal.attempts("o-1")).at(-1)).toMatchObject({ status: "open" });
    await stage.applies();
    expect(stage.reissues()).toBe(2);
  });

  test.concurrent("supersedes the latest attempt by the argument, once", async () => {
    await using stage = await TerraformWithSandbox.applied(reissue(), { program });
    const entry = provider(`supersede = { "o-1" = "${stage.workspace.attributes(site)?.attempt_id}" }`);
    const { text } = await stage.applies(entry + reissue());
    expect(text).toContain("because supersede asks for it");
    expect(stage.reissues()).toBe(2);
    // Left in the configuration, it does nothing: also when the state is lost, and when the object is tainted.
    await stage.forgets();
    await stage.applies();
    expect((await stage.workspace.run("taint", site)).exit).toBe(0);
    await stage.applies();
    expect(stage.reissues()).toBe(2);
  });

  test.concurrent("supersedes by the variable, in the plan and in the apply of the saved plan", async () => {
    await using stage = await TerraformWithSandbox.applied(reissue(), { program });
    const env = { CERTORDER_SUPERSEDE: `o-1=${stage.workspace.attributes(site)?.attempt_id}` };
    const run = async (more: object, ...args: string[]) =>
      stage.workspace.start([args[0] ?? "", "-no-color", "-input=false", ...args.slice(1)], { ...more })
        .ended;
    const planned = await run(env, "plan", "-out=saved.plan");
    expect(planned.text).toContain("because supersede asks for it");
    const before = stage.workspace.journalFiles();
    const refused = await run({}, "apply", "saved.plan");
    expect(refused.exit).toBe(1);
    expect(refused.text).toContain("The planned supersede does not apply");
    expect(stage.workspace.journalFiles()).toEqual(before);
    expect(stage.reissues()).toBe(1);

    await run(env, "plan", "-out=saved.plan");
    const applied = await run(env, "apply", "saved.plan");
    expect(applied.exit, applied.text).toBe(0);
    await stage.hasNothingToDo();
    expect(stage.reissues()).toBe(2);
  });

  test.concurrent("supersedes where a tainted object was changed, too", async () => {
    await using stage = await TerraformWithSandbox.applied(reissue(), { program, orders: [order("o-1")] });
    expect((await stage.workspace.run("taint", site)).exit).toBe(0);
    const refused = await stage.refuses(reissue(changed));
    expect(refused.text).toContain("sign_hash differs");
    await stage.applies(provider(shownLine(refused, "supersede")) + reissue(changed));
    expect(stage.reissues()).toBe(2);
  });

  test.concurrent("A plan with resolve, which fails, leaves the attempt open", async () => {
    await using stage = await TerraformWithSandbox.open({ program });
    await stage.begin(reissue());
    stage.losesRequest();
    const unknown = await stage.workspace.apply();
    expect(unknown.exit).toBe(1);
    stage.passesTime();

    const resolved = shownLines(unknown).find((line) => line.includes("not-happened")) ?? "";
    stage.workspace.write(provider("allow_reissue = false", resolved) + reissue());
    expect((await stage.workspace.plan("-lock=false")).exit).toBe(1);
    await stage.workspace.plan("-destroy");
    const blocked = await stage.refuses(reissue());
    expect(blocked.text).toContain("Code: unresolved_attempt");

    expect(shownLines(blocked)).toContain(resolved);
    await stage.applies(provider(resolved) + reissue());
    expect(stage.reissues()).toBe(1);
  });

  test.concurrent("The id of a pasted resolution has no full stop at its end", async () => {
    await using stage = await TerraformWithSandbox.open({ program });
    await stage.begin(reissue());
    stage.losesAnswer();
    const unknown = await stage.workspace.apply();
    const made = stage.sandbox.ledger[0]?.certificateId;
    await stage.applies(provider(shown(unknown, made).line) + reissue());
    expect(stage.workspace.attributes(site)).toMatchObject({ certificate_id: made });
    expect(stage.reissues()).toBe(1);
  });
});
