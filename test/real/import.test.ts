import { describe, expect, test } from "vitest";
import { cores } from "../harness/terraform/terraform.ts";
import {
  order,
  reissue,
  shownLine,
  TerraformWithSandbox,
} from "../harness/terraform/terraform-with-sandbox.ts";

const address = "certorder_reissue.site";

test.concurrent("An import by command is adopted without a reissue, and the next change reissues", async () => {
  await using stage = await TerraformWithSandbox.begun(reissue({ triggers: { month: "may" } }));
  await stage.imports("o-1/cert-1");
  expect(stage.workspace.attributes(address)).toMatchObject({
    certificate_id: "cert-1",
    last_outcome: "imported",
    issued_at: null,
  });
  const { text } = await stage.applies();
  expect(text).toContain("Order o-1 is adopted without a reissue");
  expect(text).toMatch(
    /The apply trusts the configuration: order_id.*csr.*common_name.*dns_names.*sign_hash.*triggers/,
  );
  expect(stage.sandbox.requests).toEqual([]);
  expect(stage.workspace.attributes(address)).toMatchObject({
    certificate_id: "cert-1",
    last_outcome: "done",
  });

  await stage.applies(reissue({ triggers: { month: "june" } }));
  expect(stage.reissues()).toBe(1);
  expect(stage.workspace.attributes(address)).toMatchObject({ previous_certificate_id: "cert-1" });
});

test.concurrent("An import with a wrong configuration is corrected by importing it again", async () => {
  await using stage = await TerraformWithSandbox.begun(reissue({ sign_hash: "sha512" }));
  await stage.imports("o-1/cert-1");
  await stage.applies();
  await stage.forgets();
  await stage.imports("o-1/cert-1");
  expect((await stage.applies(reissue())).text).toContain("Order o-1 is adopted without a reissue");
  expect(stage.sandbox.requests).toEqual([]);
  await stage.applies(reissue({ sign_hash: "sha384" }));
  expect(stage.reissues()).toBe(1);
  expect(stage.workspace.attributes(address)).toMatchObject({ previous_certificate_id: "cert-1" });
});

test.concurrent("An import block is adopted in the same apply, dropped names are refused afterwards", async () => {
  await using stage = await TerraformWithSandbox.open();
  const block = `import {\n  to = ${address}\n  id = "o-1/cert-1"\n}\n`;
  await stage.begin(block + reissue());
  const { text } = await stage.applies();
  expect(text).toContain("1 imported, 0 added, 1 changed, 0 destroyed");
  expect(text).toContain("Order o-1 is adopted without a reissue");
  expect(stage.sandbox.requests).toEqual([]);
  stage.workspace.write(block + reissue({ dns_names: [] }));
  expect((await stage.workspace.plan()).text).toContain("The reissue drops names");
});

test.concurrent("The import of another order than the configured one is refused, by command and by block", async () => {
  await using stage = await TerraformWithSandbox.begun(reissue(), { orders: [order("o-1"), order("o-2")] });
  await stage.imports("o-2/cert-2");
  const refused = await stage.workspace.apply();
  expect(refused.exit).toBe(1);
  expect(refused.text).toContain("The import has order o-2, and order_id is o-1");
  await stage.forgets();
  stage.workspace.write(`import {\n  to = ${address}\n  id = "o-2/cert-2"\n}\n${reissue()}`);
  const { exit, text } = await stage.workspace.apply();
  expect(exit).toBe(1);
  expect(text).toContain("Another order was imported");
  expect(stage.sandbox.requests).toEqual([]);
});

test.concurrent("Renewals are counted from the day that the import id gives", async () => {
  await using stage = await TerraformWithSandbox.open();
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  await stage.begin(reissue({ validity_days: 90, renew_before_days: 30 }));
  const id = `o-1/cert-1@${daysAgo(50)}`;
  await stage.imports(id);
  await stage.applies();
  expect(stage.workspace.attributes(address)).toMatchObject({
    issued_at: `${daysAgo(50)}T00:00:00.000Z`,
    expires_at_estimate: `${daysAgo(-40)}T00:00:00.000Z`,
  });
  await stage.forgets();
  const older = `o-1/cert-1@${daysAgo(70)}`;
  await stage.imports(older);
  expect((await stage.workspace.apply()).text).toContain("Order o-1 is adopted without a reissue");
  expect(stage.sandbox.requests).toEqual([]);
  const { text } = await stage.applies();
  expect(text).toContain("because its renewal is due");
  expect(stage.reissues()).toBe(1);
});

test.concurrent("An import id that is no order and certificate, or has no sensible date, is refused", async () => {
  await using stage = await TerraformWithSandbox.begun(reissue());
  const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString();
  const wrong = ["o-1", "o-1/", "/cert-1", "o-1/cert-1@", "o-1/cert-1@soon", "o-1/cert-1@version 1"];
  for (const id of [...wrong, "o-1/cert-1@2026-02-30", `o-1/cert-1@${tomorrow}`]) {
    const { exit, text } = await stage.workspace.run("import", "-input=false", address, id);
    expect(exit, id).toBe(1);
    expect(text).toContain("Write ORDER_ID/CERTIFICATE_ID");
  }
  expect(stage.workspace.attributes(address)).toBeUndefined();
});

test.concurrent("An order id with a slash and a time with an offset are read as they are meant", async () => {
  await using stage = await TerraformWithSandbox.begun(reissue({ order_id: "2026/o-1" }));
  const id = "2026/o-1/cert-1@2026-01-02T03:04:05+01:00";
  await stage.imports(id);
  expect(stage.workspace.attributes(address)).toMatchObject({
    order_id: "2026/o-1",
    certificate_id: "cert-1",
    issued_at: "2026-01-02T02:04:05.000Z",
  });
  await stage.applies();
});

test.concurrent("An import is adopted with ignore_changes = all, and later changes stay ignored", async () => {
  await using stage = await TerraformWithSandbox.open();
  const more = "  lifecycle {\n    ignore_changes = all\n  }\n";
  await stage.begin(reissue({}, { more }));
  await stage.imports("o-1/cert-1");
  await stage.applies();
  expect(stage.workspace.attributes(address)).toMatchObject({ last_outcome: "done" });
  await stage.applies(reissue({ dns_names: ["other.example.com"] }, { more }));
  expect(stage.sandbox.requests).toEqual([]);

  // Without it the difference shows. The names in the certificate are not known, so dropped names cannot be checked.
  stage.workspace.write(reissue());
  const { exit, text } = await stage.workspace.plan();
  expect(exit).toBe(2);
  expect(text).toContain("Dropped names cannot be checked");
  expect(text).toContain("Order o-1 will be reissued");
});

const today = new Date().toISOString().slice(0, 10);

describe.each(cores)("%s", (_, program) => {
  test.concurrent("The import of a certificate from the portal, with today's date, does not end with an older one", async () => {
    await using stage = await TerraformWithSandbox.applied(reissue(), { program });
    await stage.forgets();
    const refused = await stage.workspace.run(
      "import",
      "-input=false",
      address,
      `o-1/cert-console-9@${today}`,
    );
    expect(refused.exit).toBe(1);
    const pasted = await stage.pastes(shownLine(refused, "terraform import"));
    expect(pasted.exit, pasted.text).toBe(0);
    await stage.applies();
    expect(stage.workspace.attributes(address)).toMatchObject({ certificate_id: "cert-console-9" });
    expect(stage.reissues()).toBe(1);
    // The next change builds on it.
    await stage.applies(reissue({ sign_hash: "sha384" }));
    expect(stage.workspace.attributes(address)).toMatchObject({ previous_certificate_id: "cert-console-9" });
  });

  test.concurrent("The import of an unknown or older certificate does not outrank the journal", async () => {
    await using stage = await TerraformWithSandbox.open({ program });
    await stage.begin(reissue());
    const first = await stage.reissuesElsewhere();
    const second = await stage.reissuesElsewhere();
    for (const [id, title] of [
      ["cert-typo", "The journal does not know this certificate"],
      [first.certificateId, "The certificate is not the latest"],
    ]) {
      const refused = await stage.workspace.run("import", "-input=false", address, `o-1/${id}`);
      expect(refused.exit).toBe(1);
      expect(refused.text).toContain(title);
      expect(refused.text).toContain(second.certificateId);
      if (id !== first.certificateId) continue;
      const pasted = await stage.pastes(shownLine(refused, "terraform import"));
      expect(pasted.exit, pasted.text).toBe(0);
    }
    await stage.applies();
    expect(stage.workspace.attributes(address)).toMatchObject({ certificate_id: second.certificateId });
    expect(stage.reissues()).toBe(2);
  });
});
