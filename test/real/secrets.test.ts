import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { executable, preloading } from "../harness/program.ts";
import { order, reissue, Stage } from "../harness/terraform/stage.ts";
import { unzip } from "../harness/terraform/unzip.ts";

// Each secret is a word of its own that is then looked for everywhere.

const canaries = {
  authKey: "canary-auth-key-83617",
  pin: "canary-pin-51902",
  writeOnlyPin: "canary-write-only-pin-77410",
  accessKey: "canary-access-key-20485",
};

const accounts = [{ keyId: "demo", authKey: canaries.authKey, kind: "standard" }] as const;

/** The values come from variables: a plan file holds the configuration word for word. */
function configuration(hash: string): string {
  const cloud = { csr: undefined, csr_from: "sign-cloud-csc", sign_hash: hash };
  return `
    variable "pin" {
      sensitive = true
    }
    variable "write_only_pin" {
      ephemeral = true
    }
    variable "access_key" {
      sensitive = true
    }
    ${reissue(cloud, { more: "  sign_key_pin = var.pin\n" })}
    ${reissue({ ...cloud, order_id: "o-2" }, { name: "wo", more: "  sign_key_pin_wo = var.write_only_pin\n  sign_key_pin_wo_version = 1\n" })}
    data "certorder_callback_test" "now" {
      url        = "https://127.0.0.1/callback"
      access_key = var.access_key
    }
  `;
}

async function opened(): Promise<Stage> {
  return Stage.open({
    accounts,
    orders: [order("o-1", { signKeyPin: canaries.pin }), order("o-2", { signKeyPin: canaries.writeOnlyPin })],
    env: {
      TF_VAR_pin: canaries.pin,
      TF_VAR_write_only_pin: canaries.writeOnlyPin,
      TF_VAR_access_key: canaries.accessKey,
    },
  });
}

test.concurrent("secrets show in no output, and write-only ones are in neither plan nor state", async () => {
  await using stage = await opened();
  await stage.begin(configuration("sha256"));
  const outputs = [await stage.workspace.run("validate"), await stage.workspace.plan("-out=first.plan")];
  outputs.push(await stage.workspace.run("show", "first.plan"), await stage.workspace.apply("first.plan"));
  await stage.hasNothingToDo();
  stage.workspace.write(configuration("sha384"));
  outputs.push(await stage.workspace.plan("-out=second.plan"), await stage.workspace.apply("second.plan"));
  outputs.push(await stage.workspace.start(["show", "-no-color"]).ended);
  expect(stage.reissues()).toBe(4);
  const shown = outputs.map(({ stdout, stderr }) => stdout + stderr).join("\n");
  // A validation may quote the line of the configuration in which it found something.
  for (const secret of [canaries.authKey, canaries.writeOnlyPin, canaries.accessKey])
    expect(shown).not.toContain(secret);

  const plans = ["first.plan", "second.plan"].map((name) =>
    textOf(readFileSync(join(stage.workspace.folder, name))),
  );
  for (const secret of [canaries.authKey, canaries.writeOnlyPin]) {
    for (const plan of plans) {
      expect(plan).toContain("o-2");
      expect(plan).not.toContain(secret);
    }
    expect(stage.stateText).not.toContain(secret);
  }
  expect(journalOf(stage)).toContain("o-2");
  for (const secret of Object.values(canaries)) expect(journalOf(stage)).not.toContain(secret);
});

test.concurrent("secrets are not in the most detailed log, also when the service refuses or the provider crashes", async () => {
  await using stage = await opened();
  const log = join(stage.workspace.folder, "trace.log");
  const talkative = { TF_LOG: "TRACE", TF_LOG_PATH: log };
  await stage.begin(configuration("sha256"));
  const apply = (env: NodeJS.ProcessEnv) =>
    stage.workspace.start(["apply", "-no-color", "-input=false", "-auto-approve"], { ...talkative, ...env })
      .ended;
  stage.sandbox.fault({
    kind: "status",
    status: 400,
    operation: "reissue",
    body: '{"code":"refused"}',
    times: 2,
  });
  expect((await apply({})).exit).toBe(1);
  // A crash where a reissue is about to be sent, with Node's own report of it.
  const preload = join(stage.workspace.folder, "crash.cjs");
  writeFileSync(
    preload,
    `const files = require("node:fs/promises");
    const { open } = files;
    files.open = (path, flags, ...rest) => {
      if (flags & files.constants.O_APPEND) process.nextTick(() => { throw new Error("crashed on purpose"); });
      return open(path, flags, ...rest);
    };`,
  );
  const options = preloading(preload);
  const reporting = `--report-uncaught-exception --report-directory=${stage.workspace.folder}`;
  const crashed = await apply({ ...options, NODE_OPTIONS: `${options.NODE_OPTIONS} ${reporting}` });
  expect(crashed.exit).toBe(1);
  expect(crashed.text).toContain("Plugin did not respond");
  for (const secret of Object.values(canaries)) expect(crashed.stdout + crashed.stderr).not.toContain(secret);
  const text = readFileSync(log, "utf8");
  expect(text).toContain("crashed on purpose");
  for (const secret of Object.values(canaries)) expect(text).not.toContain(secret);
  const reports = readdirSync(stage.workspace.folder).filter((name) => name.startsWith("report."));
  // An executable writes none.
  expect(reports.length > 0).toBe(executable === undefined);
  for (const report of reports)
    for (const secret of Object.values(canaries))
      expect(readFileSync(join(stage.workspace.folder, report), "utf8")).not.toContain(secret);
});

test("the core is not made to quote a secret that stands in the configuration itself", async () => {
  await using stage = await Stage.open();
  const common = 'order_id = "o-1"\nsign_hash = "sha256"';
  await stage.begin(`
resource "certorder_reissue" "key" {
  ${common}
  csr = "-----BEGIN PRIVATE KEY-----\\nquoted-1\\n-----END PRIVATE KEY-----"
}
resource "certorder_reissue" "unused" {
  ${common}
  sign_key_pin_wo = "quoted-2"
}
resource "certorder_reissue" "stored" {
  ${common}
  csr_from     = "sign-cloud-csc"
  sign_key_pin = "quoted-3"
}
resource "certorder_callback_check" "long" {
  url        = "https://example.com/"
  access_key = "quoted-4${"x".repeat(300)}"
}
`);
  const { exit, text } = await stage.workspace.run("plan");
  expect(exit).toBe(1);
  for (const name of ["key", "unused", "stored", "long"]) expect(text).toContain(`"${name}":`);
  expect(text).not.toContain("quoted");
});

/** Everything that a plan file holds, as text. */
function textOf(plan: Buffer): string {
  return unzip(plan)
    .map(({ content }) => content.toString("latin1"))
    .join("\n");
}

function journalOf({ workspace }: Stage): string {
  return readdirSync(workspace.journal)
    .map((name) => readFileSync(join(workspace.journal, name), "utf8"))
    .join("\n");
}
