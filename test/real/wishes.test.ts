import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CertOrderClient } from "../../src/client/index.ts";
import { Journal } from "../../src/journal/index.ts";
import { ageJournal } from "../aged-journal.ts";
import { reissue, Stage, type StageOptions } from "./stage.ts";
import { csr } from "./tofu.ts";

// What people do every day with one wish, under a real core: the service carries out one reissue for each.

const address = "certorder_reissue.site";
const other = { validity_days: 60 };

async function opened(options: StageOptions = {}): Promise<Stage> {
  const stage = await Stage.open(options);
  await stage.begin(reissue());
  return stage;
}

/** The next reissue is carried out, but its answer gets lost. */
function loseAnswer(stage: Stage): void {
  stage.sandbox.fault({ kind: "close-after-processing", operation: "reissue" });
}

function stateFile(stage: Stage): string {
  return join(stage.workspace.folder, "terraform.tfstate");
}

/** Somebody reissues the order at the command line, on the same journal. */
async function reissuedByCommand(stage: Stage, more: object = {}): Promise<string> {
  const journal = new Journal({ folder: stage.workspace.journal });
  const { sandbox } = stage;
  const client = new CertOrderClient({ baseUrl: sandbox.url, ...sandbox.credentials, journal });
  const request = {
    signHash: "sha256",
    commonName: "www.example.com",
    dnsNames: ["www.example.com", "example.com"],
    csr,
    ...more,
  };
  const { certificateId, attemptId } = await client.reissue("o-1", request);
  await journal.acknowledge(attemptId);
  return certificateId;
}

describe("an attempt whose outcome is unknown", () => {
  test.each([
    ["the block is removed and comes back", "", reissue()],
    [
      "count goes to 0 and back",
      reissue({}, { more: "\n  count = 0" }),
      reissue({}, { more: "\n  count = 1" }),
    ],
    ["the order changes and changes back", reissue({ order_id: "o-2" }), reissue()],
  ])("stays open when %s", async (_, without, again) => {
    await using stage = await opened({
      orders: ["o-1", "o-2"].map((id) => ({
        id,
        product: "ssl" as const,
        commonName: "www.example.com",
        dnsNames: ["www.example.com", "example.com"],
      })),
    });
    loseAnswer(stage);
    expect((await stage.workspace.apply()).exit).toBe(1);
    expect(stage.reissues("o-1")).toBe(1);

    stage.workspace.write(without);
    await stage.workspace.apply("-refresh=false");
    stage.workspace.write(again);
    for (const args of [[], ["-refresh=false"]]) {
      const { exit, text } = await stage.workspace.apply(...args);
      expect(exit, text).toBe(1);
      expect(text).toContain("what became of it is not known");
    }
    expect(stage.reissues("o-1")).toBe(1);
  });

  test("is told once, with a way out that works", async () => {
    await using stage = await opened();
    loseAnswer(stage);
    const { text } = await stage.workspace.apply();
    const [, attempt = ""] = /"o-1" = "([0-9a-f]{12}):CERTIFICATE_ID"/.exec(text) ?? [];
    const again = await stage.workspace.plan();
    expect(again.text.match(/Look order o-1 up/g)).toHaveLength(1);

    const made = stage.sandbox.ledger[0]?.certificateId ?? "";
    stage.workspace.write(
      `provider "certorder" {\n  resolve = { "o-1" = "${attempt}:${made}" }\n}\n${reissue()}`,
    );
    await stage.applies();
    expect(stage.workspace.attributes(address)?.certificate_id).toBe(made);
    expect(stage.reissues()).toBe(1);
  });

  test("is not said not to have happened before it is certain", async () => {
    await using stage = await opened();
    loseAnswer(stage);
    const { text } = await stage.workspace.apply();
    const [, attempt = ""] = /"o-1" = "([0-9a-f]{12}):not-happened"/.exec(text) ?? [];
    stage.workspace.write(
      `provider "certorder" {\n  resolve = { "o-1" = "${attempt}:not-happened" }\n}\n${reissue()}`,
    );
    const early = await stage.workspace.apply();
    expect(early.exit).toBe(1);
    expect(early.text).toContain("may still be on its way");
    ageJournal(stage.workspace.journal);
    await stage.applies();
    expect(stage.reissues()).toBe(2);
  });

  test("that another request made is not adopted in place of the one that is wanted", async () => {
    await using stage = await opened();
    await stage.applies();
    loseAnswer(stage);
    await reissuedByCommand(stage, { validityDays: 30 }).catch(() => {});
    const journal = new Journal({ folder: stage.workspace.journal });
    const open = (await journal.attempts("o-1")).find(({ fate }) => fate === "open");
    await journal.resolve(open?.attemptId ?? "", "cert-of-somebody");
    stage.workspace.write(reissue(other));
    const { exit, text } = await stage.workspace.apply();
    expect(exit).toBe(1);
    expect(text).toContain("and this does not build on it");
    expect(text).toContain(`"o-1" = "${open?.attemptId}:anew"`);
    stage.workspace.env.CERTORDER_RESOLVE = `o-1=${open?.attemptId}:anew`;
    await stage.applies();
    expect(stage.reissues()).toBe(3);
    expect(stage.workspace.attributes(address)?.previous_certificate_id).toBe("cert-of-somebody");
  });
});

describe("a wish that was fulfilled is answered, not sent again", () => {
  test("when the block is reverted and merged again", async () => {
    await using stage = await opened();
    await stage.applies();
    await stage.applies("");
    const { text } = await stage.applies(reissue());
    expect(text).toContain("Is Taken Over Without a Reissue");
    expect(stage.reissues()).toBe(1);
  });

  test("when an older version is merged, removed and merged again", async () => {
    await using stage = await opened();
    await stage.applies();
    await stage.applies(reissue(other));
    await stage.applies("");
    await stage.applies(reissue(other));
    expect(stage.reissues()).toBe(2);
    stage.workspace.write("");
    await stage.workspace.apply();
    stage.workspace.write(reissue());
    const { exit, text } = await stage.workspace.apply();
    expect(exit).toBe(1);
    expect(text).toContain("differs in validity_days");
    expect(stage.reissues()).toBe(2);
  });

  test("when the state is rolled back, and by how far", async () => {
    await using stage = await opened();
    await stage.applies();
    copyFileSync(stateFile(stage), `${stateFile(stage)}.v1`);
    await stage.applies(reissue(other));
    await stage.workspace.plan();
    copyFileSync(`${stateFile(stage)}.v1`, stateFile(stage));
    await stage.applies(reissue(other));
    expect(stage.reissues()).toBe(2);

    await stage.applies(reissue({ validity_days: 70 }));
    copyFileSync(`${stateFile(stage)}.v1`, stateFile(stage));
    stage.workspace.write(reissue(other));
    const { exit, text } = await stage.workspace.apply();
    expect(exit, text).toBe(1);
    expect(text).toContain("and this does not build on it");
    expect(stage.reissues()).toBe(3);
  });

  test("when the state is rolled back, and somebody does what the plan then says", async () => {
    await using stage = await opened();
    await stage.applies();
    const rollBack = () => copyFileSync(`${stateFile(stage)}.v1`, stateFile(stage));
    copyFileSync(stateFile(stage), `${stateFile(stage)}.v1`);
    const says = async () => (await stage.workspace.plan()).text.replace(/[\s│]+/g, " ");

    // Made from the same request: it can be imported.
    await stage.applies(undefined, `-replace=${address}`);
    const [, again] = stage.sandbox.ledger;
    rollBack();
    expect(await says()).toContain(
      `state rm RESOURCE_ADDRESS, then import it as o-1/${again?.certificateId}`,
    );
    await stage.forgets();
    await stage.imports(`o-1/${again?.certificateId}`);
    await stage.applies();
    expect(stage.reissues()).toBe(2);

    // Made from another one: the configuration has to say so.
    await stage.applies(reissue(other));
    const [, , changed] = stage.sandbox.ledger;
    rollBack();
    stage.workspace.write(reissue());
    const text = await says();
    expect(text).not.toContain("state rm");
    expect(text).toContain("differs from the configuration in validity_days");
    await stage.applies(reissue(other));
    expect(stage.stateText).toContain(`"certificate_id": "${changed?.certificateId}"`);
    expect(stage.reissues()).toBe(3);

    // Or what the configuration says is wanted after all.
    rollBack();
    stage.workspace.write(reissue());
    const [, anew = ""] = /CERTORDER_RESOLVE="([^"]+)"/.exec(await says()) ?? [];
    const args = ["apply", "-no-color", "-input=false", "-auto-approve"];
    const applied = await stage.workspace.start(args, { CERTORDER_RESOLVE: anew }).ended;
    expect(applied.exit, applied.text).toBe(0);
    await stage.hasNothingToDo();
    expect(stage.reissues()).toBe(4);
  });

  test("when the state is lost", async () => {
    await using stage = await opened();
    await stage.applies();
    rmSync(stateFile(stage));
    await stage.applies();
    expect(stage.reissues()).toBe(1);
  });

  test("when the resource is tainted, by hand or by a provisioner that fails", async () => {
    await using stage = await opened();
    await stage.applies();
    await stage.workspace.start(["taint", address]).ended;
    await stage.applies();
    expect(stage.reissues()).toBe(1);
    const failing = reissue({}, { more: '\n  provisioner "local-exec" {\n    command = "exit 1"\n  }' });
    stage.workspace.write("");
    await stage.workspace.apply();
    stage.workspace.write(failing);
    for (let round = 0; round < 3; round++) expect((await stage.workspace.apply()).exit).toBe(1);
    expect(stage.reissues()).toBe(1);
    await stage.applies(reissue());
    expect(stage.reissues()).toBe(1);
  });

  test("when the resource is renamed without saying so", async () => {
    await using stage = await opened();
    await stage.applies();
    const { text } = await stage.applies(reissue({}, { name: "renamed" }));
    expect(text).toContain("a moved block says so");
    expect(text).not.toContain("stays valid");
    expect(stage.reissues()).toBe(1);
  });

  // The core shows one object after the other, the new one first or last, and nobody else knows of the order.
  test.each(["another", "yet_another"])(
    "when it is renamed to %s on a machine that has no journal yet",
    async (name) => {
      await using stage = await opened();
      await stage.applies();
      rmSync(stage.workspace.journal, { recursive: true });
      stage.workspace.write(reissue({}, { name }));
      const first = await stage.workspace.apply("-parallelism=1");
      if (first.exit !== 0) expect(first.text).toContain("Is Stored Under Another Name");
      await stage.applies();
      expect(stage.reissues()).toBe(1);
    },
  );

  test("when two states describe the order", async () => {
    await using stage = await opened();
    await stage.applies();
    await stage.workspace.start(["workspace", "new", "second"]).ended;
    await stage.applies();
    expect(stage.reissues()).toBe(1);
  });

  test("when the same CSR is spelled in another way", async () => {
    await using stage = await opened();
    await stage.applies();
    const der = csr.replace(/-----[^-]+-----|\s/g, "");
    await stage.applies(reissue({ csr: der }));
    await stage.applies(reissue({ csr: csr.replaceAll("CERTIFICATE REQUEST", "NEW CERTIFICATE REQUEST") }));
    await stage.applies(
      reissue({ dns_names: ["EXAMPLE.com.", "www.example.com"], common_name: "WWW.example.com" }),
    );
    expect(stage.reissues()).toBe(1);
  });

  test("when a plan is applied after the command line has done what it plans", async () => {
    await using stage = await opened();
    await stage.workspace.run("plan", "-input=false", "-out=kept.plan");
    const made = await reissuedByCommand(stage);
    const { exit, text } = await stage.workspace.run("apply", "-input=false", "kept.plan");
    expect(exit, text).toBe(0);
    expect(stage.reissues()).toBe(1);
    expect(stage.workspace.attributes(address)?.certificate_id).toBe(made);
    await stage.hasNothingToDo();
  });

  test("nor is a plan applied on top of another request of the command line's", async () => {
    await using stage = await opened();
    await stage.applies();
    stage.workspace.write(reissue(other));
    await stage.workspace.run("plan", "-input=false", "-out=kept.plan");
    await reissuedByCommand(stage, { validityDays: 30 });
    const { exit, text } = await stage.workspace.run("apply", "-input=false", "kept.plan");
    expect(exit).toBe(1);
    expect(text).toContain("and this does not build on it");
    expect(stage.reissues()).toBe(2);
  });

  test("when two resources describe one order and the apply is retried", async () => {
    await using stage = await opened();
    const both = reissue() + reissue(other, { name: "second" });
    stage.workspace.write(both);
    for (let round = 0; round < 4; round++) await stage.workspace.apply();
    expect(stage.reissues()).toBe(1);
    const { text } = await stage.workspace.plan();
    expect(text).toContain("and this does not build on it");
  });
});

describe("a new wish is sent", () => {
  test("with -replace, once each time", async () => {
    await using stage = await opened();
    await stage.applies();
    for (const count of [2, 3]) {
      await stage.applies(undefined, `-replace=${address}`);
      expect(stage.reissues()).toBe(count);
    }
    expect(stage.workspace.attributes(address)?.previous_certificate_id).toBe("cert-1003");
  });

  test("with a saved plan made by -replace", async () => {
    await using stage = await opened();
    await stage.applies();
    await stage.workspace.run("plan", "-input=false", "-out=kept.plan", `-replace=${address}`);
    const { exit, text } = await stage.workspace.run("apply", "-input=false", "kept.plan");
    expect(exit, text).toBe(0);
    expect(stage.reissues()).toBe(2);
    await stage.hasNothingToDo();
  });

  test("with replace_triggered_by", async () => {
    await using stage = await opened();
    const config = (input: string) =>
      `resource "terraform_data" "t" {\n  input = "${input}"\n}\n${reissue({}, { more: "\n  lifecycle {\n    replace_triggered_by = [terraform_data.t]\n  }" })}`;
    await stage.applies(config("a"));
    await stage.applies(config("b"));
    expect(stage.reissues()).toBe(2);
    await stage.applies(config("b"));
    expect(stage.reissues()).toBe(2);
  });

  test("when triggers change, and when they change back", async () => {
    await using stage = await opened();
    for (const [index, value] of ["a", "b", "a"].entries()) {
      await stage.applies(reissue({ triggers: { value } }));
      expect(stage.reissues()).toBe(index + 1);
    }
  });

  test("never silently swallowed: -replace with create_before_destroy says what it cannot do", async () => {
    await using stage = await opened();
    await stage.applies(reissue({}, { more: "\n  lifecycle {\n    create_before_destroy = true\n  }" }));
    const { exit, text } = await stage.workspace.apply(`-replace=${address}`);
    expect(exit, text).toBe(1);
    await stage.applies();
    expect(stage.reissues()).toBe(1);
  });
});

describe("where the history and the state differ", () => {
  test("a plan says that the history knows a newer certificate", async () => {
    await using stage = await opened();
    await stage.applies();
    const made = await reissuedByCommand(stage);
    const { exit, text } = await stage.workspace.plan();
    expect(exit).toBe(0);
    expect(text).toContain(`certificate ${made}`);
    await stage.forgets();
    await stage.imports(`o-1/${made}`);
    await stage.applies();
    expect(stage.reissues()).toBe(2);
  });

  test("an import is not believed against the history", async () => {
    await using stage = await opened();
    await stage.imports(`o-1/${await reissuedByCommand(stage, { validityDays: 30 })}`);
    const { exit, text } = await stage.workspace.apply();
    expect(exit).toBe(1);
    expect(text).toContain("differs from the configuration in validity_days");
    await stage.applies(reissue({ validity_days: 30 }));
    expect(stage.reissues()).toBe(1);
  });

  test("a fresh runner without a history goes by the state", async () => {
    await using stage = await opened();
    await stage.applies();
    rmSync(stage.workspace.journal, { recursive: true });
    await stage.workspace.start(["taint", address]).ended;
    await stage.applies();
    await stage.applies(reissue({}, { name: "renamed" }));
    expect(stage.reissues()).toBe(1);
    await stage.applies(reissue(other, { name: "renamed" }));
    expect(stage.reissues()).toBe(2);
  });

  test("another address of the order is refused until the service has a name", async () => {
    await using stage = await opened();
    await stage.applies();
    const { CERTORDER_BASE_URL: here = "" } = stage.workspace.env;
    stage.workspace.env.CERTORDER_BASE_URL = here.replace("127.0.0.1", "localhost");
    stage.workspace.write(reissue(other));
    const { exit, text } = await stage.workspace.apply();
    expect(exit).toBe(1);
    expect(text).toContain(`service = "${here}"`);
    stage.workspace.env.CERTORDER_SERVICE = here;
    await stage.applies();
    expect(stage.reissues()).toBe(2);
  });

  test("a name for the service hides nothing, nor does another spelling of it, nor a move after it", async () => {
    await using stage = await opened();
    await stage.applies();
    const { CERTORDER_BASE_URL: here = "" } = stage.workspace.env;
    stage.workspace.env.CERTORDER_SERVICE = "prod";
    await stage.applies();
    rmSync(stateFile(stage));
    await stage.applies();
    expect(stage.reissues()).toBe(1);
    await stage.applies(reissue(other));
    expect(stage.reissues()).toBe(2);
    rmSync(stateFile(stage));
    stage.workspace.env.CERTORDER_BASE_URL = here.replace("127.0.0.1", "localhost");
    stage.workspace.env.CERTORDER_SERVICE = "Prod \r";
    await stage.applies();
    rmSync(stateFile(stage));
    stage.workspace.env.CERTORDER_SERVICE = "production";
    const { exit, text } = await stage.workspace.apply();
    expect(exit).toBe(1);
    expect(text).toContain('service = "prod"');
    expect(stage.reissues()).toBe(2);
  });

  test("an imported certificate is not newer than what was reissued after it", async () => {
    const due = { validity_days: 90, renew_before_days: 30 };
    await using stage = await Stage.open();
    await stage.begin(reissue(due));
    await stage.imports("o-1/cert-1001@2026-08-20");
    stage.workspace.write(reissue({ validity_days: 90 }));
    expect((await stage.workspace.apply()).exit).toBe(0);
    const made = await reissuedByCommand(stage, { validityDays: 90 });
    stage.workspace.write(reissue(due));
    // The first stores that renewals are wanted; by the second it is due.
    for (let round = 0; round < 2; round++) expect((await stage.workspace.apply()).exit).toBe(0);
    expect(stage.reissues()).toBe(1);
    expect(stage.workspace.attributes(address)?.certificate_id).toBe(made);
  });

  test("what is destroyed on a machine without a history is remembered there", async () => {
    await using stage = await opened();
    await stage.applies();
    rmSync(stage.workspace.journal, { recursive: true });
    await stage.applies("");
    await stage.applies(reissue());
    expect(stage.reissues()).toBe(1);
  });
});
