import { expect, test } from "vitest";
import { reissue, Stage } from "../harness/terraform/stage.ts";

const address = "certorder_reissue.site";

test.concurrent("An import by command is adopted without a reissue, and the next change reissues", async () => {
  await using stage = await Stage.open();
  await stage.begin(reissue({ triggers: { month: "may" } }));
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

test.concurrent("An import block is adopted in the same apply, dropped names are refused afterwards", async () => {
  await using stage = await Stage.open();
  const block = `import {\n  to = ${address}\n  id = "o-1/cert-1"\n}\n`;
  await stage.begin(block + reissue());
  const { text } = await stage.applies();
  expect(text).toContain("1 imported, 0 added, 1 changed, 0 destroyed");
  expect(text).toContain("Order o-1 is adopted without a reissue");
  expect(stage.sandbox.requests).toEqual([]);
  stage.workspace.write(block + reissue({ dns_names: [] }));
  expect((await stage.workspace.plan()).text).toContain("The reissue drops names");
});

test.concurrent("With ignore_changes = all an import is adopted all the same, and later changes stay ignored", async () => {
  await using stage = await Stage.open();
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
  expect(text).toContain("Removed names cannot be checked");
  expect(text).toContain("Order o-1 will be reissued");
});
