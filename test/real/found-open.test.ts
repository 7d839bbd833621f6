import { chmodSync, mkdirSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CertOrderClient } from "../../src/client/index.ts";
import { Journal } from "../../src/journal/index.ts";
import { FileStore } from "../../src/journal/stores/file.ts";
import { fixture } from "../harness/csr/build.ts";
import { preloading } from "../harness/program.ts";
import type { StageOptions } from "../harness/terraform/stage.ts";
import {
  hcl,
  order,
  provider,
  reissue,
  Stage,
  shownLine,
  shownLines,
  usual,
} from "../harness/terraform/stage.ts";
import { cores, hasActions } from "../harness/terraform/terraform.ts";
import { csr, type Run } from "../harness/terraform/tofu.ts";
import { until } from "../harness/terraform/trial.ts";

// Each of these sequences led to a second reissue, to a wrong certificate or to a dead end in an earlier version. The tests
// walk every way out that a message shows, up to an empty plan.

const site = "certorder_reissue.site";
const renamed = "certorder_reissue.renamed";
const today = new Date().toISOString().slice(0, 10);
const createFirst = "\n  lifecycle {\n    create_before_destroy = true\n  }\n";
const dependentOf = (address: string) =>
  `resource "terraform_data" "user" {\n  triggers_replace = ${address}.certificate_id${createFirst}}\n`;

/** A machine that has never seen the order. */
function emptyJournal({ workspace }: Stage): void {
  rmSync(workspace.journal, { recursive: true, force: true });
}

/** The provider block that the message asks for, and the usual resource. */
function withShown(run: Run, start: string, certificateId = ""): string {
  return provider(shownLine(run, start).replace("CERTIFICATE_ID", certificateId)) + reissue();
}

function count(text: string, words: string): number {
  return text.split(words).length - 1;
}

describe.each(cores)("%s", (name, program) => {
  const open = (options: StageOptions = {}) => Stage.open({ program, ...options });
  const applied = (configuration = reissue(), options: StageOptions = {}) =>
    Stage.applied(configuration, { program, ...options });

  test.concurrent("a plan with resolve, which fails, leaves the attempt open", async () => {
    await using stage = await open();
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

  test.concurrent("removed names are acknowledged without a prior state", async () => {
    const args = { dns_names: ["www.example.com"], acknowledge_removed_names: ["example.com"] };
    await using stage = await open({ orders: [order("o-1"), order("o-2")] });
    await stage.begin(reissue(args));
    await stage.applies();
    // Another order takes the place of the first one in the same resource.
    await stage.applies(reissue({ ...args, order_id: "o-2" }));
    expect([stage.reissues("o-1"), stage.reissues("o-2")]).toEqual([1, 1]);
  });

  test.concurrent("-replace is refused also where a dependent has create_before_destroy", async () => {
    await using stage = await applied(reissue() + dependentOf(site));
    const refused = await stage.refuses(undefined, `-replace=${site}`);
    const trigger = shownLine(refused, "triggers = { reissue");
    await stage.applies(reissue({}, { more: `  ${trigger}\n` }) + dependentOf(site));
    expect(stage.reissues()).toBe(2);
  });

  test.concurrent("the import of a certificate from the portal, with today's date, does not end with an older one", async () => {
    await using stage = await applied();
    await stage.forgets();
    const refused = await stage.workspace.run("import", "-input=false", site, `o-1/cert-console-9@${today}`);
    expect(refused.exit).toBe(1);
    const pasted = await stage.pastes(shownLine(refused, "terraform import"));
    expect(pasted.exit, pasted.text).toBe(0);
    await stage.applies();
    expect(stage.workspace.attributes(site)).toMatchObject({ certificate_id: "cert-console-9" });
    expect(stage.reissues()).toBe(1);
    // The next change builds on it.
    await stage.applies(reissue({ sign_hash: "sha384" }));
    expect(stage.workspace.attributes(site)).toMatchObject({ previous_certificate_id: "cert-console-9" });
  });

  test.concurrent("the import of an unknown or older certificate does not outrank the journal", async () => {
    await using stage = await open();
    await stage.begin(reissue());
    const first = await stage.reissuesElsewhere();
    const second = await stage.reissuesElsewhere();
    for (const [id, title] of [
      ["cert-typo", "The journal does not know this certificate"],
      [first.certificateId, "The certificate is not the latest"],
    ]) {
      const refused = await stage.workspace.run("import", "-input=false", site, `o-1/${id}`);
      expect(refused.exit).toBe(1);
      expect(refused.text).toContain(title);
      expect(refused.text).toContain(second.certificateId);
      if (id !== first.certificateId) continue;
      const pasted = await stage.pastes(shownLine(refused, "terraform import"));
      expect(pasted.exit, pasted.text).toBe(0);
    }
    await stage.applies();
    expect(stage.workspace.attributes(site)).toMatchObject({ certificate_id: second.certificateId });
    expect(stage.reissues()).toBe(2);
  });

  test.concurrent("two people with a journal each, one state and different clocks agree on the latest", async () => {
    await using stage = await open({ env: preloading(join(import.meta.dirname, "other-clock.ts")) });
    const { workspace } = stage;
    const work = (person: string, skewMs: number) => {
      workspace.env.CERTORDER_JOURNAL_DIR = join(workspace.folder, person);
      workspace.env.CLOCK_SKEW_MS = String(skewMs);
    };
    const alice = () => work("alice", 180_000);
    const bob = () => work("bob", 0);
    alice();
    await stage.begin(reissue());
    await stage.applies();
    bob();
    const supersede = `supersede = { "o-1" = "${workspace.attributes(site)?.attempt_id}" }`;
    await stage.applies(provider(supersede) + reissue());
    const [, second] = stage.sandbox.ledger;
    alice();
    // The entry stays in the configuration. It names an attempt that is not the latest any more.
    const again = await stage.applies();
    expect(again.text).not.toContain("newer certificate");
    await stage.applies(reissue());
    expect(workspace.attributes(site)).toMatchObject({ certificate_id: second?.certificateId });
    expect(stage.reissues()).toBe(2);
    await stage.applies(reissue({ sign_hash: "sha384" }));
    bob();
    await stage.hasNothingToDo();
    expect(stage.reissues()).toBe(3);
  });

  test.concurrent("an outcome that only the state has is not asked for, and the next apply records it", async () => {
    await using stage = await open();
    await stage.begin(reissue());
    stage.sandbox.fault({ kind: "slow-bytes", everyMs: 25 });
    const applying = stage.workspace.apply();
    await until("the reissue was carried out", () => stage.reissues() === 1);
    const [file = ""] = Object.keys(stage.workspace.journalFiles() ?? {});
    const path = join(stage.workspace.journal, file);
    renameSync(path, `${path}.kept`);
    mkdirSync(path);
    const run = await applying;
    rmdirSync(path);
    renameSync(`${path}.kept`, path);
    expect(run.exit, run.text).toBe(0);
    expect(run.text).toContain("The outcome is not in the journal");

    const later = await stage.workspace.plan();
    expect(later.exit, later.text).toBe(0);
    expect(later.text).not.toMatch(/not-happened|no known outcome/);
    await stage.applies(reissue({ sign_hash: "sha384" }));
    expect(stage.reissues()).toBe(2);
    expect(await stage.journal.attempts("o-1")).toMatchObject([
      { status: "succeeded", certificateId: stage.sandbox.ledger[0]?.certificateId },
      { status: "succeeded" },
    ]);
  });

  test.concurrent("an idempotency key that was answered with the result of an apply stays answered", async () => {
    await using stage = await open();
    await stage.begin(reissue());
    const { sandbox, workspace } = stage;
    const store = new FileStore(workspace.journal);
    let apply: Promise<Run> | undefined;
    // The apply happens between the library's look at the journal and its claim.
    const journal = new Journal({
      store: {
        title: store.title,
        readAll: () => store.readAll(),
        check: (options) => store.check(options),
        log(orderId) {
          const log = store.log(orderId);
          const append: typeof log.append = async (event) => {
            apply ??= workspace.apply();
            await apply;
            return log.append(event);
          };
          return { orderId, read: () => log.read(), append };
        },
      },
    });
    const client = new CertOrderClient({ baseUrl: sandbox.url, ...sandbox.credentials, journal });
    const { signHash, commonName, dnsNames } = {
      signHash: "sha256",
      commonName: "www.example.com",
      dnsNames: usual.dns_names as string[],
    };
    const ask = () =>
      client.reissue("o-1", { signHash, commonName, dnsNames, csr }, { idempotencyKey: "ticket-2" });
    for (let round = 0; round < 3; round++)
      expect(await ask()).toMatchObject({
        alreadyDone: { attemptId: expect.any(String) as string },
        certificateId: sandbox.ledger[0]?.certificateId,
      });
    expect((await apply)?.exit).toBe(0);
    await stage.hasNothingToDo();
    expect(stage.reissues()).toBe(1);
    // Also when the order has a newer certificate by then.
    await stage.applies(reissue({ sign_hash: "sha384" }));
    await expect(ask()).rejects.toMatchObject({ code: "idempotency_key_used" });
    expect(stage.reissues()).toBe(2);
  });

  test.concurrent("a library client has to name its journal or none; with one, two addresses of a service are one service", async () => {
    await using stage = await open();
    const { sandbox } = stage;
    const settings = { baseUrl: sandbox.url, ...sandbox.credentials, service: "orders" };
    // @ts-expect-error: leaving the journal out by mistake is not possible.
    expect(() => new CertOrderClient(settings)).toThrow("journal is missing");
    const clients = [sandbox.url, sandbox.url.replace("127.0.0.1", "localhost")].map(
      (baseUrl) => new CertOrderClient({ ...settings, baseUrl, journal: stage.journal }),
    );
    const request = {
      signHash: "sha256",
      commonName: "www.example.com",
      csr,
      dnsNames: ["www.example.com", "example.com"],
    };
    for (const client of clients) await client.reissue("o-1", request, { idempotencyKey: "ticket-1" });
    expect(stage.reissues()).toBe(1);
    stage.workspace.env.CERTORDER_SERVICE = "orders";
    await stage.begin(reissue());
    await stage.applies();
    expect(stage.reissues()).toBe(1);
  });

  test.concurrent("a rename without moved is refused at plan if the journal does not know the order", async () => {
    await using stage = await applied(reissue() + dependentOf(site));
    emptyJournal(stage);
    const configuration = reissue({}, { name: "renamed" }) + dependentOf(renamed);
    const refused = await stage.refuses(configuration);
    expect(refused.text).toContain("The order is in this state already");
    const moved = shownLine(refused, "moved {").replace("OLD_ADDRESS", site).replace("NEW_ADDRESS", renamed);
    stage.workspace.write(`${moved}\n${configuration}`);
    const planned = await stage.workspace.plan("-out=saved.plan");
    expect(planned.exit, planned.text).toBe(2);
    emptyJournal(stage);
    const saved = await stage.workspace.apply("saved.plan");
    expect(saved.exit, saved.text).toBe(0);
    await stage.hasNothingToDo();
    expect(stage.reissues()).toBe(1);
  });

  test.concurrent("a rename that was planned with a journal is not applied without one", async () => {
    await using stage = await applied(reissue() + dependentOf(site));
    stage.workspace.write(reissue({}, { name: "renamed" }) + dependentOf(renamed));
    expect((await stage.workspace.plan("-out=saved.plan")).exit).toBe(2);
    emptyJournal(stage);
    const refused = await stage.workspace.apply("saved.plan");
    expect(refused.exit, refused.text).toBe(1);
    expect(refused.text).toContain("The order is in this state already");
    // The old object was destroyed by then, and this journal remembers it.
    await stage.applies();
    expect(stage.reissues()).toBe(1);
  });

  test.concurrent("a rename to another alias never looks like an open attempt, and leaves an empty plan", async () => {
    const aliased = `provider "certorder" {}\nprovider "certorder" {\n  alias = "b"\n}\n`;
    await using stage = await applied(aliased + reissue());
    const configuration = aliased + reissue({}, { name: "renamed", more: "  provider = certorder.b\n" });
    const known = await stage.applies(configuration);
    expect(known.text).toContain("is adopted without a reissue");
    expect(stage.reissues()).toBe(1);
    // Another alias and an empty journal: a second reissue is possible there, and documented.
    emptyJournal(stage);
    const { exit, text } = await stage.workspace.apply();
    expect(exit, text).toBe(0);
    stage.workspace.write(aliased + reissue());
    const back = await stage.workspace.apply();
    expect(back.text).not.toMatch(/no known outcome|under way|bug in the provider/);
    expect(back.exit, back.text).toBe(0);
    await stage.hasNothingToDo();
    expect(stage.reissues()).toBeLessThanOrEqual(2);
  });

  test.concurrent("a shifted count is refused with a way out if the journal does not know the orders", async () => {
    const ids = Array.from({ length: 12 }, (_, index) => `o-${index}`);
    const fleet = (orders: readonly string[], more: string) =>
      `resource "certorder_reissue" "fleet" {\n${hcl({ ...usual, order_id: undefined })}${more}}\nlocals {\n  orders = ${JSON.stringify(orders)}\n}\n`;
    const counted = "  count    = length(local.orders)\n  order_id = local.orders[count.index]\n";
    await using stage = await applied(fleet(ids, counted), { orders: ids.map((id) => order(id)) });
    expect(stage.reissues()).toBe(12);
    emptyJournal(stage);
    for (let round = 0; round < 2; round++) {
      const refused = await stage.refuses(fleet(ids.slice(1), counted));
      expect(refused.text).toContain("Orders have changed places");
      const template = shownLine(refused, "moved {");
      const moves = ids.map((id, index) =>
        template
          .replaceAll("ADDRESS", "certorder_reissue.fleet")
          .replace(/\[[A-Z\d_]+\]/, `[${index}]`)
          .replace(/\["o-\d+"\]/, `["${id}"]`),
      );
      stage.workspace.write(
        `${moves.join("\n")}\n${fleet(ids.slice(1), "  for_each = toset(local.orders)\n  order_id = each.key\n")}`,
      );
    }
    await stage.applies();
    expect(stage.reissues()).toBe(12);
  });

  test.concurrent("a shifted count is adopted if the journal knows the orders", async () => {
    const ids = ["o-0", "o-1", "o-2"];
    const fleet = (orders: readonly string[]) =>
      `resource "certorder_reissue" "fleet" {\n${hcl({ ...usual, order_id: undefined })}  count    = ${orders.length}\n  order_id = ${JSON.stringify(orders)}[count.index]\n}\n`;
    await using stage = await applied(fleet(ids), { orders: ids.map((id) => order(id)) });
    await stage.applies(fleet(ids.slice(1)));
    expect(stage.reissues()).toBe(3);
  });

  if (name === "Terraform" && hasActions)
    test.concurrent("the action works without a config block", async () => {
      await using stage = await open();
      await stage.begin('action "certorder_callback_test" "t" {}\n');
      expect((await stage.workspace.run("validate")).exit).toBe(0);
      const { exit, text } = await stage.workspace.apply("-invoke=action.certorder_callback_test.t");
      expect(exit).toBe(1);
      expect(text).toContain("callback_not_configured");
      expect(text).not.toContain("Plugin error");
    });

  test.concurrent("a lost state and a CSR that is only known after apply: the message says what is unknown", async () => {
    const late = `resource "terraform_data" "csr" {\n  input = ${JSON.stringify(csr)}\n}\n${reissue({ csr: undefined }, { more: "  csr = terraform_data.csr.output\n" })}`;
    await using stage = await applied(late);
    rmSync(join(stage.workspace.folder, "terraform.tfstate"));
    const refused = await stage.refuses();
    expect(refused.text).toContain("csr is not known yet");
    expect(refused.text).not.toMatch(/common_name|sign_hash differ/);
    expect(refused.text).toContain("-target");
    expect((await stage.workspace.apply("-target=terraform_data.csr")).exit).toBe(0);
    await stage.applies();
    expect(stage.reissues()).toBe(1);
  });

  test.concurrent("more orders than max_reissues, with ids that are only known after apply, are one error at plan", async () => {
    const ids = Array.from({ length: 25 }, (_, index) => `o-${index}`);
    const fleet = (limit: string) => `${limit}
      resource "terraform_data" "ids" {
        input = ${JSON.stringify(ids)}
      }
      resource "certorder_reissue" "fleet" {
        count    = 25
        order_id = terraform_data.ids.output[count.index]
        ${hcl({ ...usual, order_id: undefined })}
      }`;
    await using stage = await open({ orders: ids.map((id) => order(id)) });
    await stage.begin(fleet(""));
    const refused = await stage.refuses();
    expect(count(refused.text, "Error: ")).toBe(1);
    expect(refused.text).toContain("raise max_reissues in the provider block");
    await stage.applies(fleet(provider("max_reissues = 25")));
    expect(stage.reissues()).toBe(25);
  });

  describe("small differences", () => {
    test.concurrent("another case of sign_hash is the same request", async () => {
      await using stage = await applied(reissue({ sign_hash: "SHA256" }));
      await stage.applies(reissue());
      expect(stage.reissues()).toBe(1);
    });

    test.concurrent("a time of issue in the future is a warning", async () => {
      await using stage = await applied(reissue({ validity_days: 90, renew_before_days: 30 }));
      stage.editState(({ attributes }) => {
        attributes.issued_at = new Date(Date.now() + 30 * 86_400_000).toISOString();
      });
      const { exit, text } = await stage.workspace.plan();
      expect(exit, text).toBe(0);
      expect(text).toContain("Order o-1 was issued in the future");
    });

    test.concurrent("the warning about the runner's disk comes in automation only, and there on every system", async () => {
      await using stage = await open({
        env: { CERTORDER_JOURNAL_DIR: undefined, TF_IN_AUTOMATION: undefined },
      });
      stage.workspace.env.XDG_STATE_HOME = stage.workspace.folder;
      await stage.begin(reissue());
      const systems = { CI: "true", TFC_RUN_ID: "run-1", ATLANTIS_TERRAFORM_VERSION: "1.16.4" };
      const none = { CI: "false", TFC_RUN_ID: undefined, ATLANTIS_TERRAFORM_VERSION: undefined };
      const plan = async (env: object) =>
        (await stage.workspace.start(["plan", "-no-color"], { ...none, ...env }).ended).text;
      expect(await plan({})).not.toContain("runner's disk");
      for (const [variable, value] of Object.entries(systems))
        expect(await plan({ [variable]: value })).toContain("The journal is on this runner's disk");
    });

    test.concurrent("a plan with nothing to do and a journal that cannot be read is a warning about the journal", async () => {
      await using stage = await applied();
      const [file = ""] = Object.keys(stage.workspace.journalFiles() ?? {});
      chmodSync(join(stage.workspace.journal, file), 0o666);
      const { exit, text } = await stage.workspace.plan();
      expect(exit, text).toBe(0);
      expect(text).toContain("Warning: The journal cannot be used");
      expect(text).not.toContain("Nothing was sent");
      chmodSync(join(stage.workspace.journal, file), 0o600);
      await stage.hasNothingToDo();
    });

    test.concurrent("--unless-within does not skip another CSR with exit code 0", async () => {
      await using stage = await applied();
      const command = ["reissue", "o-1", "--sign-hash", "sha256", "--common-name", "www.example.com"];
      const names = ["--dns-names", "www.example.com,example.com", "--unless-within", "30d", "--yes"];
      const same = await stage.certorder(...command, `--csr=${csr}`, ...names);
      expect(same.exit, same.text).toBe(0);
      const other = await stage.certorder(...command, `--csr=${fixture("p256")}`, ...names);
      expect(other.exit, other.text).not.toBe(0);
      await stage.hasNothingToDo();
      expect(stage.reissues()).toBe(1);
    });

    test.concurrent("a journal that its own group may write, as on a Kubernetes volume, is used", async () => {
      await using stage = await applied();
      for (const file of ["", ...Object.keys(stage.workspace.journalFiles() ?? {})])
        chmodSync(join(stage.workspace.journal, file), file === "" ? 0o770 : 0o660);
      await stage.applies(reissue({ sign_hash: "sha384" }));
      expect(stage.reissues()).toBe(2);
    });

    test.concurrent("a service that gets a name later keeps its history", async () => {
      await using stage = await applied();
      const named = provider('service = "orders"');
      stage.workspace.write(named + reissue());
      await stage.hasNothingToDo();
      await stage.applies(named + reissue({ sign_hash: "sha384" }));
      await stage.forgets();
      await stage.applies();
      expect(stage.reissues()).toBe(2);
    });

    test.concurrent("another address of the service is refused, and the line to paste works as it is shown", async () => {
      await using stage = await applied();
      stage.workspace.env.CERTORDER_BASE_URL = stage.sandbox.url.replace("127.0.0.1", "localhost");
      const changed = reissue({ sign_hash: "sha384" });
      const refused = await stage.refuses(changed);
      expect(refused.text).toContain("Code: other_service");
      await stage.applies(provider(shownLine(refused, "service = ")) + changed);
      expect(stage.reissues()).toBe(2);
    });

    test.concurrent("the id of a pasted resolution has no full stop at its end", async () => {
      await using stage = await open();
      await stage.begin(reissue());
      stage.losesAnswer();
      const unknown = await stage.workspace.apply();
      const made = stage.sandbox.ledger[0]?.certificateId;
      await stage.applies(withShown(unknown, 'resolve = { "o-1"', made));
      expect(stage.workspace.attributes(site)).toMatchObject({ certificate_id: made });
      expect(stage.reissues()).toBe(1);
    });
  });
});
